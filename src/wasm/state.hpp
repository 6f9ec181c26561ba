// What the files of bindings share: the arguments of the running call, and the buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../core/check.hpp"
#include "../core/grid.hpp"
#include "../core/kernel.hpp"
#include "../core/table.hpp"

namespace posenc::wasm {

/** One row of the widest encoding in float64. JavaScript fills half of it with ordinary rows, so that it stays in L2.
 */
constexpr std::size_t kScratchBytes = 512 << 10;

extern char output[kScratchBytes];
extern char input[kScratchBytes];
/** Sines, while cosines stand in the output buffer. */
extern char sines[kScratchBytes];
/** What has no format yet. */
extern double values[kScratchBytes / sizeof(double)];

extern Encoding encoding;
/** Empties an encoding's lists of numbers and gives back their memory, of which there is none to spare. */
void drop_lists(Encoding& of);
extern Positions positions;

/**
 * Where rows come from: what was last set of a progression, a list, points (bindings_points.cpp), or a learned table's
 * rows, made or looked up (bindings_bias.cpp).
 */
enum class Source : std::uint8_t { progression, list, points, learned, looked_up };
extern Source source;

/** Keeps a problem for `problem`; true if there is none. */
bool well(core::Problem const& found);

inline double* doubles_in() { return reinterpret_cast<double*>(input); }
inline double* doubles_out() { return reinterpret_cast<double*>(output); }
inline std::size_t size(double count) { return static_cast<std::size_t>(count); }
inline core::Format format_of(double index) { return static_cast<core::Format>(size(index)); }
/** So many numbers in the input buffer. */
inline std::span<double const> listed(double count) { return {doubles_in(), size(count)}; }

/** Positions of rows, of whose format, first row and number `in` is; of a list, the input buffer holds these rows'. */
core::RowPositions positions_of(double const* in);

/** The encoding of points, and where those of rows from `first` on are. */
extern core::PointEncoding points;
core::PointPlaces places_of(std::int64_t first);

/** Rows of a learned table into the output buffer: at positions in the input buffer, or as it has them. */
void encode_learned(core::Format format, double rows);

}  // namespace posenc::wasm
