/**
 * What goes into Posenc and what comes out: plain data, the same in JavaScript, a URL, a file and the C++ struct.
 *
 * Symbols used below: p a position, d the model width (`dim`, d_model), i the index of a (sin, cos) pair,
 * w_i its angular frequency in radians per position.
 */

/**
 * A sinusoidal positional encoding.
 *
 * The angle of pair i at position p is `w_i * scale * (p + origin)`; the pair's two values are
 * `valueScale * sin(angle)` and `valueScale * cos(angle)`.
 */
export interface SinusoidEncoding {
  /** The kind of encoding; 'sinusoid' when absent. */
  readonly kind?: 'sinusoid' | undefined;
  /** Columns of a row, d_model: a whole number from 1 to 65536. */
  readonly dim: number;
  /** Base of the geometric progression of wavelengths (theta, max_timescale): from 1 to 1e100. Default 10000. */
  readonly base?: number | undefined;
  /**
   * The law of frequencies. With D the width after the `odd` rule:
   * - 'paper' (default): w_i = base^(-2i/D), "Attention Is All You Need" (2017), section 3.5.
   * - 'endpoint': w_i = base^(-i/(D/2-1)), whose last frequency is 1/base: tensor2tensor's get_timing_signal_1d,
   *   fairseq, Whisper. With one pair the frequency is 1.
   */
  readonly spacing?: 'paper' | 'endpoint' | undefined;
  /** 'interleaved' (default): pair i in columns 2i and 2i+1. 'halves': first functions of all pairs, then second functions. */
  readonly layout?: 'interleaved' | 'halves' | undefined;
  /** Which function of a pair comes first. Default 'sin-cos'. */
  readonly order?: 'sin-cos' | 'cos-sin' | undefined;
  /**
   * What an odd `dim` means:
   * - 'truncate' (default): the law of d, the last column dropped (paper, Keras; with halves Marian, BART);
   * - 'truncate-next': the law of d + 1, the last column dropped (tatp22);
   * - 'zero': the law of d - 1 and a last column of 0 (tensor2tensor, fairseq, diffusers);
   * - 'error': an odd dim is an error (Whisper).
   */
  readonly odd?: 'truncate' | 'truncate-next' | 'zero' | 'error' | undefined;
  /** Added to every position: a finite number, at most 2^53 in size. Default 0. */
  readonly origin?: number | undefined;
  /** Multiplies every angle: from 1e-100 to 2^54 in size. |scale * (p + origin)| may reach 2^54. Default 1. */
  readonly scale?: number | undefined;
  /** Multiplies every value: at most 1e30 in size. Default 1. */
  readonly valueScale?: number | undefined;
  /** A position whose whole row is 0 (fairseq's padding_idx). Absent: no such row. */
  readonly padding?: number | undefined;
}

/** Every kind of encoding that this version makes. */
export type Encoding = SinusoidEncoding;

/** Positions start, start + step, ...: position k is the double `start + k * step`. */
export interface Progression {
  /** First position. Default 0. */
  readonly start?: number | undefined;
  /** Distance of two neighbours: any finite number but 0, negative too. Default 1. */
  readonly step?: number | undefined;
  /** How many: a whole number from 0. */
  readonly count: number;
}

/** Numbers in an array: whole or not, at most 2^53 in size. */
export type NumberArray =
  | readonly number[]
  | Float64Array
  | Float32Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

/** Positions in an array with a shape, such as [batch, length]. A result of `positions` is one. */
export interface ShapedPositions {
  readonly data: NumberArray;
  readonly shape: readonly number[];
}

/** A count (positions 0, 1, ...), a progression, a list, or a list with a shape. */
export type Positions = number | Progression | NumberArray | ShapedPositions;

/** Number formats of results. 'float16' and 'bfloat16' are bit patterns in a Uint16Array. */
export type DType = 'float32' | 'float64' | 'float16' | 'bfloat16';

/** The array that holds numbers of a format. */
export type ArrayOf<D extends DType> = D extends 'float32'
  ? Float32Array
  : D extends 'float64'
    ? Float64Array
    : Uint16Array;

/** A result: row-major data with its shape, as `new ort.Tensor(dtype, data, shape)` and `tf.tensor(data, shape)` take it. */
export interface Table<A = Float32Array, D extends string = string> {
  readonly data: A;
  readonly shape: number[];
  readonly dtype: D;
}

/** Where `encode` writes and in which format. */
export interface EncodeOptions<D extends DType = DType> {
  /** The format of the result: 'float32' unless `into` says otherwise. A Uint16Array needs 'float16' or 'bfloat16'. */
  readonly dtype?: D | undefined;
  /** The array to fill, of exactly the result's length; shared memory is welcome. */
  readonly into?: ArrayOf<D> | undefined;
  /** The shape of the positions, such as [batch, length]; the product of its sizes is their number. */
  readonly shape?: readonly number[] | undefined;
}

/** How `add` reads the embeddings. */
export interface AddOptions {
  /**
   * How many times the table is added one after another, for embeddings of shape [batch, ...positions, dim]. Absent: once,
   * for embeddings of shape [...positions, dim].
   */
  readonly batch?: number | undefined;
}

/** Where `window`, `frequencies` and the others that give float64 write. */
export interface Float64Options {
  /** The array to fill, of exactly the result's length. */
  readonly into?: Float64Array | undefined;
}

/**
 * A window of the picture of a matrix.
 *
 * One pixel down is `positionsPerPixel` consecutive positions, one pixel across `columnsPerPixel` columns. With one
 * column a pixel the picture's columns are the matrix's. With more, first and second functions stand in separate
 * halves whatever the layout: first all first-function columns in steps of `columnsPerPixel`, then all
 * second-function columns (a column of zeros, if there is one, is a pixel of its own at the end); the last pixel of a
 * half covers what is left.
 */
export interface Picture {
  /** First position of the window's first pixel row: a whole number. Default 0. */
  readonly start?: number | undefined;
  /** Whole number from 1. Default 1. */
  readonly positionsPerPixel?: number | undefined;
  /** Pixel rows. */
  readonly height: number;
  /** First pixel column of the window. Default 0. */
  readonly left?: number | undefined;
  /** Whole number from 1. Default 1. */
  readonly columnsPerPixel?: number | undefined;
  /** Pixel columns. Default: all that remain from `left`. */
  readonly width?: number | undefined;
}

/** How `window` samples and where it writes. */
export interface WindowOptions {
  /** 'mean' (default): the exact mean over the positions of a pixel. 'point': the first position alone, aliased. */
  readonly sample?: 'mean' | 'point' | undefined;
  /** 'float32' unless `into` is a Float64Array. */
  readonly dtype?: 'float32' | 'float64' | undefined;
  readonly into?: Float32Array | Float64Array | undefined;
}

/** Tokens to take positions from, by fairseq's rule. */
export interface TokenPositions {
  /** Token ids, row-major. */
  readonly tokens: NumberArray;
  /** The id of the padding token; its position is `padding` itself, the others count from `padding + 1` in each row. */
  readonly padding: number;
  /** [..., length]; one row when absent. */
  readonly shape?: readonly number[] | undefined;
  /** 'float64' (default), or 'int64' for a BigInt64Array. */
  readonly dtype?: 'float64' | 'int64' | undefined;
}

/** What runs. */
export interface Info {
  readonly version: string;
  readonly simd: boolean;
  /** Bytes of WebAssembly memory: fixed. */
  readonly memoryBytes: number;
}

/** WebAssembly as bytes; a Buffer of Node is a view too. */
export type Bytes = ArrayBufferLike | ArrayBufferView;

/** Where posenc.wasm comes from: its URL, a response of `fetch`, its bytes, or the compiled module. */
export type Source = URL | string | Response | Bytes | (WebAssembly.Module & object);

/** The library, ready to use. Every method checks its arguments before it writes anything. */
export interface Posenc {
  /**
   * The table of an encoding at some positions, shape [...positions, dim]. Each value is within 1e-14 of the exact one
   * (float64: 1e-15) and rounded once; its bits depend on the encoding and the position alone.
   * @throws TypeError for a wrong JavaScript type or an unknown key, RangeError for a wrong value; both name the
   *   parameter, the value and what is allowed.
   */
  encode<D extends DType = 'float32'>(
    encoding: Encoding,
    positions: Positions,
    options: EncodeOptions<D> & { readonly dtype: D },
  ): Table<ArrayOf<D>, D>;
  encode<A extends Float32Array | Float64Array>(
    encoding: Encoding,
    positions: Positions,
    options: { readonly into: A; readonly shape?: readonly number[] | undefined },
  ): Table<A, A extends Float64Array ? 'float64' : 'float32'>;
  encode(encoding: Encoding, positions: Positions, options?: EncodeOptions<'float32'>): Table<Float32Array, 'float32'>;

  /**
   * Adds the float32 table to embeddings of shape [batch, ...positions, dim], in place: each value becomes
   * Math.fround(x + table), bit for bit. The result holds the embeddings themselves.
   */
  add(
    encoding: Encoding,
    positions: Positions,
    embeddings: Float32Array,
    options?: AddOptions,
  ): Table<Float32Array, 'float32'>;

  /** Angular frequencies w_i * scale in radians per position, shape [pairs]. */
  frequencies(encoding: Encoding, options?: Float64Options): Table<Float64Array, 'float64'>;

  /** Wavelengths 2 pi / (w_i * |scale|) in positions per turn, shape [pairs]. */
  wavelengths(encoding: Encoding, options?: Float64Options): Table<Float64Array, 'float64'>;

  /**
   * The rotations M_k with PE(p + k) = M_k PE(p), shape [pairs, 2, 2], each acting on (sin, cos):
   * [[cos kw, sin kw], [-sin kw, cos kw]].
   * @param k any real number of positions, at most 2^53 in size
   */
  shift(encoding: Encoding, k: number, options?: Float64Options): Table<Float64Array, 'float64'>;

  /**
   * PE(p) . PE(p + k), which depends on k alone: valueScale^2 times the sum of cos(k w_i scale) over complete pairs.
   * Shape of the offsets.
   */
  similarity(encoding: Encoding, offsets: Positions, options?: Float64Options): Table<Float64Array, 'float64'>;

  /** A window of the picture of the matrix at any zoom, shape [height, width]; exact means, within 1e-14. */
  window<A extends Float32Array | Float64Array>(
    encoding: Encoding,
    picture: Picture,
    options: WindowOptions & { readonly into: A },
  ): Table<A, A extends Float64Array ? 'float64' : 'float32'>;
  window(
    encoding: Encoding,
    picture: Picture,
    options: WindowOptions & { readonly dtype: 'float64' },
  ): Table<Float64Array, 'float64'>;
  window(
    encoding: Encoding,
    picture: Picture,
    options?: WindowOptions & { readonly dtype?: 'float32' | undefined },
  ): Table<Float32Array, 'float32'>;

  /**
   * Positions of tokens: `cumsum(token != padding) * (token != padding) + padding` along the last axis
   * (fairseq's make_positions).
   */
  positions(source: TokenPositions & { readonly dtype: 'int64' }): Table<BigInt64Array, 'int64'>;
  positions(source: TokenPositions & { readonly dtype?: 'float64' | undefined }): Table<Float64Array, 'float64'>;

  info(): Info;
}
