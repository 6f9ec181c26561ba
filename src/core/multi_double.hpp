// Arithmetic on sums of two and three doubles, from basic IEEE operations alone, so that every machine gets the same
// bits. Sources: Dekker (1971) for products without fused multiply-add, Knuth for sums, Hida, Li and Bailey (2001)
// for the renormalised expansions.
#pragma once

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

/** Makes three terms of falling size into doubles that do not overlap. */
inline Triple renormalise(double a, double b, double c) {
    Exact const lower = two_sum(b, c);
    Exact const upper = two_sum(a, lower.value);
    Exact const rest = two_sum(upper.error, lower.error);
    Exact const top = fast_two_sum(upper.value, rest.value);
    Exact const bottom = fast_two_sum(top.error, rest.error);
    return {top.value, bottom.value, bottom.error};
}

inline Triple operator+(Triple const& a, Triple const& b) {
    Exact const high = two_sum(a.high, b.high);
    Exact const middle = two_sum(a.middle, b.middle);
    Exact const carried = two_sum(high.error, middle.value);
    return renormalise(high.value, carried.value, carried.error + (middle.error + (a.low + b.low)));
}

inline Triple operator-(Triple const& a) { return {-a.high, -a.middle, -a.low}; }

inline Triple operator*(Triple const& a, Triple const& b) {
    Exact const high = two_product(a.high, b.high);
    Exact const cross_a = two_product(a.high, b.middle);
    Exact const cross_b = two_product(a.middle, b.high);
    Exact const crosses = two_sum(cross_a.value, cross_b.value);
    Exact const middle = two_sum(crosses.value, high.error);
    double const low = (a.high * b.low + a.middle * b.middle + a.low * b.high) + (cross_a.error + cross_b.error) +
                       (crosses.error + middle.error);
    return renormalise(high.value, middle.value, low);
}

/** 1 / a by Newton steps; each doubles the number of right bits. */
inline Triple reciprocal(Triple const& a) {
    Triple inverse{1.0 / a.high, 0.0, 0.0};
    for (int step = 0; step < 3; ++step) {
        Triple const residual = Triple{1.0, 0.0, 0.0} + -(a * inverse);
        inverse = inverse + inverse * residual;
    }
    return inverse;
}

}  // namespace posenc::core
