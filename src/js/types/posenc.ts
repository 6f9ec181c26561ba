import type {
  AlibiEncoding,
  BiasArrayOf,
  BiasDType,
  BiasEncoding,
  BiasRequest,
  DebertaEncoding,
  SwinEncoding,
  T5Encoding,
} from './bias.js';
import type { Encoding } from './encoding.js';
import type { Identification, IdentifyOptions, IdentifyTable } from './identify.js';
import type { ResampledTable, ResampleOptions, RowTable } from './learned.js';
import type { Info } from './module.js';
import type { GridPositions, MropePositions, MropeTable, PositionSource, Positions } from './positions.js';
import type { RotaryEncoding, RotaryOptions, RotaryTables, RotateOptions } from './rotary.js';
import type { SinusoidEncoding } from './sinusoid.js';
import type {
  AddOptions,
  ArrayOf,
  DType,
  EncodeOptions,
  Float64Options,
  Picture,
  Table,
  WindowOptions,
} from './table.js';

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
    positions: Positions | GridPositions,
    options: EncodeOptions<D> & { readonly dtype: D },
  ): Table<ArrayOf<D>, D>;
  encode<A extends Float32Array | Float64Array>(
    encoding: Encoding,
    positions: Positions | GridPositions,
    options: { readonly into: A; readonly shape?: readonly number[] | undefined },
  ): Table<A, A extends Float64Array ? 'float64' : 'float32'>;
  encode<O extends EncodeOptions>(
    encoding: Encoding,
    positions: Positions | GridPositions,
    // Options made elsewhere, whose dtype may be any or absent; a literal must say what it means.
    options: O & ('dtype' extends keyof O ? (undefined extends O['dtype'] ? unknown : never) : never),
  ): Table<ArrayOf<DType>, DType>;
  encode(
    encoding: Encoding,
    positions: Positions | GridPositions,
    options?: EncodeOptions<'float32'>,
  ): Table<Float32Array, 'float32'>;

  /**
   * Adds the float32 table to embeddings of shape [batch, ...positions, dim], in place: each value becomes
   * Math.fround(x + table), bit for bit. The result holds the embeddings themselves.
   */
  add(
    encoding: Encoding,
    positions: Positions | GridPositions,
    embeddings: Float32Array,
    options?: AddOptions,
  ): Table<Float32Array, 'float32'>;

  /** Angular frequencies w_i * scale in radians per position, shape [pairs]. */
  frequencies(encoding: SinusoidEncoding, options?: Float64Options): Table<Float64Array, 'float64'>;

  /** Wavelengths 2 pi / (w_i * |scale|) in positions per turn, shape [pairs]. */
  wavelengths(encoding: SinusoidEncoding, options?: Float64Options): Table<Float64Array, 'float64'>;

  /**
   * The rotations M_k with PE(p + k) = M_k PE(p), shape [pairs, 2, 2], each acting on (sin, cos):
   * [[cos kw, sin kw], [-sin kw, cos kw]], with `xpos` times s_i^(k/scaleBase).
   * @param k any real number of positions, at most 2^53 in size
   */
  shift(encoding: SinusoidEncoding, k: number, options?: Float64Options): Table<Float64Array, 'float64'>;

  /**
   * PE(p) . PE(p + k), which depends on k alone: (valueScale * a)^2 times the sum of cos(k w_i scale) over complete pairs,
   * with a the attention factor. With `xpos` p is a key's position (of the negative scaleBase): each cosine is multiplied
   * by s_i^(k/scaleBase).
   * Shape of the offsets.
   */
  similarity(encoding: SinusoidEncoding, offsets: Positions, options?: Float64Options): Table<Float64Array, 'float64'>;

  /** A window of the picture of the matrix at any zoom, shape [height, width]; exact means, within 1e-14. Not with `xpos`. */
  window<A extends Float32Array | Float64Array>(
    encoding: SinusoidEncoding,
    picture: Picture,
    options: WindowOptions & { readonly into: A },
  ): Table<A, A extends Float64Array ? 'float64' : 'float32'>;
  window(
    encoding: SinusoidEncoding,
    picture: Picture,
    options: WindowOptions & { readonly dtype: 'float64' },
  ): Table<Float64Array, 'float64'>;
  window(
    encoding: SinusoidEncoding,
    picture: Picture,
    options?: WindowOptions & { readonly dtype?: 'float32' | undefined; readonly into?: undefined },
  ): Table<Float32Array, 'float32'>;
  window(
    encoding: SinusoidEncoding,
    picture: Picture,
    options?: WindowOptions,
  ): Table<Float32Array | Float64Array, 'float32' | 'float64'>;

  /**
   * Cosines and sines for a rotation, each [...positions, n] or [...positions, 2n]: exact as tables are, with the attention
   * factor of `scaling` in both. `layout`, `order` and `odd` have no meaning here.
   */
  rotary<D extends DType = 'float32'>(
    encoding: RotaryEncoding,
    positions: Positions | GridPositions,
    options?: RotaryOptions<D>,
  ): RotaryTables<ArrayOf<D>, D>;

  /**
   * Rotates queries or keys in place: (x, y) of each pair becomes (c x - s y, s x + c y) with float32 cosines and sines,
   * every product and sum rounded to float32; 16-bit data are widened first and rounded once.
   * @param positions one a step of the sequence axis, or [batch, length] with the batch as first axis of the data
   */
  rotate<A extends Float32Array | Uint16Array>(
    encoding: RotaryEncoding,
    positions: Positions | GridPositions,
    x: A,
    options: RotateOptions,
  ): Table<A, A extends Float32Array ? 'float32' : 'float16' | 'bfloat16'>;

  /**
   * ALiBi: [heads, queries, keys]. T5, DeBERTa: buckets [queries, keys], T5 with its table [heads, queries, keys]. Swin:
   * [N, N].
   */
  bias<D extends BiasDType>(
    encoding: BiasEncoding,
    request: BiasRequest & { readonly dtype: D },
  ): Table<BiasArrayOf<D>, D>;
  bias<A extends Float32Array | Float64Array | Int32Array | BigInt64Array>(
    encoding: BiasEncoding,
    request: BiasRequest & { readonly into: A; readonly dtype?: undefined },
  ): Table<A, BiasDType>;
  bias(
    encoding: AlibiEncoding | (T5Encoding & { readonly table: NonNullable<T5Encoding['table']> }),
    request?: BiasRequest & { readonly into?: undefined; readonly dtype?: undefined },
  ): Table<Float32Array, 'float32'>;
  bias(
    encoding: DebertaEncoding | SwinEncoding | (T5Encoding & { readonly table?: undefined }),
    request?: BiasRequest & { readonly into?: undefined; readonly dtype?: undefined },
  ): Table<Int32Array, 'int32'>;
  bias(encoding: BiasEncoding, request?: BiasRequest): Table<BiasArrayOf<BiasDType>, BiasDType>;

  /** ALiBi's slopes, [heads], each the nearest double. */
  slopes(encoding: BiasEncoding & { readonly kind: 'alibi' }, options?: Float64Options): Table<Float64Array, 'float64'>;

  /** A learned table of another grid: [prefix + rows, dim] with the leading axes of the given one. Within 3e-6 of PyTorch. */
  resample(table: RowTable, options: ResampleOptions): ResampledTable;

  /** Positions from tokens, masks, segments, padded images, or grids of images and videos. */
  positions(source: MropePositions & { readonly dtype: 'int64' }): MropeTable<BigInt64Array, 'int64'>;
  positions(source: MropePositions & { readonly dtype?: 'float64' | undefined }): MropeTable<Float64Array, 'float64'>;
  positions(source: PositionSource & { readonly dtype: 'int64' }): Table<BigInt64Array, 'int64'>;
  positions(source: PositionSource & { readonly dtype?: 'float64' | undefined }): Table<Float64Array, 'float64'>;
  positions(source: MropePositions): MropeTable<Float64Array | BigInt64Array, 'float64' | 'int64'>;
  positions(source: PositionSource): Table<Float64Array | BigInt64Array, 'float64' | 'int64'>;

  /**
   * Which convention a table is of: the nearest ones with their differences, and words that explain them. In a bundle,
   * `import { identify } from 'posenc'` and call identify(posenc, table, options): a bundle that does not import it is
   * made without it, and this throws an Error that says so.
   * @throws TypeError or RangeError for a table without a shape of [rows, dim]
   */
  identify(table: IdentifyTable, options?: IdentifyOptions): Identification;

  info(): Info;
}
