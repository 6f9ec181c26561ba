// Roundings to the formats of tables, to nearest even.
#pragma once

#include <cstdint>

#include "lanes.hpp"

namespace posenc::core {
namespace {

/**
 * A 16-bit float format as against floats, whose upper half it is but for its exponents: those have fewer bits, and
 * another bias. One code serves both formats.
 */
struct HalfFormat {
    /** 2 to the bits that the exponent has fewer. LLVM 14 makes scalar code of shifts by variables on wasm. */
    int factor;
    /** The difference of the biases, where a float's exponent stands. */
    int rebias;
    /** Infinity, in the upper half of a word. */
    int infinity;
    /** The least normal number as a float's bits; 0 if the format has just the floats' exponents. */
    int least;
};

constexpr HalfFormat kFloat16{8, 112 << 23, 0x7c00 << 16, 113 << 23};
constexpr HalfFormat kBfloat16{1, 0, 0x7f80 << 16, 0};

POSENC_INLINE HalfFormat const& half_format(Format format) { return format == Format::float16 ? kFloat16 : kBfloat16; }

/** Floats' magnitudes with the format's exponents: the format's bits, and below them what it has no room for. */
POSENC_INLINE Words with_exponents_of(HalfFormat const& format, Words const& magnitude) {
    // Unsigned, since what the format cannot express overflows.
    return reinterpret_cast<Words>(reinterpret_cast<UnsignedWords>(magnitude - format.rebias) *
                                   static_cast<std::uint32_t>(format.factor));
}

POSENC_INLINE Words select(Words const& mask, Words const& a, Words const& b) { return (a & mask) | (b & ~mask); }

/**
 * Doubles that were rounded to floats, rounded on to a 16-bit format: in the high 16 bits of each lane. Rounding twice
 * goes wrong only where the float is the very middle between two numbers of the format. `doubtful` becomes negative in
 * such lanes, and in those of numbers below float16's least normal one, which (as those above its largest one) are not
 * treated here.
 */
POSENC_INLINE Words round_floats(Floats const& v, HalfFormat const& format, Words& doubtful) {
    Words const all = words(v);
    Words const magnitude = all & INT32_MAX;
    Words const rounded = with_exponents_of(format, magnitude) + 0x8000;
    doubtful |= (magnitude - format.least) | ((rounded & 0xffff) - 1);
    return rounded | (all & INT32_MIN);
}

/** Rounds floats to a 16-bit format, in the high 16 bits of each lane; one NaN stands for all. */
POSENC_INLINE Words narrow(Floats const& v, HalfFormat const& format) {
    Words const all = words(v);
    Words const size = all & INT32_MAX;
    Words const most = Words{} + (format.rebias + format.infinity / format.factor);
    Words const magnitude = select(size < most, size, most);
    Words const exact = with_exponents_of(format, magnitude);
    // A carry out of the significand moves into the exponent by itself.
    Words const normal = exact + (((exact >> 16) & 1) + 0x7fff);
    // Sums with a half have float16's subnormal quantum as their unit.
    Floats const half = Floats{} + 0.5f;
    Words const subnormal = (words(floats(magnitude) + half) - words(half)) << 16;
    Words const number = select(magnitude < format.least, subnormal, normal) | (all & INT32_MIN);
    return select(size > 0x7f800000, Words{} + (format.infinity + (format.factor << 22)), number);
}

/** Numbers of a 16-bit format as floats, exactly. */
POSENC_INLINE Floats widen(Words const& patterns, HalfFormat const& format) {
    Words const high = patterns << 16;
    Words const magnitude = patterns & 0x7fff;
    Words const special = (high & INT32_MAX) > format.infinity - 1;
    // With its exponent as it stands a number is too small by the difference of the biases, subnormal or not.
    Floats const scale = floats(Words{} + ((127 << 23) + format.rebias));
    Words const value = words(floats(magnitude * (0x10000 / format.factor)) * scale);
    return floats(value | (special & 0x7f800000) | (high & INT32_MIN));
}

// Runs of 16-bit numbers to floats and back. The last vector may go beyond the floats' end.

constexpr std::size_t kFloatLanes = 2 * kLanes;

POSENC_INLINE void widen_run(std::uint16_t const* from, std::size_t count, HalfFormat const& format, float* to) {
    for (std::size_t k = 0; k < count; k += kFloatLanes) {
        std::uint16_t rest[kFloatLanes]{};
        bool const whole = count - k >= kFloatLanes;
        if (!whole) std::memcpy(rest, from + k, (count - k) * sizeof *from);
        store(to + k, widen(unpack(whole ? from + k : rest), format));
    }
}

POSENC_INLINE void narrow_run(float const* from, std::size_t count, HalfFormat const& format, std::uint16_t* to) {
    for (std::size_t k = 0; k < count; k += kFloatLanes) {
        std::uint16_t rest[kFloatLanes];
        bool const whole = count - k >= kFloatLanes;
        store_high_halves(whole ? to + k : rest, narrow(load<Floats>(from + k), format));
        if (!whole) std::memcpy(to + k, rest, (count - k) * sizeof *to);
    }
}

/**
 * Doubles with 13 significant bits, the last one 1 if any was cut off: rounded to float (which they are exactly, or
 * far below what bfloat16 has) and on to a 16-bit format they are as if rounded once.
 */
POSENC_INLINE Doubles round_to_odd(Doubles const& v) {
    constexpr std::int64_t kCut = (std::int64_t{1} << 40) - 1;
    Integers const all = bits(v);
    return doubles((((all & kCut) + kCut) | all) & ~kCut);
}

}  // namespace
}  // namespace posenc::core
