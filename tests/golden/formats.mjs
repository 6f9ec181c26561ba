// Number formats of golden files: decimals to the numbers that they stand for, and back from bit patterns.

const FRACTION_BITS = { float16: 10, bfloat16: 7 };
const LEAST_EXPONENT = { float16: -14, bfloat16: -126 };

export const INTEGERS = ['int64', 'int32', 'int16', 'int8', 'uint8', 'bool'];
export const is16Bit = (dtype) => Object.hasOwn(FRACTION_BITS, dtype);

/** Half a unit in the last place of a 16-bit number: how far away the number may lie that was rounded to it. */
export function halfUlp(dtype, value) {
  const size = Math.abs(value);
  // Math.log2 may be off by one just below a power of two; a 16-bit number lies further away from it than that.
  const exponent = size === 0 ? LEAST_EXPONENT[dtype] : Math.max(Math.floor(Math.log2(size)), LEAST_EXPONENT[dtype]);
  return 2 ** (exponent - FRACTION_BITS[dtype] - 1);
}

/** The bit pattern of the bfloat16 nearest to a float32, even in ties. */
function bfloat16Bits(value) {
  const bits = new Uint32Array(new Float32Array([value]).buffer)[0];
  return ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16) & 0xffff;
}

/** Rounds doubles to float32, or by way of it to bfloat16, as PyTorch does; leaves others alone. */
export const toFormat = {
  float32: Math.fround,
  float64: (value) => value,
  bfloat16: (value) => fromBfloat16(bfloat16Bits(value)),
};

/** Numbers as the library takes data of a format. */
export function dataOf(dtype, values) {
  if (dtype === 'float32') return Float32Array.from(values);
  if (dtype === 'bfloat16') return Uint16Array.from(values, bfloat16Bits);
  throw new Error(`no data of ${dtype}`);
}

function fromBfloat16(bits) {
  return new Float32Array(new Uint32Array([bits * 65536]).buffer)[0];
}

function fromFloat16(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** The library's results as numbers. */
export function numbersOf(dtype, data) {
  if (dtype === 'float16') return Float64Array.from(data, fromFloat16);
  if (dtype === 'bfloat16') return Float64Array.from(data, fromBfloat16);
  return Float64Array.from(data, Number);
}

/**
 * The numbers of an entry of a golden file: float32 and 16-bit ones are shortest decimals of a float32.
 * @throws Error if the entry is none
 */
export function readEntry(entry) {
  const { shape, dtype, data, indices } = entry ?? {};
  if (!Array.isArray(shape) || !shape.every((n) => Number.isSafeInteger(n) && n >= 0)) throw new Error('no shape');
  if (!Array.isArray(data) || !data.every((n) => typeof n === 'number' && Number.isFinite(n))) {
    throw new Error('data are not all numbers');
  }
  if (data.length === 0) throw new Error('no data: nothing would be checked');
  const size = shape.reduce((product, n) => product * n, 1);
  if (indices !== undefined) {
    const inside = (n) => Number.isSafeInteger(n) && n >= 0 && n < size;
    if (!Array.isArray(indices) || !indices.every(inside)) throw new Error('indices outside the shape');
    if (indices.length !== data.length) throw new Error(`${data.length} data at ${indices.length} indices`);
  } else if (data.length !== size) {
    throw new Error(`${data.length} data for the shape [${shape}]`);
  }
  if (INTEGERS.includes(dtype)) {
    if (!data.every(Number.isSafeInteger)) throw new Error(`data are not all of ${dtype}`);
    return { shape, dtype, indices, values: data };
  }
  if (dtype === 'float64') return { shape, dtype, indices, values: data };
  if (dtype === 'float32' || is16Bit(dtype)) return { shape, dtype, indices, values: data.map(Math.fround) };
  throw new Error(`unknown dtype: ${dtype}`);
}
