// What is allowed in encodings of points.
#include "check.hpp"
#include "check_numbers.hpp"
#include "frequencies.hpp"
#include "points.hpp"

namespace posenc::core {
namespace {

constexpr double kLargestAngle = 0x1p54;
constexpr double kWidest = 65536;
constexpr char const* kExactly = "exactly % values";
constexpr char const* kNone = "none with several coordinates";
constexpr char const* kAngleAllowed = "|frequency * scale * (position + origin)| at most 2^54";

}  // namespace

Problem check_axis_count(double count) {
    if (!whole_between(count, 1, kMostAxes)) return {"axes", count, "a whole number from 1 to 8"};
    return {};
}

Problem check_axis(Axis const& axis) {
    bool const index = axis.coordinates == Coordinates::index;
    if (axis.reference) {
        double const reference = *axis.reference;
        if (!(reference >= 1e-100 && reference <= kFar)) {
            return {"reference", reference, "a number from 1e-100 to 2^53"};
        }
        if (!index && axis.coordinates != Coordinates::ends) {
            return {"reference", reference, "none, since coordinates are not 'index' or 'ends'"};
        }
    }
    if (!(__builtin_fabs(axis.offset) <= kFar)) {
        return {"offset", axis.offset, "a finite number, at most 2^53 in size"};
    }
    if (!index && axis.offset != 0) return {"offset", axis.offset, "0, since coordinates are not 'index'"};
    // What depends on a single position has no meaning where there are several coordinates.
    Encoding const& encoding = axis.encoding;
    if (encoding.padding) return {"padding", *encoding.padding, kNone};
    if (encoding.xpos) return {"xpos.scaleBase", encoding.xpos->scale_base, kNone};
    return {};
}

Problem check_fourier(double dim, double axes, double length) {
    if (!whole_between(dim / 2, 1, kWidest / 2)) return {"dim", dim, "an even number from 2 to 65536"};
    if (Problem const problem = check_axis_count(axes)) return problem;
    return check_length("frequencies", length, axes, dim / 2);
}

Problem check_arrangement(PointEncoding const& encoding, double dim, double class_rows, std::span<double const> order) {
    std::size_t const coordinates = encoding.coordinates;
    double width = 0;
    for (std::size_t k = 0; k < encoding.axis_count; ++k) width += static_cast<double>(encoding.axes[k].encoding.dim);
    // The tables of frequencies of all axes are kept at the same time.
    if (!(width <= kWidest)) return {"axes", width, "at most 65536 columns of all axes together"};
    if (encoding.mixing == Mixing::selection) {
        SectionOrder const by = encoding.axes[0].encoding.section_order;
        auto const count = static_cast<double>(coordinates);
        if (by != SectionOrder::chunked) {
            double const wanted = by == SectionOrder::interleaved ? 3 : 4;
            if (count != wanted) return {"sections", count, kExactly, wanted};
        }
        if (!(count <= kMostAxes)) return {"sections", count, "a whole number from 1 to 8"};
    }
    if (!whole_between(dim, 1, kWidest)) return {"dim", dim, "a whole number from 1 to 65536"};
    if (!whole_between(class_rows, 0, kFar)) return {"classRows", class_rows, "a whole number from 0 to 2^53"};
    if (order.empty()) return {};
    auto const count = static_cast<double>(coordinates);
    if (order.size() != coordinates) return {"axisOrder", static_cast<double>(order.size()), kExactly, count};
    unsigned seen = 0;
    for (std::size_t k = 0; k < coordinates; ++k) {
        if (!whole_between(order[k], 0, count - 1) || (seen >> static_cast<int>(order[k]) & 1)) {
            return {"axisOrder", order[k], "each axis once, from 0 to %", count - 1, static_cast<std::int64_t>(k)};
        }
        seen |= 1U << static_cast<int>(order[k]);
    }
    return {};
}

Problem check_cells(PointEncoding const& encoding, std::span<double const> sizes) {
    auto const count = static_cast<double>(encoding.coordinates);
    if (sizes.size() != encoding.coordinates) return {"grid", static_cast<double>(sizes.size()), kExactly, count};
    double cells = 1;
    for (std::size_t a = 0; a < sizes.size(); ++a) {
        double const size = sizes[a];
        auto const index = static_cast<std::int64_t>(a);
        if (!whole_between(size, 0, kFar)) return {"grid", size, "a whole number from 0 to 2^53", 0, index};
        cells *= size;
        Axis const& axis = encoding.axes[a];
        double const own = axis.coordinates == Coordinates::index ? size + __builtin_fabs(axis.offset) : 1;
        double const largest = axis.reference ? own * *axis.reference / (size > 1 ? size : 1) : own;
        PointReach const& reach = encoding.reach[a];
        if (!(reach.frequency * (largest + __builtin_fabs(reach.origin)) <= kLargestAngle)) {
            return {"grid", size, kAngleAllowed, 0, index};
        }
    }
    double const values = (cells + static_cast<double>(encoding.class_rows)) * static_cast<double>(encoding.dim);
    if (!(values * 8 <= kFar)) return {"grid", cells, "the result would take % bytes as float32", values * 4};
    return {};
}

Problem check_points(PointEncoding const& encoding, std::span<double const> coordinates, std::int64_t offset) {
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
        std::int64_t const index = offset + static_cast<std::int64_t>(k);
        double const p = coordinates[k];
        if (!(__builtin_fabs(p) <= kFar)) return {"positions", p, "a finite number, at most 2^53 in size", 0, index};
        PointReach const& reach = encoding.reach[static_cast<std::size_t>(index) % encoding.coordinates];
        if (!(reach.frequency * __builtin_fabs(p + reach.origin) <= kLargestAngle)) {
            return {"positions", p, kAngleAllowed, 0, index};
        }
    }
    return {};
}

}  // namespace posenc::core
