/** The formula in symbols, with a sentence for each choice. */

import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import type { Posenc } from 'posenc';
import { byId } from '../../dom.ts';
import { lawsOf } from '../../laws.ts';
import { mathElement, mi } from '../../math.ts';
import { numberIn } from '../../state.ts';
import type { Store } from '../../store.ts';

/** Text whose letters in braces are set as in the formulas. */
const lettered = (text: string): (Node | string)[] =>
  text.split(/\{(.)\}/).map((part, k) => (k % 2 === 1 ? mathElement(mi(part)) : part));

export function mountLaw(store: Store, posenc: Pick<Posenc, 'slopes'>, isShown: ReadonlySignal<boolean>): void {
  const lead = byId('law-lead', HTMLElement);
  const law = byId('law', HTMLElement);
  const words = byId('law-words', HTMLElement);
  const turns = byId('law-turns', HTMLElement);
  const head = computed(() => numberIn(store.state.value.values, 'head', 0));
  effect(() => {
    if (!isShown.value) return;
    const laws = lawsOf(store.encoding.value, store.columns.value, posenc, head.value);
    lead.replaceChildren(...lettered(laws.lead));
    law.replaceChildren(...laws.lines.map((formula) => mathElement(formula, 'block')));
    words.textContent = laws.words.filter((sentence) => sentence !== '').join(' ');
    turns.hidden = store.columns.value.isPlain;
  });
}
