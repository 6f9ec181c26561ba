// What is measured inside the module: a table into its own memory against plain SIMD stores into the same bytes, so
// that neither copies nor JavaScript arrays count. Built only for benchmarks, with memory for 128 MiB.
#include <emscripten/bind.h>
#include <wasm_simd128.h>

#include <new>

#include <cstring>

#include "../../src/core/table.hpp"

namespace {

constexpr std::size_t kBytes = 128u << 20;

char* buffer() {
    static char* const all = static_cast<char*>(operator new (kBytes, std::align_val_t{64}));
    return all;
}

/** Writes the float32 table of positions 0 .. rows - 1. */
void bench_table(int rows, int dim, int repeats) {
    posenc::Encoding const encoding{.dim = dim};
    for (int k = 0; k < repeats; ++k) {
        posenc::core::write_table(encoding, posenc::Positions{.count = rows}, posenc::core::Format::float32, buffer());
    }
}

/** Single rows of consecutive positions, each asked for on its own: what a call computes, without the call. */
void bench_rows(int first, int count, int dim) {
    posenc::Encoding const encoding{.dim = dim};
    for (int k = 0; k < count; ++k) {
        posenc::core::write_table(encoding, posenc::Positions{.start = static_cast<double>(first + k), .count = 1},
                                  posenc::core::Format::float32, buffer());
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

// Queries or keys, [heads, rows, dim], in the buffer's first 32 MiB; cosines and sines stand in its last ones.

float* tables() { return reinterpret_cast<float*>(buffer() + (96u << 20)); }

void bench_rotation_tables(int rows, int dim) {
    std::size_t const pairs = static_cast<std::size_t>(dim) / 2;
    posenc::core::write_pairs(posenc::Encoding{.dim = dim}, posenc::Positions{.count = rows},
                              posenc::core::Format::float32,
                              {tables(), tables() + static_cast<std::size_t>(rows) * pairs, pairs});
}

/** Rotates all heads by the ready tables, so many rows at a time that these stay in the L2 cache, as `rotate` does. */
void bench_rotate(int heads, int rows, int dim, bool half, int format) {
    std::size_t const pairs = static_cast<std::size_t>(dim) / 2;
    std::size_t const count = static_cast<std::size_t>(rows);
    std::size_t const at_once = 32768 / pairs;
    posenc::core::Format const of = static_cast<posenc::core::Format>(format);
    std::size_t const row_bytes = 2 * pairs * posenc::core::size_of(of);
    for (std::size_t first = 0; first < count; first += at_once) {
        std::size_t const some = count - first < at_once ? count - first : at_once;
        float const* const cosines = tables() + first * pairs;
        for (std::size_t head = 0; head < static_cast<std::size_t>(heads); ++head) {
            posenc::core::kernel().rotate({buffer() + (head * count + first) * row_bytes, of, 2 * pairs, 1, cosines,
                                           cosines + count * pairs, some, pairs, half, false});
        }
    }
}

/** Makes every 32-bit word of the buffer's beginning the same. */
void bench_fill(int bytes, double word) {
    std::uint32_t* const words = reinterpret_cast<std::uint32_t*>(buffer());
    for (int k = 0; k < bytes / 4; ++k) words[k] = static_cast<std::uint32_t>(word);
}

/** Copies bytes from the buffer's beginning to its middle. */
void bench_copy(int bytes) { std::memcpy(buffer() + (kBytes >> 1), buffer(), static_cast<std::size_t>(bytes)); }

/** A value of the buffer, so that the run can tell that the table is one. */
double bench_value(int index) { return reinterpret_cast<float const*>(buffer())[index]; }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_bench) {
    emscripten::function("benchTable", bench_table);
    emscripten::function("benchRows", bench_rows);
    emscripten::function("benchStores", bench_stores);
    emscripten::function("benchRotationTables", bench_rotation_tables);
    emscripten::function("benchRotate", bench_rotate);
    emscripten::function("benchFill", bench_fill);
    emscripten::function("benchCopy", bench_copy);
    emscripten::function("benchValue", bench_value);
}
