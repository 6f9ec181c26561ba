// What is allowed in encodings of points.
#include "check_numbers.hpp"
#include "frequencies.hpp"
#include "points.hpp"

namespace posenc::core {
namespace {

constexpr double kLargestAngle = 0x1p54;
constexpr double kWidest = 65536;
constexpr char const* kExactly = "exactly % values";
constexpr char const* kNone = "none with several coordinates";
constexpr char const* kCoordinateAllowed = "a finite number, at most 2^53 in size";
constexpr char const* kCountAllowed = "a whole number from 0 to 2^53";
constexpr char const* kAngleAllowed = "|frequency * scale * (position + origin)| at most 2^54";

}  // namespace

Problem check_axis_count(double count) {
    Problem found;
    found.whole_between("axes", count, 1, kMostAxes, "a whole number from 1 to 8");
    return found;
}

Problem check_axis(PointEncoding const& encoding, Axis const& axis, Encoding const& own) {
    Problem found;
    auto const dim = static_cast<double>(own.dim);
    // The tables of frequencies of all axes are kept at the same time.
    found.require(static_cast<double>(encoding.dim) + dim <= kWidest, "dim", dim,
                  "at most 65536 columns of all axes together");
    bool const index = axis.coordinates == Coordinates::index;
    if (axis.reference) {
        found.between("reference", *axis.reference, 1e-100, kFar, "a number from 1e-100 to 2^53");
        found.require(index || axis.coordinates == Coordinates::ends, "reference", *axis.reference,
                      "none, since coordinates are not 'index' or 'ends'");
    }
    found.require(near(axis.offset), "offset", axis.offset, kCoordinateAllowed);
    found.require(index || axis.offset == 0, "offset", axis.offset, "0, since coordinates are not 'index'");
    // What depends on a single position has no meaning where there are several coordinates.
    if (own.padding) found.require(false, "padding", *own.padding, kNone);
    if (own.xpos) found.require(false, "xpos.scaleBase", own.xpos->scale_base, kNone);
    return found;
}

Problem check_fourier(double dim, double axes, double length) {
    Problem found;
    found.require(whole_between(dim / 2, 1, kWidest / 2), "dim", dim, "an even number from 2 to 65536");
    found.add(check_axis_count(axes));
    found.add(check_length("frequencies", length, axes, dim / 2));
    return found;
}

Problem check_arrangement(PointEncoding const& encoding, double dim, double class_rows, std::span<double const> order) {
    Problem found;
    auto const coordinates = static_cast<double>(encoding.coordinates);
    if (encoding.mixing == Mixing::selection) {
        auto const& sections = encoding.axes[0].encoding.sections;
        SectionOrder const by = encoding.axes[0].encoding.section_order;
        double const wanted = by == SectionOrder::interleaved_fourth ? 4 : 3;
        found.require(by == SectionOrder::chunked || coordinates == wanted, "sections", coordinates, kExactly, wanted);
        if (!found && by == SectionOrder::alternating) {
            found.require(sections[1] == sections[2], "sections", static_cast<double>(sections[2]),
                          "%, as many as those of the stream that it alternates with", static_cast<double>(sections[1]),
                          2);
        }
        found.require(coordinates <= kMostAxes, "sections", coordinates, "a whole number from 1 to 8");
    }
    found.whole_between("dim", dim, 1, kWidest, "a whole number from 1 to 65536");
    found.whole_between("classRows", class_rows, 0, kFar, kCountAllowed);
    if (order.empty()) return found;
    found.require(order.size() == encoding.coordinates, "axisOrder", static_cast<double>(order.size()), kExactly,
                  coordinates);
    unsigned seen = 0;
    for (std::size_t k = 0; k < order.size() && !found; ++k) {
        bool const known = whole_between(order[k], 0, coordinates - 1);
        unsigned const axis = known ? 1U << static_cast<int>(order[k]) : 0;
        found.require(known && !(seen & axis), "axisOrder", order[k], "each axis once, from 0 to %", coordinates - 1,
                      static_cast<std::int64_t>(k));
        seen |= axis;
    }
    return found;
}

Problem check_rotary(PointEncoding const& encoding) {
    Problem found;
    found.require(!encoding.identity, "identity", 1, "none in rotations", 0, Problem::kTruth);
    found.require(encoding.class_rows == 0, "classRows", static_cast<double>(encoding.class_rows), "0 in rotations");
    double channels = 0;
    std::size_t const parts = encoding.mixing == Mixing::concatenation ? encoding.axis_count : 1;
    for (std::size_t k = 0; k < parts; ++k) {
        Problem const problem = check_rotary(encoding.axes[k].encoding);
        if (parts > 1) {
            found.require(!problem, "axes", problem.value, "an even dim, the channels that are rotated", 0,
                          static_cast<std::int64_t>(k));
        }
        found.add(problem);
        channels += static_cast<double>(encoding.axes[k].encoding.dim);
    }
    auto const dim = static_cast<double>(encoding.dim);
    found.require(dim == channels, "dim", dim, "%, the channels that all axes rotate", channels);
    return found;
}

Problem check_cells(PointEncoding const& encoding, std::span<double const> sizes) {
    Problem found;
    found.require(sizes.size() == encoding.coordinates, "grid", static_cast<double>(sizes.size()), kExactly,
                  static_cast<double>(encoding.coordinates));
    double cells = 1;
    for (std::size_t a = 0; a < sizes.size() && !found; ++a) {
        double const size = sizes[a];
        auto const index = static_cast<std::int64_t>(a);
        found.whole_between("grid", size, 0, kFar, kCountAllowed, index);
        cells *= size;
        Axis const& axis = encoding.axes[a];
        double const own = axis.coordinates == Coordinates::index ? size + magnitude(axis.offset) : 1;
        double const largest = axis.reference ? own * *axis.reference / (size > 1 ? size : 1) : own;
        PointReach const& reach = encoding.reach[a];
        found.require(reach.frequency * (largest + magnitude(reach.origin)) <= kLargestAngle, "grid", size,
                      kAngleAllowed, 0, index);
    }
    double const values = (cells + static_cast<double>(encoding.class_rows)) * static_cast<double>(encoding.dim);
    found.require(values * 8 <= kFar, "grid", cells, "the result would take % bytes as float32", values * 4);
    return found;
}

Problem check_points(PointEncoding const& encoding, std::span<double const> coordinates, std::int64_t offset) {
    Problem found;
    for (double const p : coordinates) {
        PointReach const& reach = encoding.reach[static_cast<std::size_t>(offset) % encoding.coordinates];
        found.require(near(p), "positions", p, kCoordinateAllowed, 0, offset);
        found.require(reach.frequency * magnitude(p + reach.origin) <= kLargestAngle, "positions", p, kAngleAllowed, 0,
                      offset);
        ++offset;
    }
    return found;
}

}  // namespace posenc::core
