// Roundings to the formats of tables, to nearest even.
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

/** The bits of a float that a 16-bit format has no room for. */
constexpr int dropped_bits(HalfFormat const& format) { return 23 - format.fraction; }
/** The least normal number of the format, as a float's bits. */
constexpr int least_bits(HalfFormat const& format) { return (127 + format.least) << 23; }
/** The format's infinity. */
constexpr int infinity_bits(HalfFormat const& format) { return 0x7fff & ~((1 << format.fraction) - 1); }

/**
 * Doubles that were rounded to floats, rounded on to a 16-bit format: in the high 16 bits of each lane. Rounding twice
 * goes wrong only where the float is the very middle between two numbers of the format. `doubtful` becomes negative in
 * such lanes, and in those of numbers below the format's least normal one, which (as those above its largest one) are
 * not treated here; of bfloat16 these are right too.
 */
template <int fraction>
POSENC_INLINE Words half_words(Floats const& v, Words& doubtful) {
    constexpr HalfFormat kFormat = fraction == kFloat16.fraction ? kFloat16 : kBfloat16;
    constexpr int kHalf = 1 << (dropped_bits(kFormat) - 1);
    constexpr int kExponents = (126 + kFormat.least) << 23;
    Words const all = words(v);
    // Unsigned, since with a sign bit the sum overflows.
    UnsignedWords const sum = reinterpret_cast<UnsignedWords>(all) + static_cast<std::uint32_t>(kHalf - kExponents);
    Words rounded = reinterpret_cast<Words>(sum);
    if (fraction == kFloat16.fraction) {
        rounded = reinterpret_cast<Words>(sum << 3) | (all & INT32_MIN);
        doubtful |= (all & INT32_MAX) - least_bits(kFormat);
    }
    doubtful |= (rounded & 0xffff) - 1;
    return rounded;
}

// Formats are known when compiling here: LLVM 14 makes scalar code of shifts by other numbers on wasm.

/** The format with so many bits of a fraction. */
template <int fraction>
constexpr HalfFormat kHalfFormat = fraction == kFloat16.fraction ? kFloat16 : kBfloat16;

/** Rounds floats to a 16-bit format, whatever they are; a NaN becomes the one quiet NaN without a sign. */
template <int fraction>
POSENC_INLINE Words round_to_half(Floats const& v) {
    constexpr HalfFormat kFormat = kHalfFormat<fraction>;
    constexpr int kInfinity = infinity_bits(kFormat);
    constexpr int kDropped = dropped_bits(kFormat);
    constexpr int kBelowHalf = (1 << (kDropped - 1)) - 1;
    constexpr int kExponents = (126 + kFormat.least) << 23;
    // The sum with a float whose unit is that of the format's subnormal numbers holds their count in its low bits.
    constexpr int kUnit = (127 + kFormat.least - fraction + 23) << 23;
    Words const all = words(v);
    Words const magnitude = all & INT32_MAX;
    Words const nan = magnitude > 0x7f800000;
    Words const number = magnitude & ~nan;
    Words const subnormal = words(floats(number) + floats(Words{} + kUnit)) - kUnit;
    // A carry out of the significand moves into the exponent by itself.
    Words const normal = (number + ((number >> kDropped) & 1) + (kBelowHalf - kExponents)) >> kDropped;
    Words const below = number < least_bits(kFormat);
    Words const pattern = (normal & ~below) | (subnormal & below);
    Words const beyond = pattern > kInfinity;
    return (pattern & ~beyond) | (beyond & kInfinity) | (nan & (kInfinity | (1 << (fraction - 1)))) |
           ((all >> 16) & 0x8000 & ~nan);
}

/** Numbers of a 16-bit format as floats, exactly. */
template <int fraction>
POSENC_INLINE Floats widen(Words const& patterns) {
    constexpr HalfFormat kFormat = kHalfFormat<fraction>;
    Words const magnitude = patterns & 0x7fff;
    Words const special = magnitude > infinity_bits(kFormat) - 1;
    // With its exponent as it stands a number is too small by the difference of the biases, subnormal or not.
    Floats const scale = floats(Words{} + ((127 + 126 + kFormat.least) << 23));
    Words const value = words(floats(magnitude << dropped_bits(kFormat)) * scale);
    return floats(value | (special & 0x7f800000) | ((patterns & 0x8000) << 16));
}

// Runs of 16-bit numbers to floats and back. The last vector may go beyond the floats' end.

template <int fraction>
void widen_run(std::uint16_t const* from, std::size_t count, float* to) {
    constexpr std::size_t kEach = 2 * kLanes;
    std::size_t k = 0;
    for (; k + kEach <= count; k += kEach) store(to + k, widen<fraction>(unpack(from + k)));
    if (k == count) return;
    std::uint16_t rest[kEach]{};
    std::memcpy(rest, from + k, (count - k) * sizeof *from);
    store(to + k, widen<fraction>(unpack(rest)));
}

template <int fraction>
void narrow_run(float const* from, std::size_t count, std::uint16_t* to) {
    constexpr std::size_t kEach = 2 * kLanes;
    std::size_t k = 0;
    for (; k + kEach <= count; k += kEach) store_low_halves(to + k, round_to_half<fraction>(load<Floats>(from + k)));
    if (k == count) return;
    std::uint16_t rest[kEach];
    store_low_halves(rest, round_to_half<fraction>(load<Floats>(from + k)));
    std::memcpy(to + k, rest, (count - k) * sizeof *to);
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
