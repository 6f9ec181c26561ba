// Vectors of POSENC_LANES doubles, as GNU vector extensions: one source for gcc, clang and emcc.
//
// Everything here is in an unnamed namespace: the file is compiled for several instruction sets, and a shared inline
// function compiled for a wide one must never be linked into the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel.hpp"

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
typedef float Floats __attribute__((vector_size(kLanes * 8)));        // twice as many as doubles
typedef std::int32_t Words __attribute__((vector_size(kLanes * 8)));  // as many as floats
typedef std::uint32_t UnsignedWords __attribute__((vector_size(kLanes * 8)));
typedef float FourFloats __attribute__((vector_size(16)));

/**
 * Vectors of direct evaluation: a whole block, of which compilers make several instructions side by side where the
 * machine's vectors are narrower. One evaluation is a chain of some forty dependent operations, and a processor's
 * window holds hardly two of them; side by side their latencies overlap. In WebAssembly two at a time are 1.1 times the
 * speed for 100 bytes more, and a whole block 1.2 times for four times the code.
 */
#if defined(__wasm_simd128__)
constexpr int kWideLanes = 2 * kLanes;
#else
constexpr int kWideLanes = kBlock;
#endif
typedef double WideDoubles __attribute__((vector_size(kWideLanes * 8)));
typedef std::int64_t WideIntegers __attribute__((vector_size(kWideLanes * 8)));

/** Whether code that is not the most frequent is small rather than fast: in WebAssembly. */
#if defined(__wasm_simd128__)
constexpr bool kSmall = true;
#else
constexpr bool kSmall = false;
#endif

template <class Vector = Doubles, class Value>
POSENC_INLINE Vector load(Value const* from) {
    Vector v;
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
POSENC_INLINE void store_line(void* to, Floats const& v) {
#if POSENC_LANES == 8
    _mm512_stream_ps(static_cast<float*>(to), v);
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

POSENC_INLINE Words words(Floats const& v) { return reinterpret_cast<Words>(v); }
POSENC_INLINE Floats floats(Words const& v) { return reinterpret_cast<Floats>(v); }

/** Whether any word is negative. */
POSENC_INLINE bool any_negative(Words const& v) {
#if defined(__wasm_simd128__)
    return wasm_i32x4_bitmask(reinterpret_cast<v128_t>(v)) != 0;
#else
    Integers const signs = reinterpret_cast<Integers>(v & INT32_MIN);
    std::int64_t either = 0;
    for (int lane = 0; lane < kLanes; ++lane) either |= signs[lane];
    return either != 0;
#endif
}

// Two vectors of a0 b0 a1 b1 ... apart into a0 a1 ... and b0 b1 ..., and together again.

POSENC_INLINE FourFloats evens(FourFloats const& low, FourFloats const& high) {
    return __builtin_shufflevector(low, high, 0, 2, 4, 6);
}
POSENC_INLINE FourFloats odds(FourFloats const& low, FourFloats const& high) {
    return __builtin_shufflevector(low, high, 1, 3, 5, 7);
}
POSENC_INLINE FourFloats zip_low(FourFloats const& a, FourFloats const& b) {
    return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
POSENC_INLINE FourFloats zip_high(FourFloats const& a, FourFloats const& b) {
    return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}
#if POSENC_LANES == 4
POSENC_INLINE Floats evens(Floats const& low, Floats const& high) {
    return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14);
}
POSENC_INLINE Floats odds(Floats const& low, Floats const& high) {
    return __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
}
POSENC_INLINE Floats zip_low(Floats const& a, Floats const& b) {
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
POSENC_INLINE Floats zip_high(Floats const& a, Floats const& b) {
    return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
#elif POSENC_LANES == 8
POSENC_INLINE Floats evens(Floats const& low, Floats const& high) {
    return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}
POSENC_INLINE Floats odds(Floats const& low, Floats const& high) {
    return __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}
POSENC_INLINE Floats zip_low(Floats const& a, Floats const& b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
POSENC_INLINE Floats zip_high(Floats const& a, Floats const& b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
#endif

/** Stores the first half of the floats and the second half apart. */
POSENC_INLINE void store_halves(void* to_a, void* to_b, Floats const& v) {
#if defined(__wasm_simd128__)
    v128_t const all = reinterpret_cast<v128_t>(v);
    wasm_v128_store64_lane(to_a, all, 0);
    wasm_v128_store64_lane(to_b, all, 1);
#else
    std::memcpy(to_a, &v, sizeof v / 2);
    std::memcpy(to_b, reinterpret_cast<float const*>(&v) + kLanes, sizeof v / 2);
#endif
}

// 16-bit numbers, each in a word of its own.

typedef std::uint16_t HalfWords __attribute__((vector_size(kLanes * 4)));

/** Stores the high halves of the words. */
POSENC_INLINE void store_high_halves(void* to, Words const& v) {
#if defined(__wasm_simd128__)
    v128_t const all = reinterpret_cast<v128_t>(v);
    wasm_v128_store64_lane(to, wasm_i16x8_shuffle(all, all, 1, 3, 5, 7, 1, 3, 5, 7), 0);
#else
    store(to, __builtin_convertvector(v >> 16, HalfWords));
#endif
}

/** The same, for the first half of the words and for the second half apart. */
POSENC_INLINE void store_high_halves(void* to_a, void* to_b, Words const& v) {
#if defined(__wasm_simd128__)
    v128_t const all = reinterpret_cast<v128_t>(v);
    v128_t const high = wasm_i16x8_shuffle(all, all, 1, 3, 5, 7, 1, 3, 5, 7);
    wasm_v128_store32_lane(to_a, high, 0);
    wasm_v128_store32_lane(to_b, high, 1);
#else
    HalfWords const high = __builtin_convertvector(v >> 16, HalfWords);
    std::memcpy(to_a, &high, sizeof high / 2);
    std::memcpy(to_b, reinterpret_cast<char const*>(&high) + sizeof high / 2, sizeof high / 2);
#endif
}

POSENC_INLINE Words unpack(std::uint16_t const* from) {
#if defined(__wasm_simd128__)
    return reinterpret_cast<Words>(wasm_u32x4_load16x4(from));
#else
    return __builtin_convertvector(load<HalfWords>(from), Words);
#endif
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

/** a0 b0 a1 b1 ..., in two vectors one behind the other. */
POSENC_INLINE void store_interleaved(char* to, Doubles const& a, Doubles const& b) {
#if POSENC_LANES == 2
    store(to, __builtin_shufflevector(a, b, 0, 2));
    store(to + sizeof a, __builtin_shufflevector(a, b, 1, 3));
#elif POSENC_LANES == 4
    store(to, __builtin_shufflevector(a, b, 0, 4, 1, 5));
    store(to + sizeof a, __builtin_shufflevector(a, b, 2, 6, 3, 7));
#else
    store(to, __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11));
    store(to + sizeof a, __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15));
#endif
}

}  // namespace
}  // namespace posenc::core
