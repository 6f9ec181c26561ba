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

/** The angle without the whole turns next to it: exact. */
POSENC_INLINE WideDoubles without_turns(WideDoubles const& quarters) {
    return quarters - ((quarters + kRoundToFours) - kRoundToFours);
}

/** A product as what the angle needs of it: `value` with an error far below it, and the small rest. */
struct Product {
    WideDoubles value;
    WideDoubles rest;
};

/** Frequencies of block b times a position: the product exactly, apart from the frequencies' and position's low parts. */
POSENC_INLINE Product product_of(Term const& term, std::size_t b) {
    Block const& block = term.blocks[b];
    double const p = term.position.high;
    double const scaled = 134217729.0 * p;  // 2^27 + 1, Dekker's split
    double const p_upper = scaled - (scaled - p);
    double const p_lower = p - p_upper;
    WideDoubles const f_upper = load<WideDoubles>(block.high_upper);
    WideDoubles const f_lower = load<WideDoubles>(block.high_lower);
    WideDoubles const f = f_upper + f_lower;
    WideDoubles const product = f * p;
    WideDoubles const error = ((f_upper * p_upper - product) + f_lower * p_upper + f_upper * p_lower) + f_lower * p_lower;
    WideDoubles const low = load<WideDoubles>(block.low) * p;
    if (term.position.near) return {product, error + low};
    return {product, error + (low + f * term.position.low)};
}

/**
 * Sine and cosine of eight pairs' angles, which are sums of terms.
 *
 * Frequency times position is product + rest; of the product, whole quarter turns (near, which only single terms are) or
 * whole turns go exactly. Near positions, whose rest is far below a quarter turn, need no second rounding; they have no
 * phase and no low part either.
 */
POSENC_INLINE Phasors phasors_at(Term const& first_term, Term const* terms, std::size_t count, std::size_t b) {
    Product const first = product_of(first_term, b);
    WideDoubles shifted;
    WideDoubles t;
    if (first_term.position.near) {
        shifted = first.value + kRound;
        t = (first.value - (shifted - kRound)) + first.rest;
    } else {
        WideDoubles turned = without_turns(first.value) + load<WideDoubles>(first_term.blocks[b].phase);
        WideDoubles small = first.rest;
        for (std::size_t k = 1; k < count; ++k) {
            Product const next = product_of(terms[k], b);
            WideDoubles const more = without_turns(next.value) + load<WideDoubles>(terms[k].blocks[b].phase);
            WideDoubles const sum = turned + more;
            WideDoubles const part = sum - turned;
            small += next.rest + ((turned - (sum - part)) + (more - part));
            turned = sum;
        }
        // A single term is 0 or not smaller than a unit in the product's last place, which bounds the small parts: their
        // sum splits exactly into angle and remainder. After terms that cancel the remainder is off by 2^-52 at most.
        WideDoubles const angle = turned + small;
        WideDoubles const remainder = (turned - angle) + small;
        shifted = angle + kRound;
        t = (angle - (shifted - kRound)) + remainder;
    }
    return phasors_of(reinterpret_cast<WideIntegers>(shifted), t);
}

}  // namespace
}  // namespace posenc::core
