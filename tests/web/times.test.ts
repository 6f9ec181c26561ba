import { createPosenc, presets } from 'posenc';
import { describe, expect, test } from 'vitest';
import {
  distinctness,
  durationLabel,
  readTimes,
  rowsWithGaps,
  spanOf,
  timeLabel,
  unixSeconds,
  wavelengthsFor,
} from '../../web/src/views/time/times.ts';

describe('dates', () => {
  // Seconds by `date -u -d ... +%s`.
  test.each([
    ['1970-01-01', 0],
    ['2024-02-29', 1709164800],
    ['2024-05-01T12:30', 1714566600],
    ['2024-05-01 12:30:15Z', 1714566615],
    ['2024-05-01T12:30:15.250Z', 1714566615.25],
    ['2024-05-01T12:30:00+02:00', 1714559400],
    ['2024-05-01T12:30:00-0530', 1714586400],
    ['1969-12-31T23:59:59Z', -1],
    ['0001-01-01', -62135596800],
  ])('%s', (text, seconds) => {
    expect(unixSeconds(text)).toBe(seconds);
  });

  test.each(['2023-02-29', '2024-13-01', '2024-01-01T24:00', '01/02/2024', 'today', '2024', ''])(
    '%j is none',
    (text) => {
      expect(unixSeconds(text)).toBeNaN();
    },
  );
});

describe('reading', () => {
  test('the column whose header speaks of time, else the first of dates', () => {
    expect(readTimes('id,when,value\n1,2024-05-01,3\n2,2024-05-02,4')).toMatchObject({
      column: 'when',
      columns: ['id', 'when', 'value'],
      isDates: true,
      isSorted: true,
    });
    expect(readTimes('1;2024-05-01\n2;2024-05-02').column).toBe('Column 2');
    expect(readTimes('a,timestamp\n1,1714521600.5\n2,1714521601').values).toEqual(
      Float64Array.of(1714521600.5, 1714521601),
    );
  });

  test('the column that is asked for, if it is there', () => {
    const text = 'time,id\n2024-05-01,7\n2024-05-02,5';
    expect([...readTimes(text, 'id').values]).toEqual([7, 5]);
    expect(readTimes(text, 'id').isSorted).toBe(false);
    expect(readTimes(text, 'gone').column).toBe('time');
  });

  test.each([
    ['2024-13-45\n2024-05-01', 'Line 1 says “2024-13-45”: there is no such day or time.'],
    ['time\n2024-02-30', 'Line 2 says “2024-02-30”: there is no such day or time.'],
    ['1,2023-02-29\n2,2024-05-01', 'Line 1 says “2023-02-29”'],
    ['hello\nworld', 'Line 2 has no time: “world”'],
    ['time\n2024-05-01\nsoon', 'Line 3 says “soon” in “time”, where the first line has a date.'],
    ['time,x\n1,2\n,3', 'Line 3 has nothing in “time”, where the first line has a number.'],
    ['2024-05-01\n1e300', 'Line 2 says “1e300”'],
    ['1\n1e300', 'times may be at most 2^53'],
  ])('%j: a sentence with its line', (text, sentence) => {
    expect(() => readTimes(text)).toThrow(sentence);
  });
});

describe('wavelengths for a span', () => {
  test('from four of the smallest step to twice the span', () => {
    const span = spanOf(Float64Array.of(0, 3600, 5400, 90000));
    expect(span).toEqual({ first: 0, last: 90000, step: 1800, usual: 3600 });
    expect(wavelengthsFor(span)).toEqual({ shortest: 7200, longest: 180000 });
  });

  test('one time, or the same twice', () => {
    for (const values of [[5], [5, 5]]) {
      const { shortest, longest } = wavelengthsFor(spanOf(Float64Array.from(values)));
      expect(longest).toBeGreaterThan(shortest);
    }
  });

  test('neighbours at Unix times are as far apart as at small ones', async () => {
    const posenc = await createPosenc();
    const dim = 16;
    const at = (begin: number) => {
      const values = Float64Array.from({ length: 50 }, (_, k) => begin + k);
      const encoding = presets.timestamps({ dim, ...wavelengthsFor(spanOf(values)) });
      return distinctness(values, posenc.encode(encoding, values, { dtype: 'float64' }).data, dim);
    };
    const [far, near] = [at(1_714_521_600), at(0)];
    expect(far.smallest).toBeCloseTo(near.smallest, 6);
    // A quarter turn of the first pair alone is sqrt 2 apart.
    expect(far.smallest).toBeGreaterThan(Math.SQRT2);
    // float32 has 128 seconds between its numbers here: 49 neighbours, and at most one pair is told apart.
    expect(far.lostInFloat32).toBeGreaterThanOrEqual(48);
    expect([near.lostInFloat32, near.equal]).toEqual([0, 0]);
  });
});

test('room where times are missing, not more than a twelfth of all', () => {
  const values = Float64Array.from([...Array(12).keys(), 100]);
  expect([...rowsWithGaps(values, 1, true)]).toEqual([...Array(12).keys(), -1, 12]);
  expect([...rowsWithGaps(values, 1, false)]).toEqual([...Array(13).keys()]);
  const one = Float64Array.of(0, 1, 3, 4);
  expect([...rowsWithGaps(one, 1, true)]).toEqual([0, 1, 2, 3]);
});

test('labels', () => {
  expect(durationLabel(129600, true)).toBe('1.5 days');
  expect(durationLabel(3600, true)).toBe('1 hour');
  expect(durationLabel(0.25, true)).toBe('0.25 seconds');
  expect(durationLabel(129600, false)).toBe('130000');
  expect(timeLabel(1714566615, readTimes('2024-05-01T12:30:15Z'))).toBe('2024-05-01 12:30:15');
  expect(timeLabel(1714521600, readTimes('2024-05-01\n2024-05-02'))).toBe('2024-05-01');
});
