// The one sine: phasors of an angle in turns.
#pragma once

#include "kernel.hpp"
#include "lanes.hpp"

namespace posenc::core {
namespace {

struct Phasors {
    Doubles sine;
    Doubles cosine;
};

/** Adding and subtracting it rounds to a whole number; its sum's low bits are that number. */
constexpr double kRound = 0x1.8p52;

/**
 * Sine and cosine of `turns + rest` turns, |turns| up to 2^40 and |rest| tiny: the nearest quarter turn is taken off
 * exactly, minimax polynomials on an eighth of a turn do the rest (errors below 1.6e-18 and 5e-20, found by Remez'
 * exchange). With the rounding of the last steps each is within 3e-16, and sines of small angles to 3e-16 of
 * themselves.
 */
POSENC_INLINE Phasors phasors_of(Doubles const& turns, Doubles const& rest) {
    Doubles const shifted = turns * 4.0 + kRound;
    Doubles const quarters = shifted - kRound;
    Doubles const t = (turns - quarters * 0.25) + rest;
    Doubles const x = t * 0x1.921fb54442d18p+2;  // 2 pi
    Doubles const y = x * x;

    Doubles s = y * 1.5888551990388767e-10 - 2.5050599636726235e-08;
    s = s * y + 2.75573125407711e-06;
    s = s * y - 0.0001984126982592185;
    s = s * y + 0.008333333333316465;
    s = s * y - 0.166666666666666;
    s = x + (x * y) * s;

    Doubles c = y * -1.1359647805788475e-11 + 2.0875723273259016e-09;
    c = c * y - 2.755731435233285e-07;
    c = c * y + 2.4801587289482184e-05;
    c = c * y - 0.0013888888888874125;
    c = c * y + 0.0416666666666666;
    c = 1.0 - (y * 0.5 - (y * y) * c);

    // Quarter k: (s, c), (c, -s), (-s, -c), (-c, s).
    Integers const k = bits(shifted);
    Integers const swapped = -(k & 1);
    Integers const sine_sign = (k & 2) << 62;
    Integers const cosine_sign = ((k + 1) & 2) << 62;
    return {doubles(bits(select(swapped, c, s)) ^ sine_sign), doubles(bits(select(swapped, s, c)) ^ cosine_sign)};
}

/** A position in the form that the products need: high = upper + lower (Dekker's split), and what high leaves over. */
struct SplitPosition {
    double high;
    double upper;
    double lower;
    double low;
};

/** Sine and cosine of eight pairs' angles at a position; `lane` is the first pair of the vector. */
POSENC_INLINE Phasors phasors_at(Block const& block, int lane, SplitPosition const& p) {
    Doubles const f_upper = load(block.high_upper + lane);
    Doubles const f_lower = load(block.high_lower + lane);
    Doubles const f = f_upper + f_lower;
    // The angle in turns, product + error exactly, and the small terms.
    Doubles const product = f * p.high;
    Doubles const error = ((f_upper * p.upper - product) + f_lower * p.upper + f_upper * p.lower) + f_lower * p.lower;
    Doubles const small = error + (load(block.low + lane) * p.high + f * p.low);
    // Whole turns go exactly; what stays is not smaller than a unit in the product's last place, so that the sum with
    // the small terms splits exactly too.
    Doubles const rest = (product - ((product + kRound) - kRound)) + load(block.phase + lane);
    Doubles const turns = rest + small;
    return phasors_of(turns, (rest - turns) + small);
}

}  // namespace
}  // namespace posenc::core
