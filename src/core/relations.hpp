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

}  // namespace posenc::core
