// Vectors of POSENC_LANES doubles, as GNU vector extensions: one source for gcc, clang and emcc.
//
// Everything here is in an unnamed namespace: the file is compiled for several instruction sets, and a shared inline
// function compiled for a wide one must never be linked into the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif POSENC_LANES == 8
#include <immintrin.h>
#endif

#define POSENC_INLINE inline __attribute__((always_inline))

namespace posenc::core {
namespace {

constexpr int kLanes = POSENC_LANES;

typedef double Doubles __attribute__((vector_size(kLanes * 8)));
typedef std::int64_t Integers __attribute__((vector_size(kLanes * 8)));
typedef float Floats __attribute__((vector_size(kLanes * 8)));  // twice as many as doubles

POSENC_INLINE Doubles load(double const* from) {
    Doubles v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

template <class Vector, class Value>
POSENC_INLINE void store(Value* to, Vector const& v) {
    std::memcpy(to, &v, sizeof v);
}

/** Whether a vector of floats is a whole cache line, so that a store past the cache is one transaction. */
constexpr bool kStoresLines = POSENC_LANES == 8;

/** Stores past the cache: saves reading the line first where a table is larger than the caches. `to` is aligned. */
POSENC_INLINE void store_line(float* to, Floats const& v) {
#if POSENC_LANES == 8
    _mm512_stream_ps(to, v);
#else
    store(to, v);
#endif
}

/** Makes lines stored past the cache visible before anything stored later. */
POSENC_INLINE void publish_lines() {
#if POSENC_LANES == 8
    _mm_sfence();
#endif
}

POSENC_INLINE Integers bits(Doubles const& v) { return reinterpret_cast<Integers>(v); }
POSENC_INLINE Doubles doubles(Integers const& v) { return reinterpret_cast<Doubles>(v); }

/** Lanes of `yes` where all bits of the mask are set, of `no` where none is. */
POSENC_INLINE Doubles select(Integers const& mask, Doubles const& yes, Doubles const& no) {
    return doubles((bits(yes) & mask) | (bits(no) & ~mask));
}

/** a0 b0 a1 b1 ..., rounded to float. */
POSENC_INLINE Floats interleave_floats(Doubles const& a, Doubles const& b) {
#if defined(__wasm_simd128__)
    // LLVM 14 makes scalar code of convertvector here.
    return reinterpret_cast<Floats>(wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(a)),
                                                       wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(b)), 0, 4,
                                                       1, 5));
#else
    typedef float Half __attribute__((vector_size(kLanes * 4)));
    Half const x = __builtin_convertvector(a, Half);
    Half const y = __builtin_convertvector(b, Half);
#if POSENC_LANES == 2
    return __builtin_shufflevector(x, y, 0, 2, 1, 3);
#elif POSENC_LANES == 4
    return __builtin_shufflevector(x, y, 0, 4, 1, 5, 2, 6, 3, 7);
#else
    return __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
#endif
#endif
}

/** a0 a1 ... b0 b1 ..., rounded to float. */
POSENC_INLINE Floats join_floats(Doubles const& a, Doubles const& b) {
#if defined(__wasm_simd128__)
    return reinterpret_cast<Floats>(wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(a)),
                                                       wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(b)), 0, 1,
                                                       4, 5));
#else
    typedef float Half __attribute__((vector_size(kLanes * 4)));
    Half const x = __builtin_convertvector(a, Half);
    Half const y = __builtin_convertvector(b, Half);
#if POSENC_LANES == 2
    return __builtin_shufflevector(x, y, 0, 1, 2, 3);
#elif POSENC_LANES == 4
    return __builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7);
#else
    return __builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
#endif
}

}  // namespace
}  // namespace posenc::core
