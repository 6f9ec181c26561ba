// Posenc: positional encodings for Transformers, exact to the last bit. This header is the manual.
//
// Symbols: p is a position, d the model width (`dim`, d_model), i the index of a (sin, cos) pair, w_i its angular
// frequency in radians per position. Tables are row-major: one row a position, `dim` values a row.
//
// The angle of pair i at position p is w_i * scale * (p + origin), without intermediate rounding; the pair's values
// are value_scale * sin(angle) and value_scale * cos(angle).
//
// Exactness. For positions up to 2^53 in size, whole or not, one double stands behind every value, within 1e-14 of
// the exact value (times |value_scale|, if that is above 1); float, float16 and bfloat16 tables are that double
// rounded once, to nearest even. Tables of double are evaluated directly, within 1e-15. The bits of a value depend on
// the encoding and the position alone: counts, chunks, single rows and lists agree, on every machine and in
// WebAssembly.
//
// Errors. Every function checks its arguments before it writes anything and throws std::invalid_argument with the
// parameter, the value and what is allowed: "invalid dim: 0 (a whole number from 1 to 65536)". Messages are those of
// the npm package, and name parameters as it does: valueScale is value_scale here.
//
// Threads. Functions may be called from any thread; each keeps the frequency tables of the encodings that it used
// last, 6 MiB at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace posenc {

/**
 * The law of frequencies. With D the width after the `odd` rule:
 * - paper: w_i = base^(-2i/D), "Attention Is All You Need" (2017), section 3.5;
 * - endpoint: w_i = base^(-i/(D/2 - 1)), whose last frequency is 1/base: tensor2tensor's get_timing_signal_1d, fairseq,
 *   Whisper. With one pair the frequency is 1.
 */
enum class Spacing : std::uint8_t { paper, endpoint };

/** interleaved: pair i in columns 2i and 2i + 1. halves: first functions of all pairs, then second functions. */
enum class Layout : std::uint8_t { interleaved, halves };

/** Which function of a pair comes first. */
enum class Order : std::uint8_t { sin_cos, cos_sin };

/**
 * What an odd `dim` means:
 * - truncate: the law of d, the last column dropped (paper, Keras; with halves Marian, BART);
 * - truncate_next: the law of d + 1, the last column dropped (tatp22);
 * - zero: the law of d - 1 and a last column of 0 (tensor2tensor, fairseq, diffusers);
 * - error: an odd dim is an error (Whisper).
 */
enum class Odd : std::uint8_t { truncate, truncate_next, zero, error };

/** Which channels a rotation takes as pair i of n: 2i and 2i + 1 (GPT-J, Meta's Llama), or i and n + i (GPT-NeoX, HF).
 */
enum class Pairing : std::uint8_t { adjacent, half };

/** A sinusoidal positional encoding. */
struct Encoding {
    /** Columns of a row: from 1 to 65536. */
    std::int64_t dim = 0;
    /** Base of the wavelengths' geometric progression (theta, max_timescale): from 1 to 1e100. */
    double base = 10000;
    Spacing spacing = Spacing::paper;
    Layout layout = Layout::interleaved;
    Order order = Order::sin_cos;
    Odd odd = Odd::truncate;
    /** Added to every position: finite, at most 2^53 in size. */
    double origin = 0;
    /** Multiplies every angle: from 1e-100 to 2^54 in size; |scale * (p + origin)| may reach 2^54. */
    double scale = 1;
    /** Multiplies every value: at most 1e30 in size. */
    double value_scale = 1;
    /** A position whose whole row is 0 (fairseq's padding_idx). */
    std::optional<double> padding = std::nullopt;
    /** Rotations alone have it. */
    Pairing pairing = Pairing::adjacent;

    bool operator==(Encoding const&) const = default;
};

/** Positions start, start + step, ...: position k is the double `start + k * step`. The step is not 0. */
struct Positions {
    double start = 0;
    double step = 1;
    std::int64_t count = 0;
};

/** A half-precision number (IEEE 754 binary16) as its bits. */
struct float16 {
    std::uint16_t bits;
};

/** A bfloat16 number as its bits. */
struct bfloat16 {
    std::uint16_t bits;
};

/** How many (sin, cos) pairs an encoding has, an incomplete last one included. */
[[nodiscard]] std::size_t pairs(Encoding const& encoding);

/**
 * Writes the table of a progression of positions, [count, dim].
 * @param out of exactly count * dim values
 */
void encode(Encoding const& encoding, Positions const& positions, std::span<float> out);
void encode(Encoding const& encoding, Positions const& positions, std::span<double> out);
void encode(Encoding const& encoding, Positions const& positions, std::span<float16> out);
void encode(Encoding const& encoding, Positions const& positions, std::span<bfloat16> out);

/** Writes the table of listed positions, [positions.size(), dim]: the same bits as a progression of them. */
void encode(Encoding const& encoding, std::span<double const> positions, std::span<float> out);
void encode(Encoding const& encoding, std::span<double const> positions, std::span<double> out);
void encode(Encoding const& encoding, std::span<double const> positions, std::span<float16> out);
void encode(Encoding const& encoding, std::span<double const> positions, std::span<bfloat16> out);

/**
 * Adds the float table to embeddings, in place: each value becomes the float sum of itself and the table's value.
 * @param embeddings [batch, count, dim]
 */
void add(Encoding const& encoding, Positions const& positions, std::span<float> embeddings, std::int64_t batch = 1);
void add(Encoding const& encoding, std::span<double const> positions, std::span<float> embeddings,
         std::int64_t batch = 1);

/**
 * Writes cosines and sines for a rotation of 2n = dim channels, half-width [count, n] or full [count, 2n], by the size
 * of the arrays: full has each value for both channels of its pair (c0, c0, c1, c1 for Pairing::adjacent, c0, c1, c0,
 * c1 for Pairing::half). `dim` is even; `layout`, `order` and `odd` mean nothing here.
 * @param cosines, sines of equal length, apart from each other
 */
void rotary(Encoding const& encoding, Positions const& positions, std::span<float> cosines, std::span<float> sines);
void rotary(Encoding const& encoding, Positions const& positions, std::span<double> cosines, std::span<double> sines);
void rotary(Encoding const& encoding, Positions const& positions, std::span<float16> cosines, std::span<float16> sines);
void rotary(Encoding const& encoding, Positions const& positions, std::span<bfloat16> cosines,
            std::span<bfloat16> sines);
void rotary(Encoding const& encoding, std::span<double const> positions, std::span<float> cosines,
            std::span<float> sines);
void rotary(Encoding const& encoding, std::span<double const> positions, std::span<double> cosines,
            std::span<double> sines);
void rotary(Encoding const& encoding, std::span<double const> positions, std::span<float16> cosines,
            std::span<float16> sines);
void rotary(Encoding const& encoding, std::span<double const> positions, std::span<bfloat16> cosines,
            std::span<bfloat16> sines);

/** How queries or keys lie in memory, and which way they turn. */
struct Rotation {
    /** Sizes of the axes, such as batch, heads, length, channels. The last one is rotated. */
    std::span<std::int64_t const> shape;
    /** Which axis the positions run along; negative from the end. Not the last. */
    std::int64_t sequence_axis = -2;
    /** Turn back. */
    bool inverse = false;
    /** The first channel that is rotated; channels outside first_channel .. first_channel + dim - 1 stay. */
    std::int64_t first_channel = 0;
};

/**
 * Rotates queries or keys in place: (x, y) of each pair becomes (c x - s y, s x + c y) with the float cosines and sines
 * of `rotary`, every product and sum rounded to float. 16-bit numbers are widened first and rounded once.
 * @param positions one a step of the sequence axis; a list may have that many for each step of the first axis instead,
 *   the batch, one behind the other
 */
void rotate(Encoding const& encoding, Positions const& positions, std::span<float> x, Rotation const& rotation);
void rotate(Encoding const& encoding, Positions const& positions, std::span<float16> x, Rotation const& rotation);
void rotate(Encoding const& encoding, Positions const& positions, std::span<bfloat16> x, Rotation const& rotation);
void rotate(Encoding const& encoding, std::span<double const> positions, std::span<float> x, Rotation const& rotation);
void rotate(Encoding const& encoding, std::span<double const> positions, std::span<float16> x,
            Rotation const& rotation);
void rotate(Encoding const& encoding, std::span<double const> positions, std::span<bfloat16> x,
            Rotation const& rotation);

/** Writes the angular frequencies w_i * scale in radians per position, [pairs]. */
void frequencies(Encoding const& encoding, std::span<double> out);

/** Writes the wavelengths 2 pi / (w_i * |scale|) in positions per turn, [pairs]. */
void wavelengths(Encoding const& encoding, std::span<double> out);

/**
 * Writes the rotations M_k with PE(p + k) = M_k PE(p), [pairs, 2, 2], each acting on (sin, cos):
 * [[cos kw, sin kw], [-sin kw, cos kw]].
 * @param k at most 2^53 in size, whole or not
 */
void shift(Encoding const& encoding, double k, std::span<double> out);

/**
 * Writes PE(p) . PE(p + k) for every offset k, which depends on k alone: value_scale^2 times the sum of
 * cos(k w_i scale) over complete pairs.
 */
void similarity(Encoding const& encoding, std::span<double const> offsets, std::span<double> out);

/**
 * A window of the picture of the matrix at any zoom. One pixel down is `positions_per_pixel` consecutive positions, one
 * pixel across `columns_per_pixel` columns. With one column a pixel the picture's columns are the matrix's. With more,
 * first and second functions stand in separate halves whatever the layout: first all first-function columns in steps
 * of `columns_per_pixel`, then all second-function columns (a column of zeros, if there is one, is a pixel of its own
 * at the end); the last pixel of a half covers what is left.
 */
struct Picture {
    /** First position of the window's first row of pixels: a whole number. */
    double start = 0;
    double positions_per_pixel = 1;
    std::int64_t height = 0;
    /** First pixel column of the window. */
    std::int64_t left = 0;
    std::int64_t columns_per_pixel = 1;
    std::int64_t width = 0;
    /** The exact mean over a pixel's positions, or its first position alone (aliased). */
    bool mean = true;
};

/** How many pixels wide the whole picture is at a number of columns a pixel. */
[[nodiscard]] std::int64_t picture_width(Encoding const& encoding, std::int64_t columns_per_pixel);

/**
 * Writes a window of the picture, [height, width]: the mean over the pixel's positions of each column, exact within
 * 1e-14, then the mean of its whole columns. mean of sin(w p) for p = a .. a+N-1 is
 * sin(w (a + (N-1)/2)) * sin(N w/2) / (N sin(w/2)), the Dirichlet kernel.
 */
void window(Encoding const& encoding, Picture const& picture, std::span<float> out);
void window(Encoding const& encoding, Picture const& picture, std::span<double> out);

/**
 * Writes the positions of tokens, row by row: cumsum(token != padding) * (token != padding) + padding, as fairseq's
 * make_positions does.
 * @param tokens [rows, length], row-major
 * @param out of as many values as tokens
 */
void positions_from_padding(std::span<std::int64_t const> tokens, std::int64_t length, std::int64_t padding,
                            std::span<std::int64_t> out);

/** The vector unit in use: "sse2", "avx2", "avx512", "wasm" or "generic". POSENC_ISA=sse2 (avx2, avx512) forces one. */
[[nodiscard]] char const* isa();

}  // namespace posenc
