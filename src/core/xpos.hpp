// xPos: values that grow or fall with the position.
#pragma once

#include <cstddef>

#include "../posenc.hpp"
#include "kernel.hpp"
#include "multi_double.hpp"

namespace posenc::core {

/** Multiplies rows of phasors by s_i^((p - center)/scale_base). Does nothing without `xpos`. */
class Decay {
 public:
    explicit Decay(Encoding const& encoding);

    explicit operator bool() const { return logarithms_ != nullptr; }

    /** How far a position, to which the origin is not added, is from the center. */
    [[nodiscard]] Exact distance_of(double position) const { return two_sum(position, -center_); }

    /** The rows of blocks first .. first + count - 1 at a distance from the center. */
    void apply(Exact const& distance, std::size_t first, std::size_t count, PhasorBlock* phasors) const;

 private:
    /** ln s_i, whole blocks of them. */
    Exact const* logarithms_ = nullptr;
    double center_ = 0;
    double scale_base_ = 1;
};

}  // namespace posenc::core
