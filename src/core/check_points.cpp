// What is allowed in encodings of points.
#include "check.hpp"
#include "check_numbers.hpp"
#include "frequencies.hpp"
#include "points.hpp"

namespace posenc::core {
namespace {

constexpr double kLargestAngle = 0x1p54;
constexpr double kWidest = 65536;
constexpr char const* kAngleAllowed = "|frequency * scale * (coordinate + origin)| at most 2^54";

bool in_reach(PointReach const& reach, double coordinate) {
    return reach.frequency * __builtin_fabs(coordinate + reach.origin) <= kLargestAngle;
}

/** What depends on a single position has no meaning where there are several coordinates. */
Problem check_plain(Encoding const& encoding) {
    if (encoding.padding) return {"padding", *encoding.padding, "none with several coordinates"};
    if (encoding.xpos) return {"xpos.scaleBase", encoding.xpos->scale_base, "none with several coordinates"};
    return {};
}

}  // namespace

Problem check_axis_count(double count) {
    if (!whole_between(count, 1, kMostAxes)) return {"axes", count, "from 1 to 8 axes"};
    return {};
}

Problem check_axis(Axis const& axis) {
    if (axis.coordinates == Coordinates::scaled && !(axis.reference >= 1e-100 && axis.reference <= kFar)) {
        return {"reference", axis.reference, "a number from 1e-100 to 2^53, since coordinates is 'scaled'"};
    }
    return check_plain(axis.encoding);
}

Problem check_fourier(double dim, double axes, double length) {
    if (!whole_between(dim / 2, 1, kWidest / 2)) return {"dim", dim, "an even number from 2 to 65536"};
    if (Problem const problem = check_axis_count(axes)) return problem;
    if (Problem const problem = check_total_width(axes * dim)) return problem;
    return check_length("frequencies", length, axes, dim / 2);
}

Problem check_total_width(double width) {
    if (!(width <= kWidest)) return {"axes", width, "at most 65536 columns of all axes together"};
    return {};
}

Problem check_row(double dim, double class_rows) {
    if (!whole_between(dim, 1, kWidest)) return {"dim", dim, "a whole number from 1 to 65536"};
    if (!whole_between(class_rows, 0, kFar)) return {"classRows", class_rows, "a whole number from 0 to 2^53"};
    return {};
}

Problem check_axis_order(std::size_t axes, std::span<double const> order) {
    if (order.empty()) return {};
    auto const count = static_cast<double>(axes);
    if (Problem const problem = check_length("axisOrder", static_cast<double>(order.size()), count, 1)) return problem;
    unsigned seen = 0;
    for (std::size_t k = 0; k < axes; ++k) {
        if (!whole_between(order[k], 0, count - 1) || (seen >> static_cast<int>(order[k]) & 1)) {
            return {"axisOrder", order[k], "each axis once, from 0 to %", count - 1, static_cast<std::int64_t>(k)};
        }
        seen |= 1U << static_cast<int>(order[k]);
    }
    return {};
}

Problem check_sections(Encoding const& encoding) {
    auto const count = static_cast<double>(encoding.sections.size());
    if (encoding.section_order == SectionOrder::chunked) {
        if (!whole_between(count, 1, kMostAxes)) return {"sections", count, "from 1 to 8 sections"};
    } else {
        double const wanted = encoding.section_order == SectionOrder::interleaved ? 3 : 4;
        if (Problem const problem = check_length("sections", count, wanted, 1)) return problem;
    }
    return check_plain(encoding);
}

Problem check_cells(PointEncoding const& encoding, std::span<double const> sizes) {
    auto const count = static_cast<double>(encoding.coordinates);
    if (Problem const problem = check_length("grid", static_cast<double>(sizes.size()), count, 1)) return problem;
    double cells = 1;
    for (std::size_t a = 0; a < sizes.size(); ++a) {
        double const size = sizes[a];
        auto const index = static_cast<std::int64_t>(a);
        if (!whole_between(size, 0, kFar)) return {"grid", size, "a whole number from 0 to 2^53", 0, index};
        cells *= size;
        Axis const& axis = encoding.axes[a];
        double const largest = axis.coordinates == Coordinates::index    ? size
                               : axis.coordinates == Coordinates::scaled ? axis.reference
                                                                         : 1;
        if (!in_reach(reach_of(encoding, a), largest) || !in_reach(reach_of(encoding, a), -1)) {
            return {"grid", size, kAngleAllowed, 0, index};
        }
    }
    double const values = (cells + static_cast<double>(encoding.class_rows)) * static_cast<double>(encoding.dim);
    if (!(values * 8 <= kFar)) return {"grid", cells, "the result would take % bytes as float32", values * 4};
    return {};
}

Problem check_points(PointEncoding const& encoding, std::span<double const> coordinates, std::int64_t offset) {
    PointReach reach[kMostAxes];
    for (std::size_t a = 0; a < encoding.coordinates; ++a) reach[a] = reach_of(encoding, a);
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
        std::int64_t const index = offset + static_cast<std::int64_t>(k);
        double const p = coordinates[k];
        if (!(__builtin_fabs(p) <= kFar)) return {"positions", p, "a finite number, at most 2^53 in size", 0, index};
        if (!in_reach(reach[static_cast<std::size_t>(index) % encoding.coordinates], p)) {
            return {"positions", p, kAngleAllowed, 0, index};
        }
    }
    return {};
}

}  // namespace posenc::core
