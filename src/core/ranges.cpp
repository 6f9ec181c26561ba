#include "ranges.hpp"

#include "checker.hpp"

namespace posenc::core {

Problem check_range(Range const& range, double value, std::int64_t index) {
    Checker check;
    check.require(value >= range.least && value <= range.most && (!range.whole || whole(value)), range.parameter, value,
                  range.allowed, range.most, index);
    return check.problem();
}

Problem check_ranges(std::span<Range const> ranges, double const* values) {
    Checker check;
    for (Range const& range : ranges) check.add(check_range(range, *values++));
    return check.problem();
}

Problem check_range(Range const& range, std::span<double const> list, std::int64_t offset) {
    Checker check;
    for (std::size_t k = 0; k < list.size() && check.well(); ++k) check.add(check_range(range, list[k], offset++));
    return check.problem();
}

Problem check_range(Range const& range, double start, double step, double count) {
    Checker check;
    check.whole_between(range.parameter, count, 0, kFar, "a whole number from 0 to 2^53");
    check.require(finite(step) && step != 0 && (!range.whole || whole(step)), "step", step,
                  range.whole ? "a whole number, not 0" : "a finite number, not 0");
    // Between the first and the last, numbers rise or fall.
    if (count > 0) check.add(check_range(range, start, 0));
    if (check.well() && count > 1) {
        check.add(check_range(range, start + (count - 1) * step, static_cast<std::int64_t>(count) - 1));
    }
    return check.problem();
}

}  // namespace posenc::core
