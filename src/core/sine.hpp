// The one sine: phasors of an angle, in quarter turns.
#pragma once

#include "kernel.hpp"
#include "lanes.hpp"

namespace posenc::core {
namespace {

struct Phasors {
    WideDoubles sine;
    WideDoubles cosine;
};

/** Adding and subtracting it rounds to a whole number, whose low bits the sum holds. */
constexpr double kRound = 0x1.8p52;
/**
 * The same for multiples of four, and of eight below 2^54 in size: angles of 2^54 radians are 2^53.4 quarter turns, and
 * a sum with a smaller constant would have units of two there.
 */
constexpr double kRoundToFours = 0x1.8p55;

/**
 * Sine and cosine of k + t quarter turns, |t| <= 0.5002; k is in the low bits. Minimax polynomials found by Remez'
 * exchange, off by 2.1e-18 and 3.0e-19; with the rounding of the last steps each is within 1.2e-16, and sines of small
 * angles to that of themselves.
 */
POSENC_INLINE Phasors phasors_of(WideIntegers const& k, WideDoubles const& t) {
    WideDoubles const y = t * t;

    WideDoubles s = y * 5.625114830107497e-08 - 3.598573402579896e-06;
    s = s * y + 0.00016044112945950246;
    s = s * y - 0.004681754129242369;
    s = s * y + 0.07969262624582447;
    s = s * y - 0.6459640975062377;
    s = t * (y * s + 0x1.921fb54442d18p+0);  // pi / 2

    WideDoubles c = y * -6.285857968952683e-09 + 4.710306589903586e-07;
    c = c * y - 2.5202026640792633e-05;
    c = c * y + 0.0009192602725228151;
    c = c * y - 0.02086348076317424;
    c = c * y + 0.25366950790104154;
    c = 1.0 - y * (0x1.3bd3cc9be45dep+0 - y * c);  // pi^2 / 8

    // Quarter k: (s, c), (c, -s), (-s, -c), (-c, s).
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
    bool near;
};

/**
 * Sine and cosine of pairs' angles at a position, from `lane` on.
 *
 * Frequency times position is product + error exactly; of the product, whole quarter turns (near) or whole turns go
 * exactly. Near positions, whose error is far below a quarter turn, need no second rounding; they have no phase and no
 * low part either.
 */
POSENC_INLINE Phasors phasors_at(Block const& block, int lane, SplitPosition const& p) {
    WideDoubles const f_upper = load<WideDoubles>(block.high_upper + lane);
    WideDoubles const f_lower = load<WideDoubles>(block.high_lower + lane);
    WideDoubles const f = f_upper + f_lower;
    WideDoubles const product = f * p.high;
    WideDoubles const error =
        ((f_upper * p.upper - product) + f_lower * p.upper + f_upper * p.lower) + f_lower * p.lower;
    WideDoubles const small = error + (load<WideDoubles>(block.low + lane) * p.high + f * p.low);
    WideDoubles angle = product;
    WideDoubles remainder = small;
    if (!p.near) {
        WideDoubles const rest =
            (product - ((product + kRoundToFours) - kRoundToFours)) + load<WideDoubles>(block.phase + lane);
        // The rest is 0 or not smaller than a unit in the product's last place, which bounds the small terms: their sum
        // splits exactly into angle and remainder.
        angle = rest + small;
        remainder = (rest - angle) + small;
    }
    WideDoubles const shifted = angle + kRound;
    return phasors_of(reinterpret_cast<WideIntegers>(shifted), (angle - (shifted - kRound)) + remainder);
}

}  // namespace
}  // namespace posenc::core
