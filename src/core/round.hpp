// One rounding of a double to the format of a table, to nearest even.
#pragma once

#include <cstdint>

#include "lanes.hpp"

namespace posenc::core {
namespace {

/** A 16-bit float as its bits: `fraction` stored bits of the significand, normal numbers from 2^least. */
template <int fraction, int least>
struct Half {
    std::uint16_t bits;
    explicit Half(std::int64_t pattern) : bits(static_cast<std::uint16_t>(pattern)) {}
};

template <class Value>
struct Rounding {
    static POSENC_INLINE Doubles of(Doubles const& v) { return v; }  // the store's conversion rounds
};

template <int fraction, int least>
struct Rounding<Half<fraction, least>> {
    /**
     * Adding 2^52 quanta to |v| rounds it to whole quanta and leaves their number in the low bits; the quantum is a
     * unit in the last place of the target format, subnormal or not. A carry out of the significand moves into the
     * exponent by itself. Values beyond the format's range become infinity.
     */
    static POSENC_INLINE Integers of(Doubles const& v) {
        constexpr std::int64_t kLeast = static_cast<std::int64_t>(1023 + least) << 52;
        constexpr std::int64_t kInfinity = static_cast<std::int64_t>(least == -14 ? 0x7c00 : 0x7f80);
        Integers const all = bits(v);
        Integers const magnitude = all & 0x7fffffffffffffff;
        Integers const power = all & 0x7ff0000000000000;
        // Exponents differ in bits 52 and up alone, so that 64-bit compares need no more than a subtraction's sign.
        Integers const below = (power - kLeast) >> 63;
        Integers const exponent = (power & ~below) | (kLeast & below);
        Integers const quanta_shift = exponent + (static_cast<std::int64_t>(52 - fraction) << 52);
        Integers const quanta = bits(doubles(magnitude) + doubles(quanta_shift)) - quanta_shift;
        Integers const pattern = quanta + ((exponent - kLeast) >> (52 - fraction));
        Integers const beyond = (kInfinity - pattern) >> 63;
        Integers const finite = (pattern & ~beyond) | (kInfinity & beyond);
        return finite | ((all >> 48) & 0x8000);
    }
};

template <class Value>
POSENC_INLINE auto rounded(Doubles const& v) {
    return Rounding<Value>::of(v);
}

}  // namespace
}  // namespace posenc::core
