// What can be said of an encoding without making a table: frequencies, wavelengths, shifts, similarity.
#pragma once

#include <cstdint>
#include <span>

#include "../posenc.hpp"

namespace posenc::core {

/** Arguments are valid and outputs of the right length, here and below. */
void write_frequencies(Encoding const& encoding, double* out);
void write_wavelengths(Encoding const& encoding, double* out);
/** The matrices of pairs first .. first + count - 1. */
void write_shift(Encoding const& encoding, double distance, std::size_t first, std::size_t count, double* out);
void write_similarity(Encoding const& encoding, std::span<double const> offsets, double* out);

/**
 * fairseq's make_positions for a row of tokens or a piece of one: padding tokens get `padding`, the others count on
 * from `position`, which is `padding` where a row begins. Returns the last position given.
 */
template <class Number>
Number write_padded_row(std::span<Number const> tokens, Number padding, Number position, Number* out) {
    for (std::size_t k = 0; k < tokens.size(); ++k) out[k] = tokens[k] == padding ? padding : ++position;
    return position;
}

}  // namespace posenc::core
