// Which kernel runs: the widest vector unit of this machine, or the one that POSENC_ISA names.
#include <cstdlib>
#include <cstring>

#include "kernel.hpp"

namespace posenc::core {

#if defined(POSENC_X86_KERNELS)

extern Kernel const kKernelSse2;
extern Kernel const kKernelAvx2;
extern Kernel const kKernelAvx512;

namespace {

Kernel const& choose() {
    // avx512f alone: the kernel uses nothing of the other extensions.
    bool const avx512 = __builtin_cpu_supports("avx512f") != 0;
    bool const avx2 = __builtin_cpu_supports("avx2") != 0;
    if (char const* forced = std::getenv("POSENC_ISA")) {
        if (std::strcmp(forced, "sse2") == 0) return kKernelSse2;
        if (std::strcmp(forced, "avx2") == 0 && avx2) return kKernelAvx2;
        if (std::strcmp(forced, "avx512") == 0 && avx512) return kKernelAvx512;
    }
    return avx512 ? kKernelAvx512 : avx2 ? kKernelAvx2 : kKernelSse2;
}

}  // namespace

Kernel const& kernel() {
    static Kernel const& chosen = choose();
    return chosen;
}

#else

extern Kernel const kKernelGeneric;

Kernel const& kernel() { return kKernelGeneric; }

#endif

}  // namespace posenc::core
