// Numbers in ranges: what most checks are.
#pragma once

#include "check.hpp"

namespace posenc::core {

/** Which numbers a parameter may be. A "%" in `allowed` is `most`. */
struct Range {
    char const* parameter;
    double least;
    double most;
    bool whole;
    char const* allowed;
};

Problem check_range(Range const& range, double value, std::int64_t index = -1);

/** One value after the other, each by its range. */
Problem check_ranges(std::span<Range const> ranges, double const* values);

/** The numbers of a list. `offset`: the index of the first. */
Problem check_range(Range const& range, std::span<double const> list, std::int64_t offset = 0);

/** The numbers start, start + step, ... */
Problem check_range(Range const& range, double start, double step, double count);

}  // namespace posenc::core
