/** The one voice of the page: sentences for readers who hear it. */

import { byId } from '../dom.ts';

const pause = 150;
let timer = 0;

/** Says a sentence after a short pause; of several in a row only the last is said. */
export function announce(sentence: string): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    byId('spoken', HTMLElement).textContent = sentence;
  }, pause);
}
