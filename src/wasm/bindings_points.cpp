// Encodings of points: `beginPoints`, for each axis `setEncoding` and `addAxis`, `arrangePoints`, then `setCells` or
// `checkPoints`, and `encodeRows` as for one position.
#include "operations.hpp"
#include "state.hpp"

namespace posenc::wasm {

core::PointEncoding points;

namespace {

/** Of a grid; none for a list. */
double sizes[core::kMostAxes];
bool in_cells;

}  // namespace

/** How many axes; of a sum its width and the number of its frequencies, otherwise 0 and 0. */
double begin_points(double* in) {
    for (Axis& axis : points.axes) drop_lists(axis.encoding);
    points.axis_count = 0;
    points.dim = 0;
    return well(in[1] != 0 ? core::check_fourier(in[1], in[0], in[2]) : core::check_axis_count(in[0]));
}

/** The encoding in use as the next axis, or as that of all streams: coordinates, offset, reference, whether there is
 * one. */
double add_axis(double* in) {
    Axis& axis = points.axes[points.axis_count];
    axis.coordinates = static_cast<Coordinates>(size(in[0]));
    axis.offset = in[1];
    axis.reference = in[3] != 0 ? std::optional(in[2]) : std::nullopt;
    if (!well(core::check_axis(points, axis, encoding))) return 0;
    axis.encoding = encoding;
    points.dim += encoding.dim;
    return static_cast<double>(++points.axis_count);
}

/**
 * Mixing, blocks, identity, class rows, whether there is a dim, dim, and the length of the order, which the input
 * buffer holds. Returns the columns of a row, or 0.
 */
double arrange_points(double* in) {
    points.mixing = static_cast<core::Mixing>(size(in[0]));
    points.blocks = static_cast<Blocks>(size(in[1]));
    points.identity = in[2] != 0;
    std::optional<double> const dim = in[4] != 0 ? std::optional(in[5]) : std::nullopt;
    source = Source::points;
    in_cells = false;
    return well(core::arrange(points, dim, in[3], listed(in[6]))) ? static_cast<double>(points.dim) : 0;
}

/** So many sizes that the input buffer holds. */
double set_cells(double* in) {
    if (!well(core::check_cells(points, listed(in[0])))) return 0;
    for (std::size_t a = 0; a < points.coordinates; ++a) sizes[a] = doubles_in()[a];
    in_cells = true;
    return 1;
}

/** Coordinates that the input buffer holds: how many, and the index of the first in the whole list. */
double check_points(double* in) {
    return well(core::check_points(points, listed(in[0]), static_cast<std::int64_t>(in[1])));
}

/** Of a list, the input buffer holds the points of these rows. */
core::PointPlaces places_of(std::int64_t first) {
    if (in_cells) return {.sizes = sizes};
    std::int64_t const point = first - points.class_rows;
    return {.list = doubles_in(),
            .point_stride = points.coordinates,
            .axis_stride = 1,
            .list_first = point < 0 ? 0 : point};
}

}  // namespace posenc::wasm
