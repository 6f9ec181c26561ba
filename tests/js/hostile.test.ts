// Callers' objects that change under the hand, run code of their own, or share memory.

import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { errorOf, firstDifference, posenc } from './support.js';

// biome-ignore lint/suspicious/noExplicitAny: these tests pass what the types forbid
const loose = posenc as any;

/** An object that counts how often each property is read. */
function counting(object: Record<string, unknown>): [object, Record<string, number>] {
  const reads: Record<string, number> = {};
  const counted = Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [
        key,
        {
          enumerable: true,
          get() {
            reads[key] = (reads[key] ?? 0) + 1;
            return value;
          },
        },
      ]),
    ),
  );
  return [counted, reads];
}

describe('a list that says it has 2^32 - 1 items', () => {
  const endless: unknown[] = [];
  endless.length = 2 ** 32 - 1;
  test.each([
    [{ grids: endless }, 'grids[0]: undefined'],
    [{ grids: [endless] }, 'grids[0][0]: undefined'],
    [{ grids: [{ image: endless }] }, 'image.length: 4294967295'],
    [{ mask: endless }, 'mask.length: 4294967295'],
  ])('%#', (source, named) => {
    expect(errorOf(() => loose.positions(source))).toContain(`invalid ${named}`);
  });
});

describe('every property is read once', () => {
  const all = (reads: Record<string, number>, keys: string[]) =>
    expect(reads).toEqual(Object.fromEntries(keys.map((key) => [key, 1])));

  test('encode', () => {
    const [encoding, of] = counting({ dim: 8, base: 100, padding: 3, odd: 'zero', layout: 'halves', scale: 2 });
    const [positions, places] = counting({ start: 1, step: 2, count: 3 });
    const [options, given] = counting({ dtype: 'float64', into: new Float64Array(24), shape: [3] });
    loose.encode(encoding, positions, options);
    all(of, ['dim', 'base', 'padding', 'odd', 'layout', 'scale']);
    all(places, ['start', 'step', 'count']);
    all(given, ['dtype', 'into', 'shape']);
  });
  test('shaped positions, window, tokens', () => {
    const [positions, places] = counting({ data: [1, 2], shape: [1, 2] });
    loose.encode({ dim: 4 }, positions);
    all(places, ['data', 'shape']);
    const [picture, of] = counting({
      start: 0,
      positionsPerPixel: 2,
      height: 2,
      left: 1,
      columnsPerPixel: 1,
      width: 2,
    });
    const [options, given] = counting({ sample: 'point', dtype: 'float64' });
    loose.window({ dim: 4 }, picture, options);
    all(of, ['start', 'positionsPerPixel', 'height', 'left', 'columnsPerPixel', 'width']);
    all(given, ['sample', 'dtype']);
    const [source, read] = counting({ tokens: [1, 2], padding: 1, shape: [2], dtype: 'int64' });
    loose.positions(source);
    all(read, ['tokens', 'padding', 'shape', 'dtype']);
  });
  test('elements of a list, through a proxy too', () => {
    const reads: string[] = [];
    const list = new Proxy([1, 2, 3], {
      get(target, key) {
        reads.push(String(key));
        return Reflect.get(target, key);
      },
    });
    const { data } = loose.encode({ dim: 4 }, list);
    expect(reads).toEqual(['length', '0', '1', '2']);
    expect(firstDifference(data, posenc.encode({ dim: 4 }, [1, 2, 3]).data)).toBe(-1);
  });
});

test('a dim that grows while positions are read changes nothing', () => {
  const encoding = { dim: 4 };
  const positions = {
    start: 0,
    get count() {
      encoding.dim = 65536;
      return 2;
    },
  };
  expect(loose.encode(encoding, positions).shape).toEqual([2, 4]);
});

test('calls from within a getter', () => {
  const inner: Float32Array[] = [];
  const again = () => inner.push(posenc.encode({ dim: 6, base: 3 }, [9, 8.5]).data);
  const outer = loose.encode(
    {
      get dim() {
        again();
        return 10;
      },
    },
    {
      get data() {
        again();
        return Object.defineProperty([5, 6], 1, { get: () => again() && 7 });
      },
      shape: [2, 1],
    },
    {
      get dtype() {
        again();
        return 'float32';
      },
    },
  );
  expect(firstDifference(outer.data, posenc.encode({ dim: 10 }, [5, 7]).data)).toBe(-1);
  for (const data of inner) expect(firstDifference(data, posenc.encode({ dim: 6, base: 3 }, [9, 8.5]).data)).toBe(-1);
  expect(inner.length).toBe(4);
});

test('a getter that throws: its own error, and the module works on', () => {
  const encoding = {
    get dim() {
      throw new Error('mine');
    },
  };
  expect(errorOf(() => loose.encode(encoding, 1))).toBe('Error: mine');
  expect(posenc.encode({ dim: 2 }, 1).data).toEqual(Float32Array.of(0, 1));
});

test('values that would throw when printed', () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const rude = {
    toString() {
      throw new Error('no');
    },
    get [Symbol.toStringTag]() {
      throw new Error('no');
    },
    [Symbol.toPrimitive]() {
      throw new Error('no');
    },
  };
  for (const value of [revoked.proxy, rude, Object.create(null), Symbol(), new Proxy([], {})]) {
    const message = errorOf(() => loose.encode({ dim: value }, 1));
    expect(message).toMatch(/^TypeError: invalid dim: .+ \(a number\)$/);
    expect(errorOf(() => loose.encode({ dim: 2 }, [value]))).toMatch(
      /^TypeError: invalid positions\[0\]: .+ \(a number\)$/,
    );
    expect(errorOf(() => loose.encode({ dim: 2 }, 1, { into: value }))).toMatch(/^TypeError: invalid into: /);
  }
});

test('inherited and symbol properties', () => {
  expect(errorOf(() => loose.encode(Object.create({ dim: 4 }), 1))).toBe(
    'TypeError: invalid dim: undefined (a number)',
  );
  expect(loose.encode({ dim: 4, [Symbol('note')]: 1 }, 1).shape).toEqual([1, 4]);
  expect(loose.encode(Object.assign(Object.create(null), { dim: 4 }), 1).shape).toEqual([1, 4]);
  expect(errorOf(() => loose.encode(JSON.parse('{"dim":4,"__proto__":{"base":2}}'), 1))).toMatch(
    /unknown key '__proto__'/,
  );
});

test('what is passed is not changed, what is returned is fresh', () => {
  const encoding = Object.freeze({ dim: 4 });
  const positions = Object.freeze({ data: Object.freeze([1, 2]), shape: Object.freeze([2]) });
  const first = posenc.encode(encoding, positions);
  const second = posenc.encode(encoding, positions);
  expect(first.data).not.toBe(second.data);
  expect(first.data.buffer.byteLength).toBe(32);
  first.shape.push(5);
  first.data.fill(0);
  expect(posenc.encode(encoding, positions)).toEqual(second);
  const shape = [2];
  expect(posenc.encode(encoding, { data: [1, 2], shape }).shape).not.toBe(shape);
});

test('arrays with methods and properties of their own', () => {
  class Mine extends Float32Array {
    override set(): void {
      throw new Error('not this one');
    }
    override subarray(): never {
      throw new Error('not this one');
    }
  }
  const into = new Mine(8);
  expect(posenc.encode({ dim: 4 }, 2, { into }).data).toBe(into);
  expect(firstDifference(into, posenc.encode({ dim: 4 }, 2).data)).toBe(-1);
  posenc.add({ dim: 4 }, 2, into);
  expect(into[1]).toBe(2);
  const long = Mine.from({ length: 100_000 }, (_, k) => k);
  expect(posenc.encode({ dim: 1 }, long).data[99_999]).toBe(posenc.encode({ dim: 1 }, [99_999]).data[0]);
  const posing = Object.create(Float32Array.prototype, { length: { value: 8 } });
  expect(errorOf(() => loose.encode({ dim: 4 }, 2, { into: posing }))).toMatch(/^TypeError: invalid into: an object/);
  expect(errorOf(() => loose.encode({ dim: 4 }, 2, { into: new Proxy(new Float32Array(8), {}) }))).toMatch(
    /^TypeError: invalid into: an object/,
  );
});

test('arrays and objects of another realm', () => {
  const run = (code: string) => vm.runInNewContext(code);
  const into = run('new Float32Array(8)');
  expect(into).not.toBeInstanceOf(Float32Array);
  expect(posenc.encode(run('({ dim: 4 })'), run('[0, 1]'), { into }).data).toBe(into);
  expect(firstDifference(into, posenc.encode({ dim: 4 }, 2).data)).toBe(-1);
  expect(posenc.encode({ dim: 4 }, run('BigInt64Array.of(0n, 1n)')).data).toEqual(posenc.encode({ dim: 4 }, 2).data);
});

describe('detached memory', () => {
  function detached<A extends ArrayBufferView>(view: A): A {
    structuredClone(view.buffer, { transfer: [view.buffer as ArrayBuffer] });
    return view;
  }
  const gone = (parameter: string, name: string) =>
    `TypeError: invalid ${parameter}: a detached ${name} (its memory was transferred or has shrunk)`;

  test('into', () => {
    expect(errorOf(() => loose.encode({ dim: 4 }, 1, { into: detached(new Float32Array(4)) }))).toBe(
      gone('into', 'Float32Array'),
    );
    // Even where nothing would be written.
    expect(errorOf(() => loose.encode({ dim: 4 }, 0, { into: detached(new Float64Array(4)) }))).toBe(
      gone('into', 'Float64Array'),
    );
    expect(errorOf(() => loose.frequencies({ dim: 4 }, { into: detached(new Float64Array(2)) }))).toBe(
      gone('into', 'Float64Array'),
    );
    expect(errorOf(() => loose.window({ dim: 4 }, { height: 1 }, { into: detached(new Float32Array(4)) }))).toBe(
      gone('into', 'Float32Array'),
    );
  });
  test('embeddings, positions, tokens', () => {
    expect(errorOf(() => loose.add({ dim: 4 }, 1, detached(new Float32Array(4))))).toBe(
      gone('embeddings', 'Float32Array'),
    );
    expect(errorOf(() => loose.encode({ dim: 4 }, detached(new Int32Array(4))))).toBe(gone('positions', 'Int32Array'));
    expect(errorOf(() => loose.encode({ dim: 4 }, { data: detached(new BigInt64Array(4)), shape: [4] }))).toBe(
      gone('positions', 'BigInt64Array'),
    );
    expect(errorOf(() => loose.similarity({ dim: 4 }, detached(new Float64Array(4))))).toBe(
      gone('offsets', 'Float64Array'),
    );
    expect(errorOf(() => loose.positions({ tokens: detached(new Int32Array(4)), padding: 1 }))).toBe(
      gone('tokens', 'Int32Array'),
    );
  });
  test('detached by a getter that is read later', () => {
    const into = new Float32Array(8);
    const encoding = {
      get dim() {
        detached(into);
        return 4;
      },
    };
    expect(errorOf(() => loose.encode(encoding, 2, { into }))).toMatch(/^(TypeError|RangeError): invalid into: /);
  });
});

describe('shared bytes', () => {
  test('into and positions', () => {
    const buffer = new ArrayBuffer(1024);
    const positions = new Float64Array(buffer, 0, 4);
    const message = (parameter: string) =>
      `RangeError: invalid ${parameter}: Float32Array (an array that shares no bytes with what is read)`;
    for (const offset of [0, 4, 16, 28]) {
      const into = new Float32Array(buffer, offset, 16);
      expect(errorOf(() => loose.encode({ dim: 4 }, positions, { into }))).toBe(message('into'));
      expect(errorOf(() => loose.add({ dim: 4 }, positions, into))).toBe(message('embeddings'));
      expect(into.every((value) => value === 0)).toBe(true);
    }
    expect(errorOf(() => loose.similarity({ dim: 4 }, positions, { into: positions }))).toMatch(/shares no bytes/);
    // Neighbours in one buffer are no trouble.
    expect(posenc.encode({ dim: 4 }, positions, { into: new Float32Array(buffer, 32, 16) }).shape).toEqual([4, 4]);
    expect(
      posenc.encode({ dim: 4 }, new Float64Array(buffer, 96, 4), { into: new Float32Array(buffer, 32, 16) }).shape,
    ).toEqual([4, 4]);
  });
  test('a learned table and what is made of it', () => {
    const memory = Float32Array.from({ length: 64 }, (_, k) => k);
    const kept = memory.slice();
    const table = memory.subarray(4, 12);
    const learned = { kind: 'learned', dim: 2, length: 4, table };
    const refused =
      /^RangeError: invalid (into|embeddings): Float32Array \(an array that shares no bytes with what is read\)$/;
    expect(errorOf(() => loose.encode(learned, [3, 2], { into: memory.subarray(11, 15) }))).toMatch(refused);
    expect(errorOf(() => loose.add(learned, [3, 2], memory.subarray(1, 5)))).toMatch(refused);
    const t5 = { kind: 't5', buckets: 4, maxDistance: 8, heads: 2, table };
    const into = memory.subarray(0, 18);
    expect(errorOf(() => loose.bias(t5, { queries: 3, keys: 3, into }))).toMatch(refused);
    expect(memory).toEqual(kept);
    expect([...loose.encode(learned, [3, 2], { into: memory.subarray(12, 16) }).data]).toEqual([10, 11, 8, 9]);
  });
  test('bigint positions too, which are copied', () => {
    const buffer = new ArrayBuffer(64);
    const positions = new BigInt64Array(buffer, 0, 2);
    expect(loose.encode({ dim: 2 }, positions, { into: new Float32Array(buffer, 16, 4) }).shape).toEqual([2, 2]);
    const shared = new SharedArrayBuffer(64);
    expect(
      errorOf(() => loose.encode({ dim: 2 }, new Float64Array(shared, 0, 2), { into: new Float32Array(shared, 8, 4) })),
    ).toMatch(/shares no bytes/);
    expect(errorOf(() => loose.encode({ dim: 2 }, positions, { into: new Float32Array(buffer, 8, 4) }))).toMatch(
      /shares no bytes/,
    );
  });
});

describe('shared memory', () => {
  test('as a target, in every format', () => {
    for (const [dtype, Class] of [
      ['float32', Float32Array],
      ['float64', Float64Array],
      ['float16', Uint16Array],
      ['bfloat16', Uint16Array],
    ] as const) {
      const memory: unknown = new SharedArrayBuffer(300 * 500 * Class.BYTES_PER_ELEMENT);
      const into = new Class(memory as ArrayBuffer);
      expect(loose.encode({ dim: 500 }, 300, { dtype, into }).data).toBe(into);
      expect(firstDifference(into, posenc.encode({ dim: 500 }, 300, { dtype }).data)).toBe(-1);
    }
  });
  test('as embeddings and positions', () => {
    const embeddings = new Float32Array(new SharedArrayBuffer(32)).fill(1);
    const positions = new Float64Array(new SharedArrayBuffer(16));
    positions.set([3, 4]);
    posenc.add({ dim: 4 }, positions, embeddings);
    const table = posenc.encode({ dim: 4 }, [3, 4]).data;
    expect(
      firstDifference(
        embeddings,
        table.map((value) => Math.fround(1 + value)),
      ),
    ).toBe(-1);
  });
  test('positions that another thread keeps changing are read once', async () => {
    const positions = new Float64Array(new SharedArrayBuffer(8 * 1000)).fill(1);
    // Between 1 and far too far: a value that passed the check must be the one that is used.
    const worker = new Worker(
      "const { workerData } = require('node:worker_threads'); for (;;) { workerData.fill(1); workerData.fill(1e300); }",
      { eval: true, workerData: positions },
    );
    try {
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (let k = 0; k < 1000; ++k) {
        try {
          const { data } = posenc.encode({ dim: 2 }, positions);
          expect(data.every((value) => value === Math.fround(Math.sin(1)) || value === Math.fround(Math.cos(1)))).toBe(
            true,
          );
        } catch (error) {
          expect(String(error)).toMatch(/^RangeError: invalid positions\[\d+\]: 1e\+300/);
        }
      }
    } finally {
      await worker.terminate();
    }
  });
});

test('methods need no object to be called on, and the object is frozen', () => {
  const { encode, add, info } = posenc;
  expect(encode({ dim: 2 }, 1).shape).toEqual([1, 2]);
  expect(add({ dim: 2 }, 1, new Float32Array(2)).shape).toEqual([1, 2]);
  expect(info()).toEqual(posenc.info());
  expect(Object.isFrozen(posenc)).toBe(true);
  expect(Object.keys(posenc).sort()).toEqual([
    'add',
    'bias',
    'encode',
    'frequencies',
    'identify',
    'info',
    'positions',
    'resample',
    'rotary',
    'rotate',
    'shift',
    'similarity',
    'slopes',
    'wavelengths',
    'window',
  ]);
});
