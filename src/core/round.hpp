// One rounding of a double to the format of a table, to nearest even.
#pragma once

#include <cstdint>

#include "lanes.hpp"

namespace posenc::core {
namespace {

/** A 16-bit float format: `fraction` stored bits of the significand, normal numbers from 2^least. */
struct HalfFormat {
    int fraction;
    int least;
};

constexpr HalfFormat kFloat16{10, -14};
constexpr HalfFormat kBfloat16{7, -126};

/**
 * Rounds to a 16-bit format; the bits stand in the low 16 of each lane.
 *
 * Adding 2^52 quanta to |v| rounds it to whole quanta and leaves their number in the low bits; the quantum is a unit in
 * the last place of the target format, subnormal or not. A carry out of the significand moves into the exponent by
 * itself. Values beyond the format's range become infinity.
 */
POSENC_INLINE Integers round_to_half(Doubles const& v, HalfFormat const& format) {
    std::int64_t const least = static_cast<std::int64_t>(1023 + format.least) << 52;
    std::int64_t const infinity = 0x7fff & ~((std::int64_t{1} << format.fraction) - 1);
    int const dropped = 52 - format.fraction;
    Integers const all = bits(v);
    Integers const magnitude = all & 0x7fffffffffffffff;
    Integers const power = all & 0x7ff0000000000000;
    // Compares as signs of differences: no vector unit has to have 64-bit compares.
    Integers const below = (power - least) >> 63;
    Integers const exponent = (power & ~below) | (least & below);
    Integers const quanta_shift = exponent + (static_cast<std::int64_t>(dropped) << 52);
    Integers const quanta = bits(doubles(magnitude) + doubles(quanta_shift)) - quanta_shift;
    Integers const pattern = quanta + ((exponent - least) >> dropped);
    Integers const beyond = (infinity - pattern) >> 63;
    Integers const finite = (pattern & ~beyond) | (infinity & beyond);
    return finite | ((all >> 48) & 0x8000);
}

// Put a vector of pairs into columns, interleaved from `to` on or in two runs, or one value.

struct PutFloats {
    using Value = float;
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

struct PutDoubles {
    using Value = double;
    static POSENC_INLINE void interleaved(double* to, Doubles const& a, Doubles const& b) {
        store_interleaved(to, a, b);
    }
    static POSENC_INLINE void halves(double* to_a, double* to_b, Doubles const& a, Doubles const& b) {
        store(to_a, a);
        store(to_b, b);
    }
    static POSENC_INLINE double one(double v) { return v; }
};

struct PutHalves {
    using Value = std::uint16_t;
    HalfFormat format;
    POSENC_INLINE void interleaved(Value* to, Doubles const& a, Doubles const& b) const {
        store_low_words(to, round_to_half(a, format) | (round_to_half(b, format) << 16));
    }
    POSENC_INLINE void halves(Value* to_a, Value* to_b, Doubles const& a, Doubles const& b) const {
        Value both[2 * kLanes];
        interleaved(both, a, b);
        for (int k = 0; k < kLanes; ++k) {
            to_a[k] = both[2 * k];
            to_b[k] = both[2 * k + 1];
        }
    }
    POSENC_INLINE Value one(double v) const { return static_cast<Value>(round_to_half(Doubles{} + v, format)[0]); }
};

}  // namespace
}  // namespace posenc::core
