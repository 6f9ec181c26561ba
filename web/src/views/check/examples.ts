/** Tables with well-known mistakes, to see what the view says of them. */

import type { FileTable, Posenc } from 'posenc';

export const examples: readonly (readonly [id: string, label: string])[] = [
  ['i-for-2i', 'i where 2i is meant'],
  ['bfloat16', 'Positions in bfloat16'],
  ['whisper', 'Whisper’s own table'],
];

/** A whole number as bfloat16 holds it: 8 bits that count, ties to even. */
function bfloat16(position: number): number {
  const unit = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, position))) - 7);
  const whole = Math.floor(position / unit);
  const rest = position / unit - whole;
  return (rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? whole + 1 : whole) * unit;
}

export function exampleTable(posenc: Posenc, id: string): FileTable {
  const made =
    id === 'bfloat16'
      ? posenc.encode(
          { dim: 128 },
          Array.from({ length: 1024 }, (_, p) => bfloat16(p)),
        )
      : id === 'whisper'
        ? posenc.encode({ dim: 384, spacing: 'endpoint', layout: 'halves' }, 1500)
        : // The exponent i/dim in place of 2i/dim: the square root of every wavelength.
          posenc.encode({ dim: 128, base: 100 }, 512);
  return { data: made.data, shape: [...made.shape], dtype: 'float32' };
}
