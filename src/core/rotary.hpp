// Tables of cosines and sines for rotations, beside those of table.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../posenc.hpp"
#include "kernel.hpp"
#include "points.hpp"
#include "table.hpp"

namespace posenc::core {

/**
 * Makes full rows, 2n values, of the n in each row's second half: every value for both channels of its pair, as
 * `pairing` has them.
 */
void fill_rows(void* table, std::size_t rows, std::size_t pairs, Format format, Pairing pairing);

/** Makes of an encoding of points that can rotate what write_pairs takes: cosines come first on all axes. */
void put_cosines_first(PointEncoding& encoding);

/** Pairs of all axes, those of the first block before those of the next, as write_pairs of table.hpp has one axis'. */
void write_pairs(PointEncoding const& encoding, PointPlaces const& places, std::int64_t first, std::int64_t count,
                 Format format, PairTables const& out);

}  // namespace posenc::core
