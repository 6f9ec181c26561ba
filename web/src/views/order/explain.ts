/** How an encoding comes into a score: its law in symbols, and what that means. */

import type { BiasEncoding, Encoding, SinusoidEncoding } from 'posenc';
import { columnsOf } from '../../columns.ts';
import type { AnyEncoding } from '../../encoding.ts';
import { lawOf } from '../../formula.ts';
import { call, type Formula, frac, mi, mn, mo, row, sqrt, sub, sup, within } from '../../math.ts';
import { numberLabel } from '../../ticks.ts';
import type { Use } from './positions.ts';

export interface Explanation {
  readonly law: readonly Formula[];
  /** In sentences. */
  readonly words: string;
}

const [i, j, w] = [mi('i'), mi('j'), mi('w')];
const of = (name: string, index: Formula): Formula => sub(mi(name), index);
const times = (a: Formula, b: Formula): Formula => row(a, mo('·'), b);
const bracket = (name: Formula, ...inside: Formula[]): Formula => row(name, within('[]', ...inside));
/** q_i . k_j / sqrt(w), with more in the numerator or behind. */
const score = (numerator: Formula, ...more: Formula[]): Formula =>
  row(of('s', row(i, j)), mo('='), frac(numerator, sqrt(w)), ...more);
const product = times(of('q', i), of('k', j));
const plain = score(product);

/** Of the cell of word i: time, row and column; more are numbered. */
function coordinates(encoding: Encoding): Formula[] {
  const count = encoding.kind === 'grid' ? encoding.axes.length : encoding.kind === 'fourier' ? encoding.axes : 1;
  return Array.from({ length: count }, (_, k) =>
    count > 3 ? of('c', row(i, mo(','), mn(k))) : of('trc'.charAt(k + 3 - count), i),
  );
}

function tableLaw(encoding: Encoding): Explanation {
  const place: Record<NonNullable<Encoding['kind']>, readonly [Formula, string]> = {
    sinusoid: [
      call('PE', of('p', i)),
      'The row of its position is added to the embedding of each word, before queries, keys and values are made of the sum. ' +
        'Steps of diffusion models have rows of the same law: then word k takes the row of step k.',
    ],
    learned: [
      bracket(
        mi('W'),
        row(of('p', i), ...(encoding.kind === 'learned' && encoding.origin ? [mo('+'), mn(encoding.origin)] : [])),
      ),
      'Each position has a row of its own, which training would find; here it is the noise that training begins with. The ' +
        'row is added to the embedding of the word that stands there.',
    ],
    grid: [
      call('PE', ...coordinates(encoding)),
      'A cell has columns of sines and cosines for each of its coordinates. They are added to the embedding, as ' +
        'models do it with patches of an image; here words stand in the places of the patches.',
    ],
    fourier: [
      call('F', ...coordinates(encoding)),
      'Fourier features take sines and cosines of sums: each pair’s angle is its frequencies times the coordinates of a ' +
        'cell. They are made for points of images; here words stand on the cells of a grid, and the features are added.',
    ],
  };
  const [table, words] = place[encoding.kind ?? 'sinusoid'];
  return { law: [row(of('x', i), mo('='), of('e', i), mo('+'), table), plain], words };
}

function rotationLaw(encoding: Encoding): Explanation {
  const turn = (index: Formula, vector: string): Formula => row(call('R', of('p', index)), of(vector, index));
  const values = 'Values stay as they are, and nothing is added to embeddings.';
  if (encoding.kind === 'grid') {
    return {
      law: [score(times(turn(i, 'q'), turn(j, 'k')))],
      words:
        'Axial rotary: some pairs of queries and keys turn by the row of the word’s cell, the others by its column. ' +
        `A score knows how many rows and how many columns lie between two cells. ${values}`,
    };
  }
  if (encoding.kind === 'fourier') {
    return {
      law: [score(times(turn(i, 'q'), turn(j, 'k')))],
      words: `Mixed rotary: each pair of queries and keys turns by a sum over the coordinates of the word’s cell. ${values}`,
    };
  }
  const own = encoding as SinusoidEncoding;
  const { xpos } = own;
  if (xpos) {
    const center = xpos.center ?? 0;
    const power = (index: Formula, sign: readonly Formula[]): Formula => {
      const p = of('p', index);
      const distance = center === 0 ? p : within('()', p, mo(center < 0 ? '+' : '−'), mn(Math.abs(center)));
      return sup(mi('ζ'), row(...sign, distance, mo('/'), mn(Math.abs(xpos.scaleBase))));
    };
    return {
      law: [
        row(
          of('s', row(i, j)),
          mo('='),
          frac(mn(1), sqrt(w)),
          times(row(power(i, []), turn(i, 'q')), row(power(j, [mo('−')]), turn(j, 'k'))),
        ),
      ],
      words:
        'xPos turns queries and keys as rotary encodings do, and multiplies each pair of a query by a power of ζ, a number ' +
        'below 1 that grows from pair to pair; keys take the inverse power. So products with words before shrink with the ' +
        'distance and those with words after grow: it is made for decoders, which see only what comes before. ' +
        values,
    };
  }
  const apart = call('R', row(of('p', j), mo('−'), of('p', i)));
  return {
    law: [
      score(times(turn(i, 'q'), turn(j, 'k'))),
      // Where nothing but angles is in R.
      ...(lawOf(own, columnsOf(own, own.dim)).hasFactor || own.valueScale !== undefined || own.padding !== undefined
        ? []
        : [row(mo('='), frac(times(of('q', i), row(apart, of('k', j))), sqrt(w)))]),
    ],
    words:
      'Queries and keys turn, each pair of channels by the angle of the word’s position. The product of a turned query and ' +
      `a turned key depends on the distance alone. ${values}`,
  };
}

function biasLaw(encoding: BiasEncoding): Explanation {
  const bias = mi('b');
  switch (encoding.kind) {
    case 'alibi': {
      const slope = mi('m');
      const anchors = {
        distance: [mo('−'), slope, within('||', i, mo('−'), j)],
        key: [mo('+'), slope, j],
        'last-key': [mo('+'), slope, within('()', j, mo('−'), within('()', mi('n'), mo('−'), mn(1)))],
      };
      const { anchor = 'distance' } = encoding;
      return {
        law: [score(product, ...anchors[anchor])],
        words:
          'ALiBi adds nothing to embeddings. It takes from each score in proportion to the distance, with a slope m that each head has of its own.' +
          (anchor === 'distance'
            ? ''
            : ' Counted by the key, as here, the slope raises what stands later: for words before, softmax makes the same of it.'),
      };
    }
    case 't5':
      return {
        law: [score(product, mo('+'), bracket(bias, call('bucket', row(j, mo('−'), i))))],
        words:
          'T5 adds a number to each score, one for each bucket of distances and each head: near distances have buckets of ' +
          `their own, far ones share them.${encoding.bidirectional === false ? ' With one direction, all words that come after share bucket 0.' : ''} ` +
          'Models learn these numbers; here they come from the seed.',
      };
    case 'swin':
      return {
        law: [score(product, mo('+'), bracket(bias, call('index', i, j)))],
        words:
          'Swin and BEiT add a number to each score. Pairs of cells with the same steps between them, in rows and in columns, share it. ' +
          'Models learn these numbers, one for each index and head; here they come from the seed.',
      };
    default: {
      const distance = mi('δ');
      return {
        law: [
          row(
            of('s', row(i, j)),
            mo('='),
            frac(
              row(
                product,
                mo('+'),
                times(of('q', i), bracket(mi('K'), distance)),
                mo('+'),
                times(bracket(mi('Q'), distance), of('k', j)),
              ),
              sqrt(row(mn(3), w)),
            ),
          ),
          row(distance, mo('='), encoding.buckets ? call('bucket', row(i, mo('−'), j)) : row(i, mo('−'), j)),
        ],
        words:
          `DeBERTa has an embedding for each ${encoding.buckets ? 'bucket of distances' : 'distance'}. It goes through the layer’s own matrices: its key K meets the word’s ` +
          'query, and its query Q the word’s key. Models learn the embeddings; here they come from the seed. There are three ' +
          'products in place of one, so they are divided by √(3w).',
      };
    }
  }
}

export function explanationOf(encoding: AnyEncoding, use: Use | undefined): Explanation {
  if (use === undefined) return biasLaw(encoding as BiasEncoding);
  return use === 'rotated' ? rotationLaw(encoding as Encoding) : tableLaw(encoding as Encoding);
}

/** The score of words i and j of the sentence with its numbers, where the encoding adds to what is without it. */
export const sumOf = (at: Readonly<Record<'row' | 'column', number>>, without: number, added: number): Formula => {
  const digits = (value: number): Formula => mn(numberLabel(value, 3));
  const sign = mo(added < 0 ? '−' : '+');
  const name = of('s', row(mn(at.row), mo(','), mn(at.column)));
  return row(name, mo('='), digits(without), sign, digits(Math.abs(added)), mo('='), digits(without + added));
};
