// What the bindings share: two scratch buffers, and the last problem.
#pragma once

#include <cstddef>
#include <span>

#include "../core/check.hpp"

namespace posenc::wasm {

/** One row of the widest encoding in float64. JavaScript fills half of it with ordinary rows, so that it stays in L2.
 */
constexpr std::size_t kScratchBytes = 512 << 10;

extern char output[kScratchBytes];
extern char input[kScratchBytes];

/** Keeps a problem for the problem* functions; true if there is none. */
bool well(core::Problem const& found);

inline double* doubles_in() { return reinterpret_cast<double*>(input); }
inline double* doubles_out() { return reinterpret_cast<double*>(output); }

inline std::span<double const> listed(std::size_t count) { return {doubles_in(), count}; }

}  // namespace posenc::wasm
