/** The menu of known models: each a ready state, with a sentence and its source. */

import { element } from '../dom.ts';
import { type KnownModel, knownModels } from '../models.ts';
import { firstView } from '../state.ts';
import type { Store } from '../store.ts';

/** Takes over a model: its encoding in place of the one before, and a look at all of it. */
export function takeModel(store: Store, { values, options = {} }: KnownModel): void {
  const { theme, isEmbedded } = store.state.peek();
  const look = { rows: null, columns: null, sample: 'mean', position: null, column: null, offset: null } as const;
  store.load({ state: { ...look, theme, isEmbedded, view: firstView, values, options }, problems: [] });
}

export function fillModels(panel: HTMLElement, store: Store, close: () => void): void {
  const groups = new Map<string, HTMLElement[]>();
  for (const model of knownModels) {
    const button = element(
      'button',
      { type: 'button' },
      model.name,
      element('small', {}, `${model.sentence} Source: ${model.source}.`),
    );
    button.addEventListener('click', () => {
      takeModel(store, model);
      close();
    });
    groups.set(model.group, [...(groups.get(model.group) ?? []), button]);
  }
  panel.replaceChildren(...[...groups].flatMap(([name, items]) => [element('h2', {}, name), ...items]));
}
