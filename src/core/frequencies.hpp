// Frequencies: the laws of an encoding, correctly rounded from a wider computation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../posenc.hpp"
#include "multi_double.hpp"

namespace posenc::core {

/** Pairs of the widest encoding. */
constexpr std::size_t kMostPairs = 65536 / 2;

/** Where an encoding's pairs go. Pair i writes its first function if i < firsts and its second if i < seconds. */
struct Columns {
    std::size_t dim;
    std::size_t firsts;
    std::size_t seconds;
    bool halves;
    /** The last column is 0 and belongs to no pair. */
    bool zero_column;

    [[nodiscard]] std::size_t pairs() const { return firsts; }
};

Columns columns_of(Encoding const& encoding);

/** D, the width that the laws speak of. */
std::int64_t law_width(std::int64_t dim, Odd odd);

/** The logarithm of the base as `scaling` raises it, for a law of this width. */
Triple log_base_of(Encoding const& encoding, double width);

/** The frequencies of an encoding's pairs one after the other, each three doubles wide. The encoding must stay. */
class FrequencyLaw {
 public:
    explicit FrequencyLaw(Encoding const& encoding);

    /** The frequency of the next pair, times scale, in turns per position: from pair 0 on. */
    Triple next_turns();

 private:
    /** Blends the turns of a pair with those that are divided by the factor, as yarn and llama3 do. */
    void blend(Triple& turns, std::size_t pair) const;

    Encoding const& encoding_;
    std::size_t pair_ = 0;
    /** The law's frequency of this pair, and what makes it into the next one's. */
    Triple current_ = triple(1);
    Triple step_;
    /** Turns in a unit, times scale. */
    Triple unit_;
    Triple one_over_factor_;
    /** The ramp of yarn and llama3, (x - ramp_start_) * ramp_slope_: x is the pair, or its turns times ramp_turns_. */
    Triple ramp_start_{};
    Triple ramp_slope_{};
    Triple ramp_turns_{};
    /** The factors of longrope that hold. */
    std::span<double const> factors_;
    /** How many pairs proportional keeps. */
    std::size_t kept_ = 0;
};

/** The factors of longrope that hold; none with other scalings. */
std::span<double const> factors_of(Scaling const& scaling);

/** What an encoding multiplies its values by. */
double amplitude_of(Encoding const& encoding);

/** Whether the positions of a call decide on the frequencies. */
inline bool lacks_length(Scaling const& scaling) {
    return (scaling.type == ScalingType::dynamic || scaling.type == ScalingType::longrope) && !scaling.length;
}

/** The length that stands for a largest position: the same for all that have the same frequencies. */
double length_for(Scaling const& scaling, double largest_position);

}  // namespace posenc::core
