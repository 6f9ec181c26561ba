/** Sentences about a link that could not be read in full, above everything else. */

import { effect } from '@preact/signals-core';
import { byId } from '../dom.ts';
import type { Store } from '../store.ts';

const most = 4;

export function mountNotice(store: Store): void {
  const box = byId('notice', HTMLElement);
  const text = byId('notice-text', HTMLElement);
  byId('notice-close', HTMLButtonElement).addEventListener('click', () => {
    store.dismissProblems();
    // The button is gone: the next Tab goes to what stands after the notice.
    byId('main', HTMLElement).focus({ preventScroll: true });
  });
  effect(() => {
    const problems = store.problems.value;
    const shown = problems.slice(0, most);
    if (problems.length > most) shown.push(`And ${problems.length - most} more.`);
    text.replaceChildren(
      ...shown.map((problem) => {
        const line = document.createElement('p');
        line.textContent = problem;
        return line;
      }),
    );
    box.hidden = problems.length === 0;
  });
}

/** For failures that leave nothing to show: says what happened in place of the views. */
export function showFailure(error: unknown): void {
  const box = byId('notice', HTMLElement);
  const said = error instanceof Error ? error.message : String(error);
  byId('notice-text', HTMLElement).textContent = `The page could not start. ${said}`;
  byId('notice-close', HTMLButtonElement).hidden = true;
  box.hidden = false;
}
