import { createPosenc, type Posenc } from 'posenc';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyEncoding } from '../../web/src/encoding.ts';
import { dependenceOf, similarities } from '../../web/src/views/similarity/products.ts';

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc();
});

const rows = { start: 0, length: 1000 };
const reasonOf = (encoding: AnyEncoding & { dim: number }, of = rows): string => {
  const known = dependenceOf(encoding, encoding.dim, of);
  return 'reason' in known ? known.reason : '';
};

describe('the distance alone decides the dot product', () => {
  test('only where every sine has its cosine', () => {
    expect(reasonOf({ dim: 4 })).toBe('');
    expect(reasonOf({ dim: 3, odd: 'zero' })).toBe('');
    expect(reasonOf({ dim: 1, odd: 'zero' })).toBe('');
    for (const odd of [undefined, 'truncate', 'truncate-next'] as const) {
      expect(reasonOf({ dim: 3, odd })).toMatch(/^An odd width leaves a sine without its cosine/);
      expect(reasonOf({ dim: 127, odd, layout: 'halves', order: 'cos-sin' })).toMatch(/a cosine without its sine/);
    }
    expect(reasonOf({ dim: 4, xpos: { scaleBase: 512 } })).toMatch(/decay of xPos/);
    expect(reasonOf({ kind: 'learned', dim: 4, length: 8 })).toMatch(/depends on both positions/);
  });

  test('a padding row counts where it is shown', () => {
    const fairseq = { dim: 8, spacing: 'endpoint', padding: 1 } as const;
    expect(reasonOf(fairseq, { start: 2, length: 1024 })).toBe('');
    expect(reasonOf(fairseq, { start: 1, length: 1024 })).toMatch(/^The row at position 1 is padding/);
    expect(reasonOf(fairseq, { start: -5, length: 7 })).toMatch(/padding/);
    expect(reasonOf(fairseq, { start: -5, length: 6 })).toBe('');
    expect(reasonOf(fairseq, { start: 0.5, length: 7 })).toBe('');
  });

  test('text stands at one position in all streams: its rows are those of one', () => {
    const encoding = { dim: 8, sections: [1, 1, 2], sectionOrder: 'interleaved' } as const;
    const known = dependenceOf(encoding, 8, rows);
    if (!('law' in known)) throw new Error(known.reason);
    const found = new Float64Array(4);
    expect([...similarities(posenc, known.law, found)]).toEqual([4]);
    const data = Float64Array.of(5, 8, 5, 8, 5, 8);
    const table = posenc.encode(encoding, { data, shape: [3, 2] }, { dtype: 'float64' }).data;
    let sum = 0;
    for (let c = 0; c < 8; c++) sum += (table[c] as number) * (table[8 + c] as number);
    expect(found[3]).toBeCloseTo(sum, 13);
  });
});
