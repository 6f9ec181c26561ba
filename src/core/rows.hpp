// Rows of phasors: the one place that says how the value of a position comes about.
//
// A whole position q >= 0 belongs to the tile of eight rows whose centre, a multiple of 8, is nearest, and the tile to
// the anchor, a multiple of 64, that is nearest. The anchor's phasor is evaluated directly, turned to the tile's centre
// by a tabled rotation and from there to the row by another: three roundings, wherever the row is asked for. A negative
// whole position mirrors the positive one; any other position is evaluated directly. The grid starts at 0 with a
// centre, so that small angles keep their relative accuracy and sin 0 is 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel.hpp"
#include "plan.hpp"

namespace posenc::core {

/** Blocks that are worked on at a time where phasors are stored before they are written: eight rows stay in L1. */
constexpr std::size_t kSegment = 16;

/**
 * A position of a plan. Which way direct evaluation takes is part of a value's definition, so it depends on encoding
 * and position alone: never on what else is asked for.
 */
inline Position position_of(Plan const& plan, double high, double low) {
    double const angle = (high < 0 ? -high : high) * plan.largest_frequency;
    return {high, low, !plan.key.mean && low == 0 && angle < 0x1p38};
}

/** Where a whole row lies on the grid. */
struct GridPlace {
    std::int64_t anchor;
    int tile;
    int row;
};

inline GridPlace grid_place(std::int64_t q) {
    std::int64_t const shifted = q + kRowsBeforeAnchor;
    int const within = static_cast<int>(shifted & (kAnchorRows - 1));
    return {shifted >> 6, (within >> 3) - 3, (within & 7) - 4};
}

/** True at the first row of a tile. */
inline bool starts_tile(std::int64_t q) { return ((q + 4) & 7) == 0; }

/** Makes rows of phasors of one plan, keeping the anchors that it used last. For one call at a time. */
class Rows {
 public:
    /**
     * @param base_high, base_low the position of row 0, to which row q adds q * step
     */
    explicit Rows(Plan const& plan, double base_high = 0, double base_low = 0);

    [[nodiscard]] Plan const& plan() const { return plan_; }

    /** Phasors of blocks first .. first + count - 1 at grid row q, which may be negative (only with base 0). */
    void grid_row(std::int64_t q, std::size_t first, std::size_t count, PhasorBlock* out);

    /** The same for the eight rows of the tile that starts at q; rows of `out` are `stride` blocks apart. */
    void grid_tile(std::int64_t q, std::size_t first, std::size_t count, PhasorBlock* out, std::size_t stride);

    /** All blocks' phasors at an anchor, by its number (GridPlace::anchor). */
    PhasorBlock const* anchors(std::int64_t anchor);

    /** Direct evaluation at the position high + low. */
    void direct_row(double high, double low, std::size_t first, std::size_t count, PhasorBlock* out) const;

 private:
    Plan const& plan_;
    double base_high_;
    double base_low_;
    std::size_t slots_;
};

}  // namespace posenc::core
