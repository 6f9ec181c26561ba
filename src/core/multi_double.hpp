// Arithmetic on sums of two and three doubles, from basic IEEE operations alone, so that every machine gets the same
// bits. Sources: Dekker (1971) for products without fused multiply-add, Knuth for sums, Hida, Li and Bailey (2001)
// for the renormalised expansions.
#pragma once

#include <cstdint>

namespace posenc::core {

/** A value and what rounding took from it: the exact result is `value + error`. */
struct Exact {
    double value;
    double error;
};

inline Exact two_sum(double a, double b) {
    double const sum = a + b;
    double const b_part = sum - a;
    return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/** As two_sum, for |a| >= |b| or a = 0. */
inline Exact fast_two_sum(double a, double b) {
    double const sum = a + b;
    return {sum, b - (sum - a)};
}

/** Halves of a double with at most 26 bits each: a = value + error. Overflows above 2^996. */
inline Exact split(double a) {
    double const scaled = 134217729.0 * a;  // 2^27 + 1
    double const high = scaled - (scaled - a);
    return {high, a - high};
}

inline Exact two_product(double a, double b) {
    double const product = a * b;
    Exact const x = split(a);
    Exact const y = split(b);
    double const error = ((x.value * y.value - product) + x.value * y.error + x.error * y.value) + x.error * y.error;
    return {product, error};
}

/** The sum of three doubles that do not overlap: about 159 bits. */
struct Triple {
    double high;
    double middle;
    double low;
};

/** A double as a sum of three. */
Triple triple(double a);

/** The largest whole number that is not above a; |a| below 2^53. */
inline double floor_of(Triple const& a) {
    double const whole = __builtin_floor(a.high);
    return whole == a.high && a.middle < 0 ? whole - 1 : whole;
}

// These are compiled once (multi_double.cpp); each result is within about 2^-150 of itself.

Triple operator+(Triple const& a, Triple const& b);
Triple operator+(Triple const& a, double b);
Triple operator-(Triple const& a);
Triple operator*(Triple const& a, Triple const& b);
Triple operator*(Triple const& a, double b);

Triple& operator+=(Triple& a, Triple const& b);
Triple& operator*=(Triple& a, Triple const& b);

/** 1 / (2 pi) */
constexpr Triple kTurnsPerRadian{0x1.45f306dc9c883p-3, -0x1.6b01ec5417056p-57, -0x1.6447e493ad4cep-111};
constexpr double kLn2 = 0x1.62e42fefa39efp-1;

/** 1 / a, for a not 0. */
Triple reciprocal(Triple const& a);
Triple reciprocal(double a);
/** e^a, for |a| at most 700. */
Triple exponential(Triple const& a);
/** ln a, for a above 0 and no subnormal number. */
Triple logarithm(Triple const& a);
Triple logarithm(double a);
/** ln a within 1e-14 + 2e-16 |ln a|. */
double approximate_logarithm(double a);
/** 2^n, for n from -1022 to 1023. */
double power_of_two(double n);

}  // namespace posenc::core
