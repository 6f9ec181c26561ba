// 16-bit formats the slow way: all their numbers in a list, and the nearest one looked up. Shares nothing with the
// core's rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace posenc::test {

/** IEEE 754's binary formats of 16 bits: `exponent_bits` of them for the exponent. */
class HalfFormat {
 public:
    explicit HalfFormat(int exponent_bits) : fraction_bits_(15 - exponent_bits) {
        int const bias = (1 << (exponent_bits - 1)) - 1;
        int const steps = 1 << fraction_bits_;
        for (int pattern = 0; pattern < ((1 << exponent_bits) - 1) * steps; ++pattern) {
            int const exponent = pattern >> fraction_bits_;
            int const fraction = pattern & (steps - 1);
            int const significand = exponent == 0 ? fraction : fraction + steps;
            values_.push_back(std::ldexp(significand, (exponent == 0 ? 1 : exponent) - bias - fraction_bits_));
        }
        // What would follow the largest number, were the exponent unbounded, stands for infinity.
        beyond_ = std::ldexp(1, bias + 1);
    }

    /** Not negative numbers by their patterns. */
    [[nodiscard]] std::vector<double> const& values() const { return values_; }

    [[nodiscard]] double beyond() const { return beyond_; }

    [[nodiscard]] std::uint16_t nearest(double x) const {
        double const size = std::fabs(x);
        std::size_t const above =
            static_cast<std::size_t>(std::lower_bound(values_.begin(), values_.end(), size) - values_.begin());
        double const high = above < values_.size() ? values_[above] : beyond_;
        std::size_t pattern = above;
        if (above > 0 && high != size && size < beyond_) {
            double const low = values_[above - 1];
            // Exact: neighbours lie within a factor of two, or at 0.
            double const down = size - low;
            double const up = high - size;
            if (down < up || (down == up && above % 2 == 1)) pattern = above - 1;
        }
        return static_cast<std::uint16_t>(pattern | (std::signbit(x) ? 0x8000 : 0));
    }

 private:
    int fraction_bits_;
    double beyond_ = 0;
    std::vector<double> values_;
};

inline HalfFormat const& binary16() {
    static HalfFormat const format(5);
    return format;
}

inline HalfFormat const& brain16() {
    static HalfFormat const format(8);
    return format;
}

}  // namespace posenc::test
