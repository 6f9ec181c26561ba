#include "multi_double.hpp"

#include <cstring>

namespace posenc::core {
namespace {

constexpr Triple kLn2Triple{kLn2, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111};

/** The terms of e^x - 1 that are summed: the next one is below 2^-165 for the largest x there is. */
constexpr int kTerms = 12;
/** x is halved so often first. */
constexpr int kHalvings = 10;

}  // namespace

double power_of_two(double n) {
    auto const bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023) << 52;
    double power;
    std::memcpy(&power, &bits, sizeof power);
    return power;
}

/** By Newton steps; each doubles the number of right bits. */
Triple reciprocal(Triple const& a) {
    Triple inverse = triple(1.0 / a.high);
    for (int step = 0; step < 3; ++step) inverse = inverse + inverse * (triple(1) + -(a * inverse));
    return inverse;
}

Triple exponential(Triple const& a) {
    double const twos = __builtin_floor(a.high / kLn2 + 0.5);
    Triple const x = (a + -(kLn2Triple * triple(twos))) * triple(power_of_two(-kHalvings));
    // Horner's scheme times kTerms!, which keeps the coefficients whole: kTerms! / k!.
    double coefficient = 1;
    Triple sum{};
    for (int k = kTerms; k > 0; --k) {
        sum = sum * x + triple(coefficient);
        coefficient *= k;
    }
    // e^x - 1, whose error stays small beside it where e^x would lose what is far behind the 1.
    Triple rest = sum * x * reciprocal(triple(coefficient));
    for (int k = 0; k < kHalvings; ++k) rest = rest * (rest + triple(2));
    return (rest + triple(1)) * triple(power_of_two(twos));
}

/** From an approximation y: ln a = y + ln(1 + d) with 1 + d = a e^-y, and three terms of that are enough. */
Triple logarithm(Triple const& a) {
    double const y = approximate_logarithm(a.high);
    Triple const d = a * exponential(triple(-y)) + triple(-1);
    return triple(y) + (d + d * d * triple(-0.5) + triple(d.high * d.high * d.high / 3));
}

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
