#include "multi_double.hpp"

#include <cstring>

namespace posenc::core {
namespace {

constexpr Triple kLn2Triple{kLn2, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111};

/** The terms of e^x - 1 that are summed: the next one is below 2^-165 for the largest x there is. */
constexpr int kTerms = 12;
/** x is halved so often first. */
constexpr int kHalvings = 10;

/** Makes three terms of falling size into doubles that do not overlap. */
Triple renormalise(double a, double b, double c) {
    Exact const lower = two_sum(b, c);
    Exact const upper = two_sum(a, lower.value);
    Exact const rest = two_sum(upper.error, lower.error);
    Exact const top = fast_two_sum(upper.value, rest.value);
    Exact const bottom = fast_two_sum(top.error, rest.error);
    return {top.value, bottom.value, bottom.error};
}

}  // namespace

Triple triple(double a) { return {a, 0.0, 0.0}; }

Triple operator+(Triple const& a, Triple const& b) {
    Exact const high = two_sum(a.high, b.high);
    Exact const middle = two_sum(a.middle, b.middle);
    Exact const carried = two_sum(high.error, middle.value);
    return renormalise(high.value, carried.value, carried.error + (middle.error + (a.low + b.low)));
}

Triple operator+(Triple const& a, double b) { return a + triple(b); }

Triple operator-(Triple const& a) { return {-a.high, -a.middle, -a.low}; }

Triple operator*(Triple const& a, Triple const& b) {
    Exact const high = two_product(a.high, b.high);
    Exact const cross_a = two_product(a.high, b.middle);
    Exact const cross_b = two_product(a.middle, b.high);
    Exact const crosses = two_sum(cross_a.value, cross_b.value);
    Exact const middle = two_sum(crosses.value, high.error);
    double const low = (a.high * b.low + a.middle * b.middle + a.low * b.high) + (cross_a.error + cross_b.error) +
                       (crosses.error + middle.error);
    return renormalise(high.value, middle.value, low);
}

Triple operator*(Triple const& a, double b) { return a * triple(b); }

Triple& operator+=(Triple& a, Triple const& b) { return a = a + b; }

Triple& operator*=(Triple& a, Triple const& b) { return a = a * b; }

double power_of_two(double n) {
    auto const bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023) << 52;
    double power;
    std::memcpy(&power, &bits, sizeof power);
    return power;
}

/** By Newton steps; each doubles the number of right bits. */
Triple reciprocal(Triple const& a) {
    Triple inverse = triple(1.0 / a.high);
    for (int step = 0; step < 3; ++step) inverse += inverse * (-(a * inverse) + 1);
    return inverse;
}

Triple reciprocal(double a) { return reciprocal(triple(a)); }

Triple exponential(Triple const& a) {
    double const twos = __builtin_floor(a.high / kLn2 + 0.5);
    Triple const x = (a + kLn2Triple * -twos) * power_of_two(-kHalvings);
    // Horner's scheme times kTerms!, which keeps the coefficients whole: kTerms! / k!.
    double coefficient = 1;
    Triple sum{};
    for (int k = kTerms; k > 0; --k) {
        sum = sum * x + coefficient;
        coefficient *= k;
    }
    // e^x - 1, whose error stays small beside it where e^x would lose what is far behind the 1.
    Triple rest = sum * x * reciprocal(coefficient);
    for (int k = 0; k < kHalvings; ++k) rest *= rest + 2;
    return (rest + 1) * power_of_two(twos);
}

/** From an approximation y: ln a = y + ln(1 + d) with 1 + d = a e^-y, and three terms of that are enough. */
Triple logarithm(Triple const& a) {
    double const y = approximate_logarithm(a.high);
    Triple const d = a * exponential(triple(-y)) + -1;
    return d * (d * -0.5 + 1) + d.high * d.high * d.high / 3 + y;
}

Triple logarithm(double a) { return logarithm(triple(a)); }

/** Not libm: its last bit differs between libraries, and a start that differs can change the end. */
double approximate_logarithm(double a) {
    std::uint64_t bits;
    std::memcpy(&bits, &a, sizeof bits);
    double twos = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
    bits = (bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL;
    double mantissa;
    std::memcpy(&mantissa, &bits, sizeof mantissa);
    if (mantissa > 1.5) {
        mantissa /= 2;
        twos += 1;
    }
    double const s = (mantissa - 1) / (mantissa + 1);  // ln m = 2 atanh s, |s| <= 1/5
    double atanh = 0;
    for (int k = 25; k >= 1; k -= 2) atanh = atanh * (s * s) + 1.0 / k;
    return twos * kLn2 + 2 * s * atanh;
}

}  // namespace posenc::core
