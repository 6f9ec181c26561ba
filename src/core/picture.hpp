// The picture of a matrix at any size: exact means over positions, then means over columns.
#pragma once

#include <cstdint>

#include "../posenc.hpp"
#include "kernel.hpp"

namespace posenc::core {

/** How many pixels wide the whole picture is. */
std::int64_t picture_columns(Encoding const& encoding, std::int64_t columns_per_pixel);

/** Writes rows first .. first + count - 1 of a window as Format::float32 or Format::float64. Arguments are valid. */
void write_picture(Encoding const& encoding, Picture const& picture, std::int64_t first, std::int64_t count,
                   Format format, void* out);

}  // namespace posenc::core
