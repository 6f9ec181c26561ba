/** Times as they were read, and their encoding: what is refused leaves both as they were. */

import { computed, signal } from '@preact/signals-core';
import { presets, type SinusoidEncoding } from 'posenc';
import type { Value } from '../../field.ts';
import { numberLabel, wholeLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { distinctness, exampleText, readTimes, type Span, spanOf, type Times, wavelengthsFor } from './times.ts';

const mostHeld = 2 ** 24;

export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Wavelengths = ReturnType<typeof wavelengthsFor>;

/** Times with the table that belongs to them: a change that is refused leaves both as they were. */
export interface Encoded extends Times {
  readonly span: Span;
  readonly wavelengths: Wavelengths;
  readonly isOwn: boolean;
  readonly encoding: SinusoidEncoding;
  readonly dim: number;
  readonly table: Float64Array;
}

export type Model = ReturnType<typeof modelOf>;

export function modelOf({ posenc, scope, option }: Pick<ViewContext, 'posenc' | 'scope' | 'option'>) {
  const text = signal(exampleText());
  /** What was read last, and why the newest text could not be. */
  const parsed = computed((): { times: Times } | { problem: string } => {
    try {
      return { times: readTimes(text.value, option<string>('time.column')) };
    } catch (error) {
      return { problem: sentence(error) };
    }
  });
  const example = readTimes(exampleText());
  const times = signal<Times>(example);
  scope.effect(() => {
    const now = parsed.value;
    if ('times' in now) times.value = now.times;
  });

  const chosen = computed(() => {
    const ready = wavelengthsFor(spanOf(times.value.values));
    const shortest = (option<Value>('time.shortest') as number | undefined) ?? ready.shortest;
    // A shortest one of the reader's may be longer than all that would be chosen.
    const own = { shortest: ready.shortest, longest: Math.max(ready.longest, 2 * shortest) };
    const longest = (option<Value>('time.longest') as number | undefined) ?? own.longest;
    return { shortest, longest, own };
  });
  const encoded = (read: Times, wavelengths: Wavelengths, dim: number, isOwn: boolean): Encoded => {
    const encoding = presets.timestamps({ dim, ...wavelengths });
    const { data: table } = posenc.encode(encoding, read.values, { dtype: 'float64' });
    return { ...read, span: spanOf(read.values), wavelengths, isOwn, encoding, dim, table };
  };
  const attempt = computed((): Encoded | { problem: string } => {
    const { shortest, longest, own } = chosen.value;
    const dim = option<number>('time.dim');
    const { values } = times.value;
    if (!(longest > shortest)) {
      return { problem: `The longest wavelength has to be longer than the shortest, ${numberLabel(shortest)}.` };
    }
    if (values.length * dim > mostHeld) {
      return {
        problem: `${wholeLabel(values.length)} times with ${dim} columns are too many to show; at most ${Math.floor(mostHeld / values.length)} columns.`,
      };
    }
    try {
      const isOwn = shortest === own.shortest && longest === own.longest;
      return encoded(times.value, { shortest, longest }, dim, isOwn);
    } catch (error) {
      return { problem: `The package says: ${sentence(error)}.` };
    }
  });
  // A link may ask for what cannot be: then the example is seen with what would be chosen for it.
  const first = encoded(example, wavelengthsFor(spanOf(example.values)), option<number>('time.dim'), true);
  const ready = signal(first);
  scope.effect(() => {
    const now = attempt.value;
    if (!('problem' in now)) ready.value = now;
  });
  const apart = computed(() => distinctness(ready.value.values, ready.value.table, ready.value.dim));
  return { text, parsed, times, chosen, attempt, ready, apart };
}
