// `bias` and `slopes`: what is added to attention scores.
import { type Numbers, readList } from './arrays.js';
import type { Calls } from './calls.js';
import { wrongType, wrongValue } from './errors.js';
import { choice, fields, flag, number } from './fields.js';
import { Operation } from './module.js';
import { type Places, readPositions } from './positions.js';
import { eachPart } from './scratch.js';
import { arrayFor, checkApart, DTYPES, INTEGER_DTYPES, readTarget, resultOf, type Target } from './target.js';

/** In the order of the C++ enumeration, with the fields of each. */
const KINDS = ['alibi', 't5', 'deberta', 'swin'];
const FIELDS = [
  ['heads', 'maxBias', 'order', 'anchor'],
  ['buckets', 'maxDistance', 'bidirectional', 'table', 'heads'],
  ['buckets', 'maxPosition'],
  ['window', 'classToken'],
];
const ORDERS = ['published', 'sorted'];
const ANCHORS = ['distance', 'key', 'last-key'];
const INT32 = 4;

interface Described {
  readonly kind: number;
  /** Of the result's shape; 0: it has no such axis. */
  readonly heads: number;
  /** T5's [buckets, heads]. */
  readonly table?: Numbers | undefined;
  readonly anchor?: number | undefined;
  /** Tokens of a window. */
  readonly tokens: number;
  readonly numbers: readonly number[];
}

function read(value: unknown): Described {
  const all = fields('encoding', value, ['kind', ...FIELDS.flat()]);
  if (all.kind === undefined) throw wrongType('kind', all.kind, KINDS.join(', '));
  const kind = choice('kind', all.kind, KINDS);
  const given = fields('encoding', all, ['kind', ...(FIELDS[kind] as string[])]);
  const none = { kind, heads: 0, tokens: 0 };
  if (kind === 0) {
    const heads = number('heads', given.heads);
    const order = choice('order', given.order, ORDERS);
    const anchor = choice('anchor', given.anchor, ANCHORS);
    return { ...none, heads, anchor, numbers: [heads, 0, number('maxBias', given.maxBias, 8), order] };
  }
  if (kind === 3) {
    const window = readList('window', given.window);
    if (window?.length !== 2) throw wrongType('window', given.window, 'an array of two numbers: rows and columns');
    const [rows, columns] = window as unknown as [number, number];
    const token = Number(flag('classToken', given.classToken, false));
    return { ...none, tokens: rows * columns + token, numbers: [1, rows, columns, token] };
  }
  if (kind === 2) {
    const has = given.buckets !== undefined;
    const buckets = has ? number('buckets', given.buckets) : 0;
    return { ...none, numbers: [1, buckets, has ? number('maxPosition', given.maxPosition) : 0, +has] };
  }
  const buckets = number('buckets', given.buckets, 32);
  const law = [
    buckets,
    number('maxDistance', given.maxDistance, 128),
    Number(flag('bidirectional', given.bidirectional, true)),
  ];
  if (given.table === undefined) return { ...none, numbers: [1, ...law] };
  const table = readList('table', given.table);
  if (!table) throw wrongType('table', given.table, 'an array of numbers');
  const heads = number('heads', given.heads);
  if (table.length !== buckets * heads) {
    throw wrongValue('table', table.length, `exactly ${buckets * heads} values, [buckets, heads]`);
  }
  return { ...none, heads, table, numbers: [heads, ...law] };
}

export function biasOver({ call, scratch, check, eachList, arrayOf }: Calls) {
  const { doubles } = scratch;
  const half = doubles.length / 2;

  const write = (described: Described, queries: Places, keys: Places, target: Target, shape?: number[]): unknown => {
    const { kind, heads, table, anchor, numbers } = described;
    const at = ({ list, start, step }: Places, k: number): number => (list ? (list[k] as number) : start + k * step);
    const last = anchor === 2 && keys.count > 0 ? at(keys, keys.count - 1) : 0;
    check(call(Operation.setBias, kind, ...numbers, Number(anchor === 0), last));
    for (const places of [queries, keys]) {
      call(Operation.setPlaces, Number(places === queries), Number(target.format === INT32));
      if (places.list) eachList(places.list, (first, count) => check(call(Operation.checkNumbers, count, first)));
      else check(call(Operation.checkNumbersOf, places.start, places.step, places.count));
    }
    const rows = (heads || 1) * queries.count;
    const length = rows * keys.count;
    const data = target.array
      ? arrayOf(target, rows, keys.count)
      : arrayFor(target, length, described.tokens ? 'window' : 'queries', described.tokens || queries.count);
    const fill = (places: Places, into: number, first: number, count: number): void => {
      for (let k = 0; k < count; ++k) doubles[into + k] = at(places, first + k);
    };
    for (let head = 0; head < (heads || 1) && length; ++head) {
      if (table) {
        const buckets = numbers[1] as number;
        for (let k = 0; k < buckets; ++k) doubles[k] = table[k * heads + head] as number;
        call(Operation.setBiasTable, buckets);
      }
      eachPart(keys.count, half, half, (key, across) => {
        fill(keys, 0, key, across);
        // Rows of all keys lie one behind the other.
        const atOnce = across === keys.count ? Math.floor(half / across) : 1;
        eachPart(queries.count, atOnce, atOnce, (query, down) => {
          fill(queries, half, query, down);
          call(Operation.writeBias, head, down, across);
          call(Operation.take, target.format, down * across);
          scratch.take(target.format, data, (head * queries.count + query) * keys.count + key, down * across);
        });
      });
    }
    return resultOf(target, data, shape ?? (heads ? [heads, queries.count, keys.count] : [queries.count, keys.count]));
  };

  return {
    bias(encoding: unknown, request: unknown = {}): unknown {
      const described = read(encoding);
      const { kind, tokens } = described;
      const given = fields('request', request, kind === 3 ? ['dtype', 'into'] : REQUEST);
      const target = readTarget(given.dtype, given.into, described.heads ? DTYPES : INTEGER_DTYPES);
      if (kind === 3) {
        const places = readPositions('window', tokens);
        return write(described, places, { ...places }, target);
      }
      const offset = number('offset', given.offset, 0);
      let queries = readPositions('queries', given.queries);
      if (typeof given.queries === 'number') queries = { ...queries, start: offset };
      else if (offset) throw wrongValue('offset', offset, '0, since queries say where they stand');
      const keys = readPositions('keys', given.keys);
      checkApart('into', target.array, queries.given);
      checkApart('into', target.array, keys.given);
      return write(described, queries, keys, target);
    },

    slopes(encoding: unknown, options: unknown = {}): unknown {
      const given = fields('options', options, ['into']);
      const described = read(encoding);
      if (described.kind) throw wrongValue('kind', KINDS[described.kind], "'alibi'");
      const target = readTarget('float64', given.into, DTYPES);
      // A slope is the bias of a key one behind the beginning.
      const one = { shape: [1], count: 1, start: 1, step: 1 };
      return write({ ...described, anchor: 1 }, one, { ...one }, target, [described.heads]);
    },
  };
}

const REQUEST = ['queries', 'keys', 'offset', 'dtype', 'into'];
