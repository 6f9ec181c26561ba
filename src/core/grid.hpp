// Tables of points: rows of pairs put into columns.
#pragma once

#include <cstdint>

#include "points.hpp"

namespace posenc::core {

/** Writes rows first .. first + count - 1, encoding.dim values each. A list begins at the first point of these rows. */
void write_points(PointEncoding const& encoding, PointPlaces const& places, std::int64_t first, std::int64_t count,
                  Format format, void* out);

}  // namespace posenc::core
