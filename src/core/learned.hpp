// Learned tables: values that training starts from, and rows looked up in a table.
#pragma once

#include <span>

#include "ranges.hpp"

namespace posenc::core {

/** dim, length, origin, seed, mean and deviation, before they are whole for sure. */
constexpr int kLearnedNumbers = 6;
Problem check_learned(double const* numbers);
Learned learned_of(double const* numbers, Distribution distribution);

/** Which positions have a row. */
Range range_of_rows(Learned const& learned);

/** Makes the rows of some positions without a table. */
void write_learned(Learned const& learned, std::span<double const> positions, double* out);

/** How to resize a grid of rows. Numbers as they come. */
struct ResampleNumbers {
    /** Rows of the table, with the prefix. */
    double length;
    double prefix;
    /** Whether the table's grid is not given but square. */
    bool square;
    /** Rows and columns of the table's grid and of the new one. */
    double from[2];
    double to[2];
    bool bilinear;
    bool antialias;
    bool align_corners;

    [[nodiscard]] bool equal_grids() const { return from[0] == to[0] && from[1] == to[1]; }
};

/** Cells of a grid at most. */
constexpr double kMostCells = 65536;

/** Checks, and says the size of the table's grid if it was not given. */
Problem check_resample(ResampleNumbers& resample);

/** Channels that can be resampled at once, with kMostCells values for each step. */
std::size_t channels_at_once(ResampleNumbers const& resample);

/** Resizes a grid of some channels, [from, channels] to [to, channels]; `between` has room for kMostCells values. */
void resample_grid(ResampleNumbers const& resample, double const* grid, std::size_t channels, double* between,
                   double* out);

}  // namespace posenc::core
