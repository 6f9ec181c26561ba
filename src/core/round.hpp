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
};

/** Rounds to a 16-bit format; the bits stand in the low 16 of each lane. */
template <int fraction, int least>
struct HalfRounding {
    /**
     * Adding 2^52 quanta to |v| rounds it to whole quanta and leaves their number in the low bits; the quantum is a
     * unit in the last place of the target format, subnormal or not. A carry out of the significand moves into the
     * exponent by itself. Values beyond the format's range become infinity.
     */
    static POSENC_INLINE Integers of(Doubles const& v) {
        constexpr std::int64_t kLeast = static_cast<std::int64_t>(1023 + least) << 52;
        // All ones above the fraction.
        constexpr std::int64_t kInfinity = 0x7fff & ~((std::int64_t{1} << fraction) - 1);
        Integers const all = bits(v);
        Integers const magnitude = all & 0x7fffffffffffffff;
        Integers const power = all & 0x7ff0000000000000;
        // Compares as signs of differences: no vector unit has to have 64-bit compares.
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

/** Puts a vector of pairs into columns: interleaved from `to` on, or in two runs. */
template <class Value>
struct Put;

template <>
struct Put<float> {
    static POSENC_INLINE void interleaved(float* to, Doubles const& a, Doubles const& b) {
        store(to, interleave_floats(a, b));
    }
    static POSENC_INLINE void halves(float* to_a, float* to_b, Doubles const& a, Doubles const& b) {
        Floats const both = join_floats(a, b);
        std::memcpy(to_a, &both, kLanes * sizeof(float));
        std::memcpy(to_b, reinterpret_cast<float const*>(&both) + kLanes, kLanes * sizeof(float));
    }
    static POSENC_INLINE float one(double v) { return static_cast<float>(v); }
};

template <>
struct Put<double> {
    static POSENC_INLINE void interleaved(double* to, Doubles const& a, Doubles const& b) {
        store_interleaved(to, a, b);
    }
    static POSENC_INLINE void halves(double* to_a, double* to_b, Doubles const& a, Doubles const& b) {
        store(to_a, a);
        store(to_b, b);
    }
    static POSENC_INLINE double one(double v) { return v; }
};

template <int fraction, int least>
struct Put<Half<fraction, least>> {
    using Value = Half<fraction, least>;
    using Rounding = HalfRounding<fraction, least>;
    static POSENC_INLINE void interleaved(Value* to, Doubles const& a, Doubles const& b) {
        store_low_words(to, Rounding::of(a) | (Rounding::of(b) << 16));
    }
    static POSENC_INLINE void halves(Value* to_a, Value* to_b, Doubles const& a, Doubles const& b) {
        std::uint16_t both[2 * kLanes];
        store_low_words(both, Rounding::of(a) | (Rounding::of(b) << 16));
        for (int k = 0; k < kLanes; ++k) {
            to_a[k].bits = both[2 * k];
            to_b[k].bits = both[2 * k + 1];
        }
    }
    static POSENC_INLINE Value one(double v) { return {static_cast<std::uint16_t>(Rounding::of(Doubles{} + v)[0])}; }
};

}  // namespace
}  // namespace posenc::core
