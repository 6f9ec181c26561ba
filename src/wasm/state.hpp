// What the running call keeps: its arguments, the scratch buffers and the last problem.
#pragma once

#include <cstddef>
#include <span>

#include "../core/check.hpp"

namespace posenc::wasm {

/** One row of the widest encoding in float64. JavaScript fills half of it with ordinary rows, so that it stays in L2.
 */
constexpr std::size_t kScratchBytes = 512 << 10;

alignas(64) inline char output[kScratchBytes];
alignas(64) inline char input[kScratchBytes];

inline Encoding encoding;
inline Positions positions;
inline core::Problem problem;

inline bool well(core::Problem const& found) {
    problem = found;
    return !found;
}

inline std::span<double const> listed(std::size_t count) { return {reinterpret_cast<double*>(input), count}; }

}  // namespace posenc::wasm
