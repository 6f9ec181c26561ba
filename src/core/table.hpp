// Tables: rows of phasors rounded to a format and put into columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../posenc.hpp"
#include "kernel.hpp"
#include "values.hpp"

namespace posenc::core {

/** Positions of rows, one behind the other: a list, or a progression of which row 0 is the first. */
struct RowPositions {
    RowPositions(std::span<double const> positions)
        : list(positions.data()), count(static_cast<std::int64_t>(positions.size())) {}
    RowPositions(Positions const& positions) : start(positions.start), step(positions.step), count(positions.count) {}

    /** Null for a progression. */
    double const* list = nullptr;
    double start = 0;
    double step = 0;
    /** The progression's row that comes first. */
    std::int64_t first = 0;
    std::int64_t count;

    double operator[](std::int64_t k) const { return list ? list[k] : start + static_cast<double>(first + k) * step; }

    /** Whether all are whole numbers that go up by one. */
    [[nodiscard]] bool consecutive() const { return !list && step == 1 && start == __builtin_floor(start); }

    /** Rows from .. from + some - 1. */
    [[nodiscard]] RowPositions part(std::int64_t from, std::int64_t some) const {
        RowPositions result = *this;
        if (list) result.list += from;
        result.first += from;
        result.count = some;
        return result;
    }
};

/** Writes a table, `dim` values a row. Arguments are valid (check.hpp) and `out` holds all rows. */
void write_table(Encoding const& encoding, RowPositions const& positions, Format format, void* out);

/**
 * Makes of an encoding that can rotate what write_pairs takes: cosines are the first functions. `layout`, `order` and
 * `odd` mean nothing to a rotation.
 */
void put_cosines_first(Encoding& encoding);

/** Where rows of cosines and of sines go, one value a pair; rows are `stride` values apart in both. */
struct PairTables {
    void* cosines;
    void* sines;
    std::size_t stride;
};

/** The same values as in tables, cosines and sines apart: what rotations take. Of an encoding with cosines first. */
void write_pairs(Encoding const& encoding, RowPositions const& positions, Format format, PairTables const& out);

/** Adds a table of floats to `batch` pieces of data one behind the other. */
void add_table(Encoding const& encoding, RowPositions const& positions, float* embeddings, std::int64_t batch);

}  // namespace posenc::core
