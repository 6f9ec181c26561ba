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
    constexpr HalfFormat kFormat = fraction == 10 ? kFloat16 : kBfloat16;
    constexpr int kHalf = 1 << (dropped_bits(kFormat) - 1);
    constexpr int kExponents = (126 + kFormat.least) << 23;
    Words const all = words(v);
    Words rounded = all + (kHalf - kExponents);
    if (fraction == 10) {
        rounded = (rounded << 3) | (all & INT32_MIN);
        doubtful |= (all & INT32_MAX) - least_bits(kFormat);
    }
    doubtful |= (rounded & 0xffff) - 1;
    return rounded;
}

/** Rounds floats to a 16-bit format, whatever they are; a NaN becomes the one quiet NaN without a sign. */
POSENC_INLINE Words round_to_half(Floats const& v, HalfFormat const& format) {
    int const infinity = infinity_bits(format);
    Words const all = words(v);
    Words const magnitude = all & 0x7fffffff;
    Words const nan = magnitude > 0x7f800000;
    Words const number = magnitude & ~nan;
    // The sum with a float whose unit is that of the format's subnormal numbers holds their count in its low bits.
    int const unit = (127 + format.least - format.fraction + 23) << 23;
    Words const subnormal = words(floats(number) + floats(Words{} + unit)) - unit;
    int const dropped = dropped_bits(format);
    // A carry out of the significand moves into the exponent by itself.
    int const below_half = (1 << (dropped - 1)) - 1;
    int const exponents = (126 + format.least) << 23;
    Words const normal = (number + ((number >> dropped) & 1) + (below_half - exponents)) >> dropped;
    Words const below = number < least_bits(format);
    Words const pattern = (normal & ~below) | (subnormal & below);
    Words const beyond = pattern > infinity;
    Words const quiet = Words{} + (infinity | (1 << (format.fraction - 1)));
    return ((pattern & ~beyond) | (beyond & infinity) | (nan & quiet)) | ((all >> 16) & 0x8000 & ~nan);
}

/** Numbers of a 16-bit format as floats, exactly. */
POSENC_INLINE Floats widen(Words const& patterns, HalfFormat const& format) {
    Words const magnitude = patterns & 0x7fff;
    Words const special = magnitude >= infinity_bits(format);
    // With its exponent as it stands a number is too small by the difference of the biases, subnormal or not.
    Floats const scale = floats(Words{} + ((127 + 126 + format.least) << 23));
    Words const value = words(floats(magnitude << dropped_bits(format)) * scale);
    return floats(value | (special & 0x7f800000) | ((patterns & 0x8000) << 16));
}

POSENC_INLINE void widen(std::uint16_t const* from, std::size_t count, HalfFormat const& format, float* to) {
    std::size_t k = 0;
    for (; k + 2 * kLanes <= count; k += 2 * kLanes) store(to + k, widen(unpack(from + k), format));
    if (k == count) return;
    std::uint16_t rest[2 * kLanes]{};
    std::memcpy(rest, from + k, (count - k) * sizeof *from);
    Floats const last = widen(unpack(rest), format);
    std::memcpy(to + k, &last, (count - k) * sizeof *to);
}

POSENC_INLINE void narrow(float const* from, std::size_t count, HalfFormat const& format, std::uint16_t* to) {
    std::size_t k = 0;
    for (; k + 2 * kLanes <= count; k += 2 * kLanes) {
        store_low_halves(to + k, round_to_half(load<Floats>(from + k), format));
    }
    if (k == count) return;
    Floats rest{};
    std::memcpy(&rest, from + k, (count - k) * sizeof *from);
    std::uint16_t last[2 * kLanes];
    store_low_halves(last, round_to_half(rest, format));
    std::memcpy(to + k, last, (count - k) * sizeof *to);
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
