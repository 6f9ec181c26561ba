#include "ranges.hpp"

#include "check_numbers.hpp"

namespace posenc::core {

Problem check_range(Range const& range, double value, std::int64_t index) {
    if (value >= range.least && value <= range.most && (!range.whole || whole(value))) return {};
    return {range.parameter, value, range.allowed, range.most, index};
}

Problem check_ranges(std::span<Range const> ranges, double const* values) {
    Problem problem;
    for (Range const& range : ranges) {
        if (!problem) problem = check_range(range, *values++);
    }
    return problem;
}

Problem check_range(Range const& range, std::span<double const> list, std::int64_t offset) {
    Problem problem;
    for (std::size_t k = 0; k < list.size() && !problem; ++k) problem = check_range(range, list[k], offset++);
    return problem;
}

Problem check_range(Range const& range, double start, double step, double count) {
    if (!whole_between(count, 0, kFar)) return {range.parameter, count, "a whole number from 0 to 2^53"};
    if (!finite(step) || step == 0 || (range.whole && !whole(step))) {
        return {"step", step, range.whole ? "a whole number, not 0" : "a finite number, not 0"};
    }
    // Between the first and the last, numbers rise or fall.
    double const ends[] = {start, start + (count - 1) * step};
    Problem problem;
    for (int k = 0; k < 2 && count > k && !problem; ++k) {
        problem = check_range(range, ends[k], k == 0 ? 0 : static_cast<std::int64_t>(count) - 1);
    }
    return problem;
}

}  // namespace posenc::core
