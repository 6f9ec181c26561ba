// Tables: rows of phasors rounded to a format and put into columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../posenc.hpp"
#include "kernel.hpp"

namespace posenc::core {

/** Bytes of a value. */
constexpr std::size_t size_of(Format format) {
    return format == Format::float32 ? 4 : format == Format::float64 ? 8 : 2;
}

/**
 * Writes rows `first .. first + count - 1` of a progression's table, `dim` values each. Arguments are valid (check.hpp)
 * and `out` holds all rows.
 */
void write_table(Encoding const& encoding, Positions const& positions, std::int64_t first, std::int64_t count,
                 Format format, void* out);

/** Writes a list's table. */
void write_table(Encoding const& encoding, std::span<double const> positions, Format format, void* out);

/** Makes cosines the first functions: `layout`, `order` and `odd` mean nothing to a rotation. */
void put_cosines_first(Encoding& encoding);

/** Where rows of cosines and of sines go, one value a pair; rows are `stride` values apart in both. */
struct PairTables {
    void* cosines;
    void* sines;
    std::size_t stride;
};

/** The same values as in tables, cosines and sines apart: what rotations take. `dim` is even. */
void write_pairs(Encoding const& encoding, Positions const& positions, std::int64_t first, std::int64_t count,
                 Format format, PairTables const& out);
void write_pairs(Encoding const& encoding, std::span<double const> positions, Format format, PairTables const& out);

/** Adds a table of floats to `batch` pieces of data one behind the other. */
void add_table(Encoding const& encoding, Positions const& positions, float* embeddings, std::int64_t batch);
void add_table(Encoding const& encoding, std::span<double const> positions, float* embeddings, std::int64_t batch);

}  // namespace posenc::core
