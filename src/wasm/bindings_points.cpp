// Encodings of points: `beginPoints`, for each axis `setEncoding` and `addAxis`, `arrangePoints`, then `setCells` or
// `checkPoints`, and `encodeRows` as for one position.
#include <emscripten/bind.h>

#include "../core/grid.hpp"
#include "state.hpp"

namespace posenc::wasm {
namespace {

core::PointEncoding points;
/** Of a grid; none for a list. */
double sizes[core::kMostAxes];
bool in_cells;

/** `dim` and `frequencies`, their number, are those of a sum; 0 without. */
bool begin_points(double axes, double dim, double frequencies) {
    points.axis_count = 0;
    return well(dim != 0 ? core::check_fourier(dim, axes, frequencies) : core::check_axis_count(axes));
}

/** The encoding in use as the next axis, or as that of all streams. */
bool add_axis(int coordinates, double offset, double reference, bool has_reference) {
    Axis& axis = points.axes[points.axis_count++];
    axis.encoding = encoding;
    axis.coordinates = static_cast<Coordinates>(coordinates);
    axis.offset = offset;
    axis.reference = has_reference ? std::optional(reference) : std::nullopt;
    return well(core::check_axis(axis));
}

/** The input buffer holds what points.ts says, and the order of the axes. Returns the columns of a row, or 0. */
double arrange_points(int ordered) {
    double const* const given = doubles_in();
    points.mixing = static_cast<core::Mixing>(given[0]);
    points.blocks = static_cast<Blocks>(given[1]);
    points.identity = given[2] != 0;
    std::optional<double> const dim = given[4] != 0 ? std::optional(given[5]) : std::nullopt;
    source = Source::points;
    in_cells = false;
    auto const order = listed(ordered + 6).subspan(6);
    return well(core::arrange(points, dim, given[3], order)) ? static_cast<double>(points.dim) : 0;
}

/** Sizes that the input buffer holds. */
bool set_cells(int count) {
    if (!well(core::check_cells(points, listed(count)))) return false;
    for (std::size_t a = 0; a < points.coordinates; ++a) sizes[a] = doubles_in()[a];
    in_cells = true;
    return true;
}

/** Coordinates that the input buffer holds; `offset` is the index of the first in the whole list. */
bool check_points(int count, double offset) {
    return well(core::check_points(points, listed(count), static_cast<std::int64_t>(offset)));
}

}  // namespace

/** Of a list, the input buffer holds the points of these rows. */
void encode_points(core::Format format, std::int64_t first, int rows) {
    core::PointPlaces places;
    if (in_cells) {
        places.sizes = sizes;
    } else {
        std::int64_t const point = first - points.class_rows;
        places = {.list = doubles_in(),
                  .point_stride = points.coordinates,
                  .axis_stride = 1,
                  .list_first = point < 0 ? 0 : point};
    }
    core::write_points(points, places, first, rows, format, output);
}

EMSCRIPTEN_BINDINGS(posenc_points) {
    using emscripten::function;
    function("beginPoints", begin_points);
    function("addAxis", add_axis);
    function("arrangePoints", arrange_points);
    function("setCells", set_cells);
    function("checkPoints", check_points);
}

}  // namespace posenc::wasm
