#include "ranges.hpp"

#include "check_numbers.hpp"

namespace posenc::core {

Problem check_range(Range const& range, double value, std::int64_t index) {
    Problem found;
    found.require(value >= range.least && value <= range.most && (!range.whole || whole(value)), range.parameter, value,
                  range.allowed, range.most, index);
    return found;
}

Problem check_ranges(std::span<Range const> ranges, double const* values) {
    Problem found;
    for (Range const& range : ranges) found.add(check_range(range, *values++));
    return found;
}

Problem check_range(Range const& range, std::span<double const> list, std::int64_t offset) {
    Problem found;
    for (std::size_t k = 0; k < list.size() && !found; ++k) found.add(check_range(range, list[k], offset++));
    return found;
}

Problem check_range(Range const& range, double start, double step, double count) {
    Problem found;
    found.whole_between(range.parameter, count, 0, kFar, "a whole number from 0 to 2^53");
    found.require(finite(step) && step != 0 && (!range.whole || whole(step)), "step", step,
                  range.whole ? "a whole number, not 0" : "a finite number, not 0");
    // Between the first and the last, numbers rise or fall.
    if (count > 0) found.add(check_range(range, start, 0));
    if (!found && count > 1) {
        found.add(check_range(range, start + (count - 1) * step, static_cast<std::int64_t>(count) - 1));
    }
    return found;
}

}  // namespace posenc::core
