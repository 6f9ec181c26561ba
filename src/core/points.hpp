// Encodings of points: several coordinates, each with an encoding of its own, whose phasors become the pairs of one
// row.
//
// Grids put the pairs of all axes one after the other, sections (M-RoPE) take each pair from one of several streams of
// positions, Fourier features sum the angles of all axes. Every value is evaluated directly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "../posenc.hpp"
#include "check.hpp"
#include "kernel.hpp"
#include "multi_double.hpp"
#include "plan.hpp"

namespace posenc::core {

constexpr std::size_t kMostAxes = 8;

/** How the phasors of the axes become the pairs of a row. */
enum class Mixing : std::uint8_t {
    /** One after the other. */
    concatenation,
    /** Pair i is that of the stream that it belongs to; all streams have one encoding. */
    selection,
    /** The angles are summed. */
    sum,
};

/** The largest frequency, in radians, that a coordinate is multiplied by, and what is added to the coordinate. */
struct PointReach {
    double frequency;
    double origin;
};

/** An encoding of points in the form that all kinds have in common. `arrange` makes what stands below the line. */
struct PointEncoding {
    Mixing mixing = Mixing::concatenation;
    /** In the order of the coordinates (concatenation) or of the rows of frequencies (sum); a single one (selection).
     */
    Axis axes[kMostAxes];
    std::size_t axis_count = 0;
    Blocks blocks = Blocks::axis_major;
    bool identity = false;

    // -----

    /** Numbers of a point: axes or streams. */
    std::size_t coordinates = 0;
    /** Columns of a row, all told; until then those of the axes that are there. */
    std::int64_t dim = 0;
    std::int64_t class_rows = 0;
    /** The coordinate that stands in each block of columns, or takes each row of frequencies. */
    std::uint8_t order[kMostAxes] = {};
    /** How far each coordinate may go. */
    PointReach reach[kMostAxes] = {};

    /** The axis that is the k-th of `order`. */
    [[nodiscard]] Axis const& ordered(std::size_t k) const {
        return axes[mixing == Mixing::concatenation ? order[k] : mixing == Mixing::sum ? k : 0];
    }
};

/**
 * Checks what concerns all axes, which are valid each, and completes the encoding.
 * @param dim columns of a row, if the caller says how many
 * @param order of the axes, [] for their own
 */
Problem arrange(PointEncoding& encoding, std::optional<double> dim, double class_rows, std::span<double const> order);

/** Where the points of rows are: all cells of a grid, or a list. */
struct PointPlaces {
    /** One a coordinate; null for a list. */
    double const* sizes = nullptr;
    /** Coordinate a of the k-th point from `list_first` on is list[k * point_stride + a * axis_stride]. */
    double const* list = nullptr;
    std::size_t point_stride = 0;
    std::size_t axis_stride = 0;
    /** The point that the list begins with; class rows do not count. */
    std::int64_t list_first = 0;
};

/** Makes the pairs of rows, one row at a time. For one call at a time. */
class PointRows {
 public:
    PointRows(PointEncoding const& encoding, PointPlaces const& places);

    /**
     * Pairs of row k, all in one: pair i in lane i % 8 of block i / 8, first and second function as the axis' order
     * says. Before them is a block of the eight coordinates at most, without the encodings' origins, and eight zeros.
     * Good until the next call. Null for a class row; row class_rows is the first point.
     */
    PhasorBlock const* row(std::int64_t k);

    /** How many pairs there are in all. */
    [[nodiscard]] std::size_t pairs() const { return pairs_; }
    /** The columns of a block alone. */
    [[nodiscard]] Columns const& columns(std::size_t block) const { return parts_[block].plan->columns; }
    /** Where the pairs of a block of columns begin, in the order of the blocks; one for selection and sum. */
    [[nodiscard]] std::size_t first_pair(std::size_t block) const { return parts_[block].first_pair; }

 private:
    struct Part {
        Plan const* plan;
        double origin;
        std::size_t first_pair;
        /** The position last evaluated. */
        Exact held;
    };

    void locate(std::int64_t k);
    void fill(std::size_t part_index);
    void sum_angles(std::size_t b, Block& sum) const;

    PointEncoding const& encoding_;
    PointPlaces places_;
    std::size_t pairs_ = 0;
    Part parts_[kMostAxes];
    Exact coordinates_[kMostAxes];
};

}  // namespace posenc::core
