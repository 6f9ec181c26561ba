/** Everything that the view shows, as signals. */

import { computed } from '@preact/signals-core';
import { type Attended, attend, changesOf, embeddingsOf, seededLayer, sum } from '../../attention.ts';
import type { ViewContext } from '../../view.ts';
import { order as entry } from './entry.ts';
import { explanationOf } from './explain.ts';
import { plainDim } from './placing.ts';
import { placingOf, usesOf } from './positions.ts';
import { asWritten, orderOf, wordsOf } from './words.ts';

/** Without the encoding, or with it. */
export const sides = ['without', 'with'] as const;
export type Side = (typeof sides)[number];
type Both<T> = Readonly<Record<Side, T>>;

const both = <T>(make: (side: Side) => T): Both<T> => ({ without: make('without'), with: make('with') });

const firstOrder = entry.options?.find(({ name }) => name === 'order.words')?.default;

export type Model = ReturnType<typeof modelOf>;

export function modelOf({ posenc, store, option }: Pick<ViewContext, 'posenc' | 'store' | 'option'>) {
  const possible = computed(() => usesOf(posenc, store));
  /** As the reader wants it, if the encoding can be used like that. */
  const use = computed(() => possible.value.find((one) => one === option<string>('order.use')) ?? possible.value[0]);
  const text = computed(() => option<string>('order.sentence'));
  const wanted = computed(() => option<readonly number[]>('order.words'));
  const heads = computed(() => Number(option<string>('order.heads')));
  const head = computed(() => Math.min(heads.value, option<number>('order.head')) - 1);
  const seed = computed(() => option<number>('order.seed'));

  const sentence = computed(() => wordsOf(text.value));
  const words = computed(() => sentence.value.words);
  const isOrder = computed(() => orderOf(wanted.value, words.value.length) !== null);
  const order = computed(() => (isOrder.value ? wanted.value : asWritten(words.value.length)));
  const arranged = computed(() => order.value.map((word) => words.value[word] as string));
  /** A link may say an order that is none of this sentence; the one of the first sentence is no fault of the link. */
  const problem = computed(
    () =>
      sentence.value.problem ||
      (isOrder.value || wanted.value === firstOrder
        ? ''
        : `The order ${wanted.value.join(', ')} does not name each of the ${words.value.length} words once, counted from 0: they stand as written.`),
  );
  /** The marked weight, inside the sentence. */
  const cell = computed(() => {
    const [row, column] = [0, 1].map((k) =>
      Math.max(0, Math.min(words.value.length - 1, option<readonly number[]>('order.cell')[k] ?? 0)),
    );
    return { row: row as number, column: column as number };
  });

  const asked = computed(() => ({ words: Math.max(1, words.value.length), heads: heads.value, seed: seed.value }));
  const found = computed(() => placingOf(posenc, store, use.value ?? 'added', asked.value));
  const unplaced = computed(() => ('why' in found.value ? found.value : null));
  const placing = computed(() => ('why' in found.value ? null : found.value));
  const dim = computed(() => placing.value?.dim ?? plainDim);
  const layer = computed(() => seededLayer(dim.value, heads.value, seed.value, placing.value?.width));

  /** What the layer makes of words in an order; of words without places nothing. */
  const run = (names: readonly string[], side: Side): Attended | null => {
    const embeddings = embeddingsOf(names, dim.value);
    if (side === 'without' || names.length === 0) return attend(layer.value, embeddings);
    if (placing.value === null) return null;
    const { added, positional } = placing.value;
    return attend(layer.value, added ? sum(embeddings, added) : embeddings, positional);
  };
  const written = both((side) => computed(() => run(words.value, side)));
  const now = both((side) => computed(() => run(arranged.value, side)));
  /** One a word as written, or null. */
  const changes = both((side) =>
    computed(() => {
      const [before, after] = [written[side].value, now[side].value];
      return before && after && changesOf(before.output, after.output, order.value, dim.value);
    }),
  );
  /** Of the chosen head, [words, words]. */
  const ofHead = (what: 'weights' | 'scores') =>
    both((side) =>
      computed(() => {
        const cells = words.value.length ** 2;
        return now[side].value?.[what].subarray(head.value * cells, (head.value + 1) * cells) ?? null;
      }),
    );
  const weights = ofHead('weights');
  /** Of the last colour, the same for both maps. */
  const most = computed(() => {
    const all = sides.flatMap((side) => [...(weights[side].value ?? [])]);
    return Math.ceil(all.reduce((a, b) => Math.max(a, b), 0.1) * 10) / 10;
  });
  const explanation = computed(() => explanationOf(store.encoding.value, use.value));
  return {
    ...{ possible, use, text, heads, head, seed, words, order, arranged, problem, cell },
    ...{ layer, placing, unplaced, explanation, weights, scores: ofHead('scores'), most, changes },
  };
}
