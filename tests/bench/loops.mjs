// What anybody would write in JavaScript: the loops that Posenc is compared with. Frequencies stand in a Float64Array,
// results go to a ready Float32Array.

export function frequencies(width) {
  return Float64Array.from({ length: width / 2 }, (_, i) => 10000 ** ((-2 * i) / width));
}

export function writeTable(frequency, rows, out) {
  let at = 0;
  for (let position = 0; position < rows; ++position) {
    for (let i = 0; i < frequency.length; ++i) {
      const angle = position * frequency[i];
      out[at++] = Math.sin(angle);
      out[at++] = Math.cos(angle);
    }
  }
}

export function writeList(frequency, positions, out) {
  let at = 0;
  for (let k = 0; k < positions.length; ++k) {
    const position = positions[k];
    for (let i = 0; i < frequency.length; ++i) {
      const angle = position * frequency[i];
      out[at++] = Math.sin(angle);
      out[at++] = Math.cos(angle);
    }
  }
}

export function addTable(embeddings, table, batch) {
  let at = 0;
  for (let b = 0; b < batch; ++b) {
    for (let k = 0; k < table.length; ++k) embeddings[at++] += table[k];
  }
}

/** Rotates [heads, rows, dim] by ready tables [rows, dim / 2], channels 2i with 2i + 1. */
export function rotate(x, cosines, sines, heads, rows, dim) {
  const pairs = dim / 2;
  let at = 0;
  for (let head = 0; head < heads; ++head) {
    for (let k = 0; k < rows * pairs; ++k) {
      const a = x[at];
      const b = x[at + 1];
      const c = cosines[k];
      const s = sines[k];
      x[at++] = c * a - s * b;
      x[at++] = s * a + c * b;
    }
  }
}
