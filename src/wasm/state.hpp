// What the files of bindings share: the arguments of the running call, and the two scratch buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../core/check.hpp"
#include "../core/kernel.hpp"
#include "../core/points.hpp"
#include "../core/table.hpp"

namespace posenc::wasm {

/** One row of the widest encoding in float64. JavaScript fills half of it with ordinary rows, so that it stays in L2.
 */
constexpr std::size_t kScratchBytes = 512 << 10;

extern char output[kScratchBytes];
extern char input[kScratchBytes];

extern Encoding encoding;
extern Positions positions;

/** Where rows come from: what was last set of a progression, a list or points (bindings_points.cpp). */
enum class Source : std::uint8_t { progression, list, points };
extern Source source;

/** Keeps a problem for the problem* functions; true if there is none. */
bool well(core::Problem const& found);

/** Positions of rows from `first` on; of a list, the input buffer holds these rows'. */
core::RowPositions positions_of(std::int64_t first, int rows);

inline double* doubles_in() { return reinterpret_cast<double*>(input); }
inline double* doubles_out() { return reinterpret_cast<double*>(output); }
inline std::span<double const> listed(int count) { return {doubles_in(), static_cast<std::size_t>(count)}; }

/** The encoding of points, and where those of rows from `first` on are. */
extern core::PointEncoding points;
core::PointPlaces places_of(std::int64_t first);

/** Rows of points into the output buffer. */
void encode_points(core::Format format, std::int64_t first, int rows);

}  // namespace posenc::wasm
