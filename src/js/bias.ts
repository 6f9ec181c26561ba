// `bias` and `slopes`: what is added to attention scores.
import { checkTable, type Numbers, readPair, readValues } from './arrays.js';
import type { Calls } from './calls.js';
import { wrongValue } from './errors.js';
import { number, optional, reader, variants } from './fields.js';
import { Operation } from './module.js';
import { type Places, positionAt, readPositions } from './positions.js';
import { eachPart } from './scratch.js';
import {
  arrayFor,
  DTYPES,
  Format,
  INTEGER_DTYPES,
  readFloat64Target,
  readTarget,
  resultOf,
  type Target,
} from './target.js';

/** In the order of the C++ enumeration. */
const KINDS = {
  alibi: 'heads! maxBias=8 order:published|sorted anchor:distance|key|last-key',
  t5: 'buckets=32 maxDistance=128 bidirectional=true table* heads*',
  deberta: 'buckets? maxPosition*',
  swin: 'window* classToken=false',
};
const readKind = variants(KINDS, 'kind');
const readRequest = reader('queries* keys* offset=0 dtype* into*');
const readWindow = reader('dtype* into*');
const readOptions = optional('into*');

enum Kind {
  alibi,
  t5,
  deberta,
  swin,
}

enum Anchor {
  distance,
  key,
  lastKey,
}

interface Described {
  readonly kind: number;
  /** What `setBias` of the module takes first. */
  readonly numbers: readonly number[];
  /** Of the result's shape; 0: it has no such axis. */
  readonly heads?: number;
  /** T5's [buckets, heads]. */
  readonly table?: Numbers;
  readonly anchor?: number;
  /** Tokens of a window. */
  readonly tokens?: number;
}

function read(value: unknown): Described {
  const [kind, values] = readKind('encoding', value);
  if (kind === Kind.alibi) {
    const [heads, maxBias, order, anchor] = values as [number, number, number, number];
    return { kind, heads, anchor, numbers: [heads, 0, maxBias, order] };
  }
  if (kind === Kind.swin) {
    const [window, token] = values as [unknown, number];
    const [rows, columns] = readPair('window', window);
    return { kind, tokens: rows * columns + token, numbers: [1, rows, columns, token] };
  }
  if (kind === Kind.deberta) {
    const [buckets, maxPosition] = values as (number | undefined)[];
    return {
      kind,
      numbers: buckets === undefined ? [1, 0, 0, 0] : [1, buckets, number('maxPosition', maxPosition), 1],
    };
  }
  const [buckets, maxDistance, bidirectional, given, givenHeads] = values as [number, number, number, unknown, unknown];
  const law = [buckets, maxDistance, bidirectional];
  if (given === undefined) return { kind, numbers: [1, ...law] };
  const table = readValues('table', given);
  const heads = number('heads', givenHeads);
  checkTable(table, buckets * heads, '[buckets, heads]');
  return { kind, heads, table, numbers: [heads, ...law] };
}

export function biasOver({ call, doubles, take, place, fill, arrayOf }: Calls) {
  const half = doubles.length / 2;

  const write = (described: Described, queries: Places, keys: Places, target: Target, shape?: number[]): unknown => {
    const { kind, heads = 0, table, anchor, tokens, numbers } = described;
    const [down, across] = [queries.count, keys.count];
    const last = anchor === Anchor.lastKey && across ? positionAt(keys, across - 1) : 0;
    call(Operation.setBias, kind, ...numbers, anchor === Anchor.distance, last);
    for (const places of [queries, keys]) {
      call(Operation.setPlaces, places === queries, target.format === Format.int32);
      place(places, Operation.checkNumbers, Operation.checkNumbersOf);
    }
    const matrices = heads || 1;
    const rows = matrices * down;
    const data = target.array
      ? arrayOf(target, rows, across)
      : arrayFor(target, rows * across, tokens ? 'window' : 'queries', tokens || down);
    for (let head = 0; head < matrices && rows * across; ++head) {
      if (table) {
        const buckets = numbers[1] as number;
        for (let k = 0; k < buckets; ++k) doubles[k] = table[k * heads + head] as number;
        call(Operation.setBiasTable, buckets);
      }
      eachPart(across, half, (key, some) => {
        fill(keys)(key, some);
        // Rows of all keys lie one behind the other.
        eachPart(down, some === across ? Math.floor(half / some) : 1, (query, here) => {
          fill(queries)(query, here, half);
          call(Operation.writeBias, target.format, head, here, some);
          take(target.format, data, (head * down + query) * across + key, here * some);
        });
      });
    }
    return resultOf(target, data, shape ?? [...(heads ? [heads] : []), down, across]);
  };

  return {
    bias(encoding: unknown, request: unknown = {}): unknown {
      const described = read(encoding);
      const { tokens } = described;
      // A window is all that its tokens are asked.
      const [given, givenKeys, offset, dtype, into] =
        described.kind === Kind.swin
          ? [tokens, tokens, 0, ...readWindow('request', request)]
          : readRequest('request', request);
      let queries = readPositions('queries', given);
      if (typeof given === 'number') queries = { ...queries, start: offset };
      else if (offset) throw wrongValue('offset', offset, '0, since queries say where they stand');
      const keys = readPositions('keys', givenKeys);
      const formats = described.heads ? DTYPES : INTEGER_DTYPES;
      const target = readTarget(dtype, into, formats, [queries.given, keys.given, described.table]);
      return write(described, queries, keys, target);
    },

    slopes(encoding: unknown, options?: unknown): unknown {
      const [into] = readOptions(options);
      const described = read(encoding);
      if (described.kind) throw wrongValue('kind', Object.keys(KINDS)[described.kind], "'alibi'");
      // A slope is the bias of a key one behind the beginning.
      const one = { shape: [1], count: 1, start: 1, step: 1 };
      return write({ ...described, anchor: Anchor.key }, one, { ...one }, readFloat64Target(into), [
        described.heads as number,
      ]);
    },
  };
}
