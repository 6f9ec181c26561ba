/** The formula in symbols, with a sentence for each choice. */

import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { SinusoidEncoding } from 'posenc';
import { byId } from '../../dom.ts';
import { lawOf } from '../../formula.ts';
import { lawFormulas, lawWords } from '../../law.ts';
import { mathElement } from '../../math.ts';
import type { Store } from '../../store.ts';

export function mountLaw(store: Store, isShown: ReadonlySignal<boolean>): void {
  const law = byId('law', HTMLElement);
  const words = byId('law-words', HTMLElement);
  effect(() => {
    if (!isShown.value) return;
    const parts = lawOf(store.encoding.value as SinusoidEncoding, store.columns.value);
    law.replaceChildren(...lawFormulas(parts).map((formula) => mathElement(formula, 'block')));
    words.textContent = lawWords(parts).join(' ');
  });
}
