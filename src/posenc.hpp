// Posenc: positional encodings for Transformers, exact to the last bit. This header is the manual.
//
// Symbols: p is a position, d the model width (`dim`, d_model), i the index of a (sin, cos) pair, w_i its angular
// frequency in radians per position. Tables are row-major: one row a position, `dim` values a row.
//
// The angle of pair i at position p is w_i * scale * (p + origin), without intermediate rounding; the pair's values
// are value_scale * a * sin(angle) and value_scale * a * cos(angle), with a the attention factor of `scaling` (1
// without).
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
// last, 6 MiB at most, 768 KiB of their lists, and workspaces of 3.5 MiB at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace posenc {

/**
 * The law of frequencies, in units of `Unit`. With D the width after the `odd` rule and n = D/2:
 * - paper: w_i = base^(-2i/D), "Attention Is All You Need" (2017), section 3.5;
 * - endpoint: w_i = base^(-i/(n - 1)), whose last frequency is 1/base: tensor2tensor's get_timing_signal_1d, fairseq,
 *   Whisper. With one pair the frequency is 1;
 * - shifted: w_i = base^(-i/(n - shift)), diffusers' downscale_freq_shift;
 * - linear: w_i = 1 + i * (base - 1)/(n - 1), bands from 1 to base. With one pair the frequency is 1.
 */
enum class Spacing : std::uint8_t { paper, endpoint, shifted, linear };

/** What frequencies are measured in: radians, half turns (pi) or turns (2 pi) per position. */
enum class Unit : std::uint8_t { radian, half_turn, turn };

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

/** How the frequencies w_i are reshaped for longer contexts; r is `dim`. The names are those of Hugging Face. */
enum class ScalingType : std::uint8_t {
    none,
    /** Position interpolation (Chen et al., 2023): w_i / factor. */
    linear,
    /** Static NTK: the base becomes base * factor^(r/(r-2)). Not for r = 2. */
    ntk,
    /**
     * Dynamic NTK: with L = `length` and M = `original_length`, for L > M the base becomes
     * base * (factor * L/M - (factor - 1))^(r/(r-2)). Not for r = 2.
     */
    dynamic,
    /**
     * YaRN (Peng et al., 2023): w_i/factor * (1 - m_i) + w_i * m_i with
     * m_i = extrapolation * (1 - clip((i - low)/(high - low), 0, 1)). low and high are the pairs that turn beta_fast
     * and beta_slow times within original_length, r * ln(original_length/(beta * 2 pi))/(2 ln base), rounded down and
     * up with `truncate`; low is at least 0, high at most r - 1, and where they are equal high is 0.001 more.
     */
    yarn,
    /** LongRoPE (Ding et al., 2024): w_i / long_factor[i] if length > original_length, else w_i / short_factor[i]. */
    longrope,
    /**
     * Llama 3.1: w_i/factor * (1 - m_i) + w_i * m_i with
     * m_i = clip((t_i - low_freq_factor)/(high_freq_factor - low_freq_factor), 0, 1), t_i the turns within
     * original_length.
     */
    llama3,
    /** Gemma 4: the first floor(fraction * r/2) pairs have w_i / factor, the others 0. */
    proportional,
};

/**
 * A scaling of frequencies, and the attention factor that multiplies sines and cosines: `attention_factor` if there is
 * one; else with yarn (0.1 mscale ln(factor) + 1) / (0.1 mscale_all_dim ln(factor) + 1) if both are there and not 0,
 * else 0.1 ln(factor) + 1; with longrope sqrt(1 + ln(factor)/ln(original_length)); in all this 1 for factor <= 1.
 */
struct Scaling {
    ScalingType type = ScalingType::none;
    /** From 1e-30 to 1e30. */
    double factor = 1;
    /** Positions that the model was trained on: from 1e-30 to 1e30; with longrope above 1. */
    double original_length = 0;
    /**
     * The length reached, with dynamic and longrope. Absent: the largest position of a call + 1, so that calls for
     * pieces of one table may differ; given, the bits of a value depend on encoding and position alone. Frequencies,
     * wavelengths, shifts and similarities, which have no positions, are those of original_length then.
     */
    std::optional<double> length = std::nullopt;
    /** Turns: from 1e-30 to 1e30, beta_fast at least beta_slow. */
    double beta_fast = 32;
    double beta_slow = 1;
    bool truncate = true;
    /** ggml's ext_factor: from 0 to 1. */
    double extrapolation = 1;
    /** With yarn and longrope. From 1e-30 to 1e30. */
    std::optional<double> attention_factor = std::nullopt;
    /** From 0 to 1e30. */
    std::optional<double> mscale = std::nullopt;
    std::optional<double> mscale_all_dim = std::nullopt;
    /** One a pair: from 1e-30 to 1e30. */
    std::vector<double> short_factor = {};
    std::vector<double> long_factor = {};
    /** Turns: from 0 to 1e30, high_freq_factor at least low_freq_factor. */
    double low_freq_factor = 1;
    double high_freq_factor = 4;
    /** From 0 to 1. */
    double fraction = 1;

    bool operator==(Scaling const&) const = default;
};

/**
 * xPos (Sun et al., 2022): the values of pair i at position p are multiplied by s_i^((p - center)/scale_base) with
 * s_i = (2i/dim + gamma)/(1 + gamma). Keys take the negative `scale_base`.
 */
struct XPos {
    /** Positions a power: from 1e-30 to 1e30 in size. */
    double scale_base = 512;
    /** At most 2^53 in size. */
    double center = 0;
    /** From 1e-6 to 1e6. */
    double gamma = 0.4;

    bool operator==(XPos const&) const = default;
};

/** Which channels a rotation takes as pair i of n: 2i and 2i + 1 (GPT-J, Meta's Llama), or i and n + i (GPT-NeoX, HF).
 */
enum class Pairing : std::uint8_t { adjacent, half };

/**
 * Which pairs belong to which position stream:
 * - chunked: the first section's pairs first (Qwen2-VL, ggml MROPE);
 * - interleaved: pair i belongs to stream i mod 3 while i < 3 * sections[i mod 3], else to stream 0 (Qwen3-VL);
 * - interleaved_fourth: the same, but else to stream 3 (ggml IMROPE);
 * - alternating: streams 1 and 2 in turn, with as many pairs each, then stream 0 (ERNIE-4.5-VL).
 */
enum class SectionOrder : std::uint8_t { chunked, interleaved, interleaved_fourth, alternating };

/** A sinusoidal positional encoding. */
struct Encoding {
    /** Columns of a row: from 1 to 65536. */
    std::int64_t dim = 0;
    /** Base of the wavelengths' geometric progression (theta, max_timescale): from 1e-100 to 1e100. */
    double base = 10000;
    Spacing spacing = Spacing::paper;
    /** With Spacing::shifted: a number below n, below 1e6 in size; frequencies stay between 1e-100 and 1e100. */
    double shift = 0;
    /** The frequencies themselves, one a pair, in place of base, spacing and shift; at most 1e100 in size. */
    std::vector<double> frequencies = {};
    Unit unit = Unit::radian;
    /** Divide the frequencies, one a pair, before `scaling` (ggml's freq_factors): from 1e-100 to 1e100. */
    std::vector<double> frequency_factors = {};
    Scaling scaling = {};
    Layout layout = Layout::interleaved;
    Order order = Order::sin_cos;
    Odd odd = Odd::truncate;
    /** Added to every position: finite, at most 2^53 in size. */
    double origin = 0;
    /** Multiplies every angle: from 1e-100 to 2^54 in size; |w_i * scale * (p + origin)| may reach 2^54. */
    double scale = 1;
    /** Multiplies every value: at most 1e30 in size. */
    double value_scale = 1;
    /** A position whose whole row is 0 (fairseq's padding_idx). */
    std::optional<double> padding = std::nullopt;
    /** Rotations alone have it. */
    Pairing pairing = Pairing::adjacent;
    /** A decay by position. Values may be multiplied by 1e30 at most, and by 1e-30 at least. */
    std::optional<XPos> xpos = std::nullopt;
    /**
     * How many pairs belong to each of several position streams (M-RoPE); they add up to n. Listed positions are then
     * [sections.size(), count]; those of a progression are the same in all streams.
     */
    std::vector<std::int64_t> sections = {};
    SectionOrder section_order = SectionOrder::chunked;

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

// Several coordinates: cells of a grid, or points anywhere.

/**
 * How the coordinate of cell k of an axis with s cells comes about; coordinates of listed points are taken as they are.
 * - index: k + offset;
 * - ends: from -1 to 1 with both ends, (2k - (s-1))/(s-1), as torch.linspace(-1, 1, s); -1 where s is 1;
 * - centres: cell centres from -1 to 1, (2k + 1 - s)/s (DINOv3, SAM);
 * - fractions: (k + 1)/(s + 1e-6) (DETR, normalised).
 */
enum class Coordinates : std::uint8_t { index, ends, centres, fractions };

/** One axis of a grid: a sinusoidal encoding of its coordinate, which knows neither padding nor sections. */
struct Axis {
    Encoding encoding;
    Coordinates coordinates = Coordinates::index;
    /** With index, the number of the first cell (timm's grid_offset, 1 for DETR): at most 2^53 in size. */
    double offset = 0;
    /**
     * Cells of a reference grid, with index and ends: the coordinate is multiplied by reference / s (timm's
     * ref_feat_shape, diffusers' base_size). From 1e-100 to 2^53.
     */
    std::optional<double> reference = std::nullopt;
};

/**
 * How the columns of several axes are arranged:
 * - axis_major: all columns of one axis, in its layout, then those of the next (tatp22, MAE, DETR);
 * - function_major: first functions of all axes, then second functions (timm: sin y, sin x, cos y, cos x);
 * - frequency_major: for each pair, first functions of all axes, then second functions (NeRF).
 */
enum class Blocks : std::uint8_t { axis_major, function_major, frequency_major };

/** Several coordinates side by side: each axis has columns of its own. */
struct Grid {
    /** In the order of the coordinates (row, column; time, height, width): 1 to 8, with 65536 columns at most together.
     */
    std::vector<Axis> axes;
    /** Columns of a row: those of the axes, cut off or filled up with 0. Absent: as many as they are. */
    std::optional<std::int64_t> dim = std::nullopt;
    /** Which axis each block of columns belongs to: {1, 0} puts those of the last axis first (MAE). Empty: 0, 1, ... */
    std::vector<std::int64_t> axis_order = {};
    Blocks blocks = Blocks::axis_major;
    /** The coordinates themselves stand before the columns (NeRF's include_input). */
    bool identity = false;
    /** Rows of 0 before those of the points (a class token). */
    std::int64_t class_rows = 0;
    /** Rotations alone have it, over the pairs of all axes. */
    Pairing pairing = Pairing::adjacent;
};

/**
 * Sinusoids of sums: the angle of pair i is the sum over axes of frequencies[axis * n + i] * coordinate[axis], n =
 * dim/2: random Fourier features (SAM), mixed rotary encodings. Each product is reduced exactly before the sum.
 */
struct Fourier {
    /** Columns of a row, the identity's not counted: even; axes * dim is at most 65536. */
    std::int64_t dim = 0;
    /** Coordinates of a point: 1 to 8. */
    std::int64_t axes = 0;
    /** [axes, n], row-major. */
    std::vector<double> frequencies = {};
    Unit unit = Unit::radian;
    /** How coordinates of cells come about, on all axes. */
    Coordinates coordinates = Coordinates::index;
    double offset = 0;
    std::optional<double> reference = std::nullopt;
    /** Which coordinate each row of frequencies belongs to: SAM multiplies (x, y), so {1, 0}. Empty: 0, 1, ... */
    std::vector<std::int64_t> axis_order = {};
    Layout layout = Layout::interleaved;
    Order order = Order::sin_cos;
    double value_scale = 1;
    bool identity = false;
    Pairing pairing = Pairing::adjacent;
};

/** All cells of a grid, row-major: one size a coordinate. */
struct Cells {
    std::vector<std::int64_t> sizes;
};

/** Points one behind the other, [n, coordinates]; numbers as positions are. */
struct Points {
    std::span<double const> coordinates;
};

/**
 * Writes the table of cells or points, [class_rows + points, dim]; of a Fourier encoding with identity,
 * [points, axes + dim]. Values are evaluated directly: tables of double are within 1e-15 a coordinate that they depend
 * on.
 */
void encode(Grid const& encoding, Cells const& cells, std::span<float> out);
void encode(Grid const& encoding, Cells const& cells, std::span<double> out);
void encode(Grid const& encoding, Cells const& cells, std::span<float16> out);
void encode(Grid const& encoding, Cells const& cells, std::span<bfloat16> out);
void encode(Grid const& encoding, Points const& points, std::span<float> out);
void encode(Grid const& encoding, Points const& points, std::span<double> out);
void encode(Grid const& encoding, Points const& points, std::span<float16> out);
void encode(Grid const& encoding, Points const& points, std::span<bfloat16> out);
void encode(Fourier const& encoding, Cells const& cells, std::span<float> out);
void encode(Fourier const& encoding, Cells const& cells, std::span<double> out);
void encode(Fourier const& encoding, Cells const& cells, std::span<float16> out);
void encode(Fourier const& encoding, Cells const& cells, std::span<bfloat16> out);
void encode(Fourier const& encoding, Points const& points, std::span<float> out);
void encode(Fourier const& encoding, Points const& points, std::span<double> out);
void encode(Fourier const& encoding, Points const& points, std::span<float16> out);
void encode(Fourier const& encoding, Points const& points, std::span<bfloat16> out);

/** Adds the float table to embeddings [batch, rows, dim], in place, as for one position. */
void add(Grid const& encoding, Cells const& cells, std::span<float> embeddings, std::int64_t batch = 1);
void add(Grid const& encoding, Points const& points, std::span<float> embeddings, std::int64_t batch = 1);
void add(Fourier const& encoding, Cells const& cells, std::span<float> embeddings, std::int64_t batch = 1);
void add(Fourier const& encoding, Points const& points, std::span<float> embeddings, std::int64_t batch = 1);

/**
 * Writes cosines and sines for a rotation of 2n = dim channels, half-width [count, n] or full [count, 2n], by the size
 * of the arrays: full has each value for both channels of its pair (c0, c0, c1, c1 for Pairing::adjacent, c0, c1, c0,
 * c1 for Pairing::half). `dim` is even; `layout`, `order` and `odd` mean nothing here.
 * @param cosines, sines of equal length, apart from each other (checked)
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

/**
 * The same for several coordinates: pairs of the first block of a grid's axes, then of the next, whatever `blocks`
 * says; of a Fourier encoding its own. No identity and no class rows; a grid's `dim` is that of its axes, which is even
 * each.
 */
void rotary(Grid const& encoding, Cells const& cells, std::span<float> cosines, std::span<float> sines);
void rotary(Grid const& encoding, Cells const& cells, std::span<double> cosines, std::span<double> sines);
void rotary(Grid const& encoding, Cells const& cells, std::span<float16> cosines, std::span<float16> sines);
void rotary(Grid const& encoding, Cells const& cells, std::span<bfloat16> cosines, std::span<bfloat16> sines);
void rotary(Grid const& encoding, Points const& points, std::span<float> cosines, std::span<float> sines);
void rotary(Grid const& encoding, Points const& points, std::span<double> cosines, std::span<double> sines);
void rotary(Grid const& encoding, Points const& points, std::span<float16> cosines, std::span<float16> sines);
void rotary(Grid const& encoding, Points const& points, std::span<bfloat16> cosines, std::span<bfloat16> sines);
void rotary(Fourier const& encoding, Cells const& cells, std::span<float> cosines, std::span<float> sines);
void rotary(Fourier const& encoding, Cells const& cells, std::span<double> cosines, std::span<double> sines);
void rotary(Fourier const& encoding, Cells const& cells, std::span<float16> cosines, std::span<float16> sines);
void rotary(Fourier const& encoding, Cells const& cells, std::span<bfloat16> cosines, std::span<bfloat16> sines);
void rotary(Fourier const& encoding, Points const& points, std::span<float> cosines, std::span<float> sines);
void rotary(Fourier const& encoding, Points const& points, std::span<double> cosines, std::span<double> sines);
void rotary(Fourier const& encoding, Points const& points, std::span<float16> cosines, std::span<float16> sines);
void rotary(Fourier const& encoding, Points const& points, std::span<bfloat16> cosines, std::span<bfloat16> sines);

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

/** The same for several coordinates; points may be [batch, length, coordinates] too. */
void rotate(Grid const& encoding, Cells const& cells, std::span<float> x, Rotation const& rotation);
void rotate(Grid const& encoding, Cells const& cells, std::span<float16> x, Rotation const& rotation);
void rotate(Grid const& encoding, Cells const& cells, std::span<bfloat16> x, Rotation const& rotation);
void rotate(Grid const& encoding, Points const& points, std::span<float> x, Rotation const& rotation);
void rotate(Grid const& encoding, Points const& points, std::span<float16> x, Rotation const& rotation);
void rotate(Grid const& encoding, Points const& points, std::span<bfloat16> x, Rotation const& rotation);
void rotate(Fourier const& encoding, Cells const& cells, std::span<float> x, Rotation const& rotation);
void rotate(Fourier const& encoding, Cells const& cells, std::span<float16> x, Rotation const& rotation);
void rotate(Fourier const& encoding, Cells const& cells, std::span<bfloat16> x, Rotation const& rotation);
void rotate(Fourier const& encoding, Points const& points, std::span<float> x, Rotation const& rotation);
void rotate(Fourier const& encoding, Points const& points, std::span<float16> x, Rotation const& rotation);
void rotate(Fourier const& encoding, Points const& points, std::span<bfloat16> x, Rotation const& rotation);

/** Writes the angular frequencies w_i * scale in radians per position, [pairs]. */
void frequencies(Encoding const& encoding, std::span<double> out);

/** Writes the wavelengths 2 pi / (w_i * |scale|) in positions per turn, [pairs]. */
void wavelengths(Encoding const& encoding, std::span<double> out);

/**
 * Writes the rotations M_k with PE(p + k) = M_k PE(p), [pairs, 2, 2], each acting on (sin, cos):
 * [[cos kw, sin kw], [-sin kw, cos kw]], with `xpos` times s_i^(k/scale_base).
 * @param k at most 2^53 in size, whole or not
 */
void shift(Encoding const& encoding, double k, std::span<double> out);

/**
 * Writes PE(p) . PE(p + k) for every offset k, which depends on k alone: (value_scale * a)^2 times the sum of
 * cos(k w_i scale) over complete pairs. With `xpos` p is a key's position, whose scale_base is the negative one: each
 * cosine is multiplied by s_i^(k/scale_base).
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
 * 1e-14, then the mean of its whole columns. Not with `xpos`. mean of sin(w p) for p = a .. a+N-1 is
 * sin(w (a + (N-1)/2)) * sin(N w/2) / (N sin(w/2)), the Dirichlet kernel.
 */
void window(Encoding const& encoding, Picture const& picture, std::span<float> out);
void window(Encoding const& encoding, Picture const& picture, std::span<double> out);

/** Where heads get their slopes from: the published list, or the same slopes, largest first. */
enum class SlopeOrder : std::uint8_t { published, sorted };

/**
 * What ALiBi's distances are measured from. Under softmax of causal attention all three are equal.
 * - distance: -slope * |query - key|, the paper's (symmetric);
 * - key: slope * key (BLOOM);
 * - last_key: slope * (key - last key) (MPT, Keras).
 */
enum class Anchor : std::uint8_t { distance, key, last_key };

/**
 * ALiBi, "Train Short, Test Long" (Press et al., 2022). Slopes are 2^(-max_bias * k/c) for k = 1 ... c with c the power
 * of two below the heads, then every other slope of 2c: get_slopes of ofirpress/attention_with_linear_biases, BLOOM's
 * build_alibi_tensor, and MPT's construction from the power of two above.
 */
struct Alibi {
    /** From 1 to 65536. */
    std::int64_t heads = 0;
    /** A whole number from 1 to 300. */
    double max_bias = 8;
    SlopeOrder order = SlopeOrder::published;
    Anchor anchor = Anchor::distance;
};

/** Writes the slopes, [heads], each the nearest double. */
void alibi_slopes(Alibi const& alibi, std::span<double> out);

/**
 * Writes the biases, [heads, queries, keys]: slope * distance, one double rounded once.
 * @param queries, keys absolute positions, whole or not, at most 2^53 in size; the last key is the list's last
 */
void bias(Alibi const& alibi, std::span<double const> queries, std::span<double const> keys, std::span<float> out);
void bias(Alibi const& alibi, std::span<double const> queries, std::span<double const> keys, std::span<double> out);
void bias(Alibi const& alibi, std::span<double const> queries, std::span<double const> keys, std::span<float16> out);
void bias(Alibi const& alibi, std::span<double const> queries, std::span<double const> keys, std::span<bfloat16> out);

/**
 * T5's relative position buckets (T5Attention._relative_position_bucket of Hugging Face): with n = buckets, or half of
 * them in each direction, and e = floor(n / 2), distances a below e have buckets of their own, and the others
 * min(n - 1, e + floor(ln(a / e) / ln(max_distance / e) * (n - e))), exactly. The relative position is key - query;
 * bidirectional, positive ones have the second half of the buckets; otherwise they count as 0.
 */
struct T5 {
    /** From 2 (bidirectional: 4) to 65536. Half of an odd number is rounded down. */
    std::int64_t buckets = 32;
    /** From e + 1 to 2^53. */
    std::int64_t max_distance = 128;
    bool bidirectional = true;
};

/** Writes the buckets, [queries, keys]. Queries and keys are whole numbers. */
void t5_buckets(T5 const& t5, std::span<double const> queries, std::span<double const> keys,
                std::span<std::int64_t> out);

/** Writes the biases that a learned table [buckets, heads] has for them, [heads, queries, keys]. */
void bias(T5 const& t5, std::span<float const> table, std::int64_t heads, std::span<double const> queries,
          std::span<double const> keys, std::span<float> out);

/**
 * DeBERTa v2's log buckets (make_log_bucket_position of Hugging Face) of query - key: with m = floor(buckets / 2),
 * relative positions up to m in size are their own buckets, the others m + ceil(ln(a / m) / ln((max_position - 1) / m)
 * * (m - 1)) with their sign, exactly and without a largest one, as there.
 */
struct Deberta {
    /** bucket_size, from 2 to 65536; 0: no buckets, but the relative positions themselves. */
    std::int64_t buckets = 0;
    /** From m + 2 to 2^53, and such that distances up to 2^53 have at most 65536 buckets. */
    std::int64_t max_position = 0;
};

/**
 * Writes the buckets, [queries, keys].
 * @param queries, keys whole numbers; without buckets at most 2^52 in size
 */
void deberta_buckets(Deberta const& deberta, std::span<double const> queries, std::span<double const> keys,
                     std::span<std::int64_t> out);

/**
 * Writes the relative position index of Swin and BEiT (timm's gen_relative_position_index), [N, N] for N = height *
 * width tokens and the class token, if there is one: (dy + height - 1) * (2 width - 1) + dx + width - 1; the class
 * token as query, as key and with itself has the three numbers after those.
 * @param height, width from 1 to 16384
 */
void swin_index(std::int64_t height, std::int64_t width, bool class_token, std::span<std::int64_t> out);

/** How a learned table starts: see `Learned`. */
enum class Distribution : std::uint8_t { normal, truncated_normal, uniform };

/**
 * A learned table, [length, dim]. Its values are those of `table`, or mean + deviation * z with z from a generator, the
 * same bits everywhere.
 *
 * The generator: value k (row-major) has a splitmix64 stream (Steele, Lea and Flood, 2014) of its own, whose state
 * begins at mix(mix(seed + G) + k G), mix the finaliser of splitmix64 and G = 0x9e3779b97f4a7c15. The upper 53 bits of
 * its numbers, signed and plus 1/2, are numbers t between -1 and 1. uniform: z = t. normal: of two numbers u, v with s
 * = u^2 + v^2 < 1, z = u sqrt(-2 ln(s) / s) (Marsaglia's polar method). truncated_normal: the first such z of at most 2
 * in size.
 */
struct Learned {
    /** Columns of a row: from 1 to 65536. */
    std::int64_t dim = 0;
    /** Rows: from 1 to 2^32. */
    std::int64_t length = 0;
    /** Position p has the row p + origin (2 for OPT and BART). */
    std::int64_t origin = 0;
    /** Empty: the generator's. */
    std::span<float const> table = {};
    std::uint32_t seed = 0;
    Distribution distribution = Distribution::normal;
    double mean = 0;
    /** Default 0.02, that of BERT and GPT-2. */
    double deviation = 0.02;
};

/**
 * Writes the rows of some positions, [positions, dim]; a position without a row is an error.
 * @param positions whole numbers from -origin to length - 1 - origin
 */
void learned(Learned const& table, Positions const& positions, std::span<float> out);
void learned(Learned const& table, Positions const& positions, std::span<double> out);
void learned(Learned const& table, Positions const& positions, std::span<float16> out);
void learned(Learned const& table, Positions const& positions, std::span<bfloat16> out);
void learned(Learned const& table, std::span<double const> positions, std::span<float> out);
void learned(Learned const& table, std::span<double const> positions, std::span<double> out);
void learned(Learned const& table, std::span<double const> positions, std::span<float16> out);
void learned(Learned const& table, std::span<double const> positions, std::span<bfloat16> out);

/** Adds the rows to embeddings [batch, positions, dim], in place. */
void add_learned(Learned const& table, Positions const& positions, std::span<float> embeddings, std::int64_t batch = 1);
void add_learned(Learned const& table, std::span<double const> positions, std::span<float> embeddings,
                 std::int64_t batch = 1);

/** Rows and columns of a grid. */
struct Grid2 {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

/** How `resample` resizes: torch.nn.functional.interpolate with given sizes (never a scale factor). */
struct Resample {
    /** The table's grid; {}: square. from, to, and to.rows * from.columns have at most 65536 cells each. */
    Grid2 from = {};
    Grid2 to = {};
    /** Rows before the grid's, which are kept as they are (class and distillation tokens). */
    std::int64_t prefix = 0;
    /** The triangle in place of Keys' cubic kernel, whose a is -0.75, or -0.5 with antialias. */
    bool bilinear = false;
    /** Where the grid shrinks, widens the kernel; weights beyond the border are left out and the others normalised. */
    bool antialias = false;
    /** Samples the corners onto the corners (scipy.ndimage.zoom); without antialias. */
    bool align_corners = false;
};

/**
 * Writes a learned table [prefix + from, dim] for another grid, [prefix + to, dim]: in double, rounded once. Equal
 * grids copy it.
 */
void resample(Resample const& resample, std::span<float const> table, std::int64_t dim, std::span<float> out);

/**
 * Writes the positions of tokens, row by row: cumsum(token != padding) * (token != padding) + padding, as fairseq's
 * make_positions does.
 * @param tokens [rows, length], row-major
 * @param out of as many values as tokens, here and below
 */
void positions_from_padding(std::span<std::int64_t const> tokens, std::int64_t length, std::int64_t padding,
                            std::span<std::int64_t> out);

/**
 * Writes the positions that an attention mask (1: token, 0: padding) means, row by row: cumsum(mask) - 1, and `fill`
 * where it is 0, as Hugging Face's `generate` does.
 */
void positions_from_mask(std::span<std::uint8_t const> mask, std::int64_t length, std::span<std::int64_t> out,
                         std::int64_t fill = 1);

/** Writes positions in packed sequences: they start again at 0 in each row and where the segment's id changes. */
void positions_from_segments(std::span<std::int64_t const> segments, std::int64_t length, std::span<std::int64_t> out);

/**
 * Writes row and column of each cell of padded images (DETR's PositionEmbeddingSine): the number of cells of the image
 * (mask 1, the opposite of DETR's) up to and with this one, so from 1 on; normalised, divided by (the last of the line
 * + 1e-6).
 * @param mask [images, height, width]
 * @param out [images, height, width, 2]
 */
void positions_from_images(std::span<std::uint8_t const> mask, std::int64_t height, std::int64_t width, bool normalise,
                           std::span<double> out);

/** A part of a sequence with images or videos. */
struct GridPart {
    enum class Kind : std::uint8_t { text, image, video };
    Kind kind = Kind::text;
    /** Text: its tokens. Otherwise time steps, and height and width in patches. */
    std::int64_t time = 0;
    std::int64_t height = 0;
    std::int64_t width = 0;
    /** Of a video. */
    double seconds_per_grid = 1;
};

/**
 * Writes the positions of M-RoPE's three streams (time, height, width), [3, tokens], and returns the position of what
 * follows: get_rope_index of Qwen2-VL and Qwen2.5-VL. Text counts on in all three; the cells of an image or a video add
 * their place to where it begins, and what follows goes on after the largest position.
 * @param spatial_merge patches a side of a token
 * @param tokens_per_second a video's time is floor(t * seconds_per_grid * tokens_per_second); absent: t
 */
std::int64_t positions_from_grids(std::span<GridPart const> parts, std::span<std::int64_t> out,
                                  std::int64_t spatial_merge = 2,
                                  std::optional<double> tokens_per_second = std::nullopt);

/** The vector unit in use: "sse2", "avx2", "avx512", "wasm" or "generic". POSENC_ISA=sse2 (avx2, avx512) forces one. */
[[nodiscard]] char const* isa();

}  // namespace posenc
