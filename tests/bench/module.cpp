// What is measured inside the module: a table into its own memory against plain SIMD stores into the same bytes, so
// that neither copies nor JavaScript arrays count. Built only for benchmarks, with memory for 128 MiB.
#include <emscripten/bind.h>
#include <wasm_simd128.h>

#include <cstdlib>

#include "../../src/core/table.hpp"

namespace {

constexpr std::size_t kBytes = 128u << 20;

char* buffer() {
    static char* const all = static_cast<char*>(std::aligned_alloc(64, kBytes));
    return all;
}

/** Writes the float32 table of positions 0 .. rows - 1. */
void bench_table(int rows, int dim, int repeats) {
    posenc::Encoding const encoding{.dim = dim};
    for (int k = 0; k < repeats; ++k) {
        posenc::core::write_table(encoding, posenc::Positions{.count = rows}, 0, rows, posenc::core::Format::float32,
                                  buffer());
    }
}

/** Single rows of consecutive positions, each asked for on its own: what a call computes, without the call. */
void bench_rows(int first, int count, int dim) {
    posenc::Encoding const encoding{.dim = dim};
    for (int k = 0; k < count; ++k) {
        posenc::core::write_table(encoding, posenc::Positions{.start = static_cast<double>(first + k), .count = 1}, 0,
                                  1, posenc::core::Format::float32, buffer());
    }
}

/** Stores one vector everywhere, another at every repeat: a compiler can neither drop the stores nor call memset. */
void bench_stores(int bytes, int repeats) {
    v128_t value = wasm_f32x4_const(0.1f, 0.2f, 0.3f, 0.4f);
    v128_t const step = wasm_f32x4_splat(1.0f);
    for (int k = 0; k < repeats; ++k) {
        value = wasm_f32x4_add(value, step);
        char* const end = buffer() + bytes;
        for (char* at = buffer(); at < end; at += 64) {
            wasm_v128_store(at, value);
            wasm_v128_store(at + 16, value);
            wasm_v128_store(at + 32, value);
            wasm_v128_store(at + 48, value);
        }
    }
}

/** A value of the buffer, so that the run can tell that the table is one. */
double bench_value(int index) { return reinterpret_cast<float const*>(buffer())[index]; }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_bench) {
    emscripten::function("benchTable", bench_table);
    emscripten::function("benchRows", bench_rows);
    emscripten::function("benchStores", bench_stores);
    emscripten::function("benchValue", bench_value);
}
