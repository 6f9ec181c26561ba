// Values that are no phasors, from doubles to the format of a result: one rounding, the kernel's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../posenc.hpp"
#include "kernel.hpp"

namespace posenc::core {

/** Whole numbers as a result's format: they go on where the formats of tables end. */
constexpr Format kInt32 = static_cast<Format>(4);
constexpr Format kInt64 = static_cast<Format>(5);

inline constexpr std::uint8_t kSizes[] = {4, 8, 2, 2, 4, 8};

/** Bytes of a value. */
constexpr std::size_t size_of(Format format) { return kSizes[static_cast<int>(format)]; }

/** Writes `count` values in a format; whole ones, within the format's range, for kInt32 and kInt64. */
void write_values(double const* values, std::size_t count, Format format, void* out);

}  // namespace posenc::core
