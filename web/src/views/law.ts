/** The formula in symbols, with a sentence for each choice. */

import { effect } from '@preact/signals-core';
import { byId } from '../dom.ts';
import { lawFormulas, lawWords } from '../formula.ts';
import { mathElement } from '../math.ts';
import type { Store } from '../store.ts';

export function mountLaw(store: Store): void {
  const law = byId('law', HTMLElement);
  const words = byId('law-words', HTMLElement);
  effect(() => {
    law.replaceChildren(...lawFormulas(store.columns.value).map((formula) => mathElement(formula, 'block')));
    words.textContent = lawWords(store.columns.value).join(' ');
  });
}
