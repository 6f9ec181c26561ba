// The one sine: phasors of an angle in turns.
#pragma once

#include "kernel.hpp"
#include "lanes.hpp"

namespace posenc::core {
namespace {

struct Phasors {
    WideDoubles sine;
    WideDoubles cosine;
};

/** Adding and subtracting it rounds to a whole number; its sum's low bits are that number. */
constexpr double kRound = 0x1.8p52;

/**
 * Sine and cosine of `turns + rest` turns, |turns| up to 2^40 and |rest| tiny: the nearest quarter turn is taken off
 * exactly, minimax polynomials on an eighth of a turn do the rest (errors below 1.6e-18 and 5e-20, found by Remez'
 * exchange). With the rounding of the last steps each is within 3e-16, and sines of small angles to 3e-16 of
 * themselves.
 */
POSENC_INLINE Phasors phasors_of(WideDoubles const& turns, WideDoubles const& rest) {
    WideDoubles const shifted = turns * 4.0 + kRound;
    WideDoubles const quarters = shifted - kRound;
    WideDoubles const t = (turns - quarters * 0.25) + rest;
    WideDoubles const x = t * 0x1.921fb54442d18p+2;  // 2 pi
    WideDoubles const y = x * x;

    WideDoubles s = y * 1.5888551990388767e-10 - 2.5050599636726235e-08;
    s = s * y + 2.75573125407711e-06;
    s = s * y - 0.0001984126982592185;
    s = s * y + 0.008333333333316465;
    s = s * y - 0.166666666666666;
    s = x + (x * y) * s;

    WideDoubles c = y * -1.1359647805788475e-11 + 2.0875723273259016e-09;
    c = c * y - 2.755731435233285e-07;
    c = c * y + 2.4801587289482184e-05;
    c = c * y - 0.0013888888888874125;
    c = c * y + 0.0416666666666666;
    c = 1.0 - (y * 0.5 - (y * y) * c);

    // Quarter k: (s, c), (c, -s), (-s, -c), (-c, s).
    WideIntegers const k = reinterpret_cast<WideIntegers>(shifted);
    WideIntegers const swapped = -(k & 1);
    WideIntegers const sine_sign = (k & 2) << 62;
    WideIntegers const cosine_sign = ((k + 1) & 2) << 62;
    WideIntegers const s_bits = reinterpret_cast<WideIntegers>(s);
    WideIntegers const c_bits = reinterpret_cast<WideIntegers>(c);
    WideIntegers const difference = (s_bits ^ c_bits) & swapped;
    return {reinterpret_cast<WideDoubles>(s_bits ^ difference ^ sine_sign),
            reinterpret_cast<WideDoubles>(c_bits ^ difference ^ cosine_sign)};
}

/** A position in the form that the products need: high = upper + lower (Dekker's split), and what high leaves over. */
struct SplitPosition {
    double high;
    double upper;
    double lower;
    double low;
};

/** Sine and cosine of eight pairs' angles at a position. */
POSENC_INLINE Phasors phasors_at(Block const& block, SplitPosition const& p) {
    WideDoubles const f_upper = load<WideDoubles>(block.high_upper);
    WideDoubles const f_lower = load<WideDoubles>(block.high_lower);
    WideDoubles const f = f_upper + f_lower;
    // The angle in turns, product + error exactly, and the small terms.
    WideDoubles const product = f * p.high;
    WideDoubles const error =
        ((f_upper * p.upper - product) + f_lower * p.upper + f_upper * p.lower) + f_lower * p.lower;
    WideDoubles const small = error + (load<WideDoubles>(block.low) * p.high + f * p.low);
    // Whole turns go exactly; what stays is not smaller than a unit in the product's last place, so that the sum with
    // the small terms splits exactly too.
    WideDoubles const rest = (product - ((product + kRound) - kRound)) + load<WideDoubles>(block.phase);
    WideDoubles const turns = rest + small;
    return phasors_of(turns, (rest - turns) + small);
}

}  // namespace
}  // namespace posenc::core
