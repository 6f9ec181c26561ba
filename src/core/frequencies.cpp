#include "frequencies.hpp"

#include <cstring>

namespace posenc::core {
namespace {

/** 1 / (2 pi) to 159 bits. */
constexpr Triple kTurnsPerRadian{0x1.45f306dc9c883p-3, -0x1.6b01ec5417056p-57, -0x1.6447e493ad4cep-111};

/**
 * base^(1/n) to about 1e-11. Not libm: its last bit differs between libraries, and a start that differs can change the
 * low word of the result.
 */
double root_estimate(double base, double n) {
    std::uint64_t bits;
    std::memcpy(&bits, &base, sizeof bits);
    double const exponent = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
    bits = (bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL;
    double mantissa;
    std::memcpy(&mantissa, &bits, sizeof mantissa);

    constexpr double kLn2 = 0x1.62e42fefa39efp-1;
    double const s = (mantissa - 1) / (mantissa + 1);  // ln m = 2 atanh s, s <= 1/3
    double atanh = 0;
    for (int k = 25; k >= 1; k -= 2) atanh = atanh * (s * s) + 1.0 / k;
    double const exponent_of_root = (exponent * kLn2 + 2 * s * atanh) / n;

    // e^x = (e^(x / 1024))^1024, where x is at most ln(1e100).
    double const x = exponent_of_root / 1024;
    double power = 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5 * (1 + x / 6)))));
    for (int k = 0; k < 10; ++k) power *= power;
    return power;
}

Triple power(Triple const& x, std::int64_t n) {
    Triple result{1.0, 0.0, 0.0};
    Triple square = x;
    for (; n > 0; n >>= 1) {
        if (n & 1) result = result * square;
        if (n > 1) square = square * square;
    }
    return result;
}

/** The factor from one pair's frequency to the next's. */
Triple ratio(Encoding const& encoding) {
    std::int64_t const width = columns_of(encoding).pairs() * 2;
    // The law's D is odd only where the last column of a pair is dropped and the law stays that of dim.
    bool const odd_law = encoding.dim % 2 == 1 && encoding.odd == Odd::truncate;
    std::int64_t const law = (odd_law ? width - 1 : width) - (encoding.spacing == Spacing::endpoint ? 2 : 0);
    if (law <= 0) return {1.0, 0.0, 0.0};
    Triple const one_step = odd_law ? power(root(encoding.base, law), 2) : root(encoding.base, law / 2);
    return reciprocal(one_step);
}

}  // namespace

Triple root(double base, std::int64_t n) {
    double const count = static_cast<double>(n);
    Triple x{root_estimate(base, count), 0.0, 0.0};
    // The relative error e becomes n e^2 / 2, or e 2^-50 where that is more: five steps reach 2^-157 from 1e-11.
    for (int step = 0; step < 6; ++step) {
        Triple const x_to_n = power(x, n);
        Triple const residual = Triple{base, 0.0, 0.0} + -x_to_n;
        double const correction = residual.high / x_to_n.high / count;
        x = x + x * Triple{correction, 0.0, 0.0};
    }
    return x;
}

Columns columns_of(Encoding const& encoding) {
    std::int64_t const dim = encoding.dim;
    bool const odd = dim % 2 == 1;
    bool const zero_column = odd && encoding.odd == Odd::zero;
    std::int64_t const firsts = zero_column ? dim / 2 : (dim + 1) / 2;
    return {dim, firsts, dim / 2, encoding.layout == Layout::halves, zero_column};
}

FrequencyLaw::FrequencyLaw(Encoding const& encoding)
    : ratio_(ratio(encoding)),
      turns_per_radian_(kTurnsPerRadian * Triple{encoding.scale, 0.0, 0.0}),
      scale_(encoding.scale) {}

Triple FrequencyLaw::advance() {
    Triple const current = power_;
    power_ = power_ * ratio_;
    return current;
}

Triple FrequencyLaw::next_turns() { return advance() * turns_per_radian_; }

Triple FrequencyLaw::next_radians() { return advance() * Triple{scale_, 0.0, 0.0}; }

}  // namespace posenc::core
