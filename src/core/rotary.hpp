// Rotations: tables of cosines and sines, and data turned by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

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

/** Data [outer, length, inner, width] to rotate; each of `batches` equal parts of `outer` has positions of its own. */
struct RotatedData {
    void* data;
    Format format;
    std::size_t outer;
    std::size_t length;
    std::size_t inner;
    std::size_t width;
    std::size_t first_channel;
    std::size_t batches;
    bool inverse;
};

/** Rotates by positions [batches * length], in place. */
void rotate_data(Encoding const& encoding, Positions const& positions, RotatedData const& x);
void rotate_data(Encoding const& encoding, std::span<double const> positions, RotatedData const& x);

}  // namespace posenc::core
