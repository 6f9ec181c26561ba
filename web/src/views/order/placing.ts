/** What the layer is told of places, or why it is told nothing: the words that the files of this view share. */

import type { Posenc } from 'posenc';
import type { Positional } from '../../attention.ts';
import type { Values } from '../../field.ts';
import { knownModels } from '../../models.ts';
import type { Store } from '../../store.ts';

/** What is asked for: so many words, in a layer of so many heads. */
export interface Asked {
  readonly words: number;
  readonly heads: number;
  /** Of the numbers that a model learns, where there are such. */
  readonly seed: number;
}

export interface Placing {
  /** Columns of embeddings. */
  readonly dim: number;
  /** Columns of a head; absent: dim / heads. */
  readonly width?: number;
  /** [words, dim]: what is added to the embeddings. */
  readonly added?: Float64Array;
  /** What happens in the scores. */
  readonly positional: Positional;
  /** Where the words stand, in sentences. */
  readonly said: string;
  /** What the encoding knows of two places of the sentence, in words: 'position 2 and position 5', 'bucket 3'. */
  readonly between: (from: number, to: number) => string;
}

/** A button's label, and the page's values that it stands for. */
export interface Way {
  readonly label: string;
  readonly values: Values;
}

/** An encoding that has no place for each word of the sentence: nothing is computed in its stead. */
export interface Unplaced {
  readonly why: string;
  /** What the reader can choose. */
  readonly ways: readonly Way[];
}

export type Package = Pick<Posenc, 'encode' | 'rotary' | 'bias' | 'slopes'>;
export type Page = Pick<Store, 'encoding' | 'kind' | 'rows' | 'columns' | 'state' | 'value'>;

/** Columns of embeddings where the encoding does not say how many. */
export const plainDim = 64;

/** The values of a known model as a way out. */
export function modelWay(name: string): Way {
  const model = knownModels.find((one) => one.name === name);
  if (!model) throw new Error(`There is no model ${name}.`);
  return { label: name, values: model.values };
}

/** The page's values with some changes, as a way out. */
export const changeWay = (page: Page, label: string, changes: Values): Way => ({
  label,
  values: { ...page.state.value.values, ...changes },
});
