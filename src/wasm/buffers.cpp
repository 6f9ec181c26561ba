// The large buffers. Linked last, so that they stand behind all else in memory: the code holds addresses of the rest in
// fewer bytes.
#include "state.hpp"

namespace posenc::wasm {

alignas(64) char output[kScratchBytes];
alignas(64) char input[kScratchBytes];
alignas(64) char sines[kScratchBytes];
double values[kScratchBytes / sizeof(double)];

}  // namespace posenc::wasm
