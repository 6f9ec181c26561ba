// Plain stores, as wide as the compiler makes them: the most that writing a table could reach without computing.
#include <cstddef>

void POSENC_STORES(float* out, std::size_t count, float value);

void POSENC_STORES(float* out, std::size_t count, float value) {
    for (std::size_t i = 0; i < count; ++i) out[i] = value;
}
