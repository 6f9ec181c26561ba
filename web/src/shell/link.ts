/** The state in the address bar, both ways. */

import { effect } from '@preact/signals-core';
import type { Store } from '../store.ts';
import { formatLink, type Link, parseLink } from '../url.ts';
import { known } from '../views/index.ts';

/** Browsers limit how often an address may change; a pause in the changes is soon enough. */
const pause = 200;

const read = (): Link => parseLink(location.hash, known, location.search);

let holds = 0;

/** While it is held, the address stays as it is, whatever is shown. Gives what ends that. */
export function holdAddress(): () => void {
  holds++;
  return () => holds--;
}

export function mountLink(store: Store): void {
  const holdsState = (): boolean => location.hash.includes('=');
  if (holdsState() || location.search.includes('embed=')) store.load(read());
  // Going back to an address without a state is going back to the state that the page began with.
  addEventListener('hashchange', () => {
    if (location.hash !== formatLink(store.state.value) && (holdsState() || location.hash === '')) store.load(read());
  });

  let timer = 0;
  let isFirst = true;
  let view = store.state.value.view;
  const write = (isStep: boolean): void => {
    const link = formatLink(store.state.value);
    if (location.hash === link) return;
    if (isStep) history.pushState(null, '', link);
    else history.replaceState(null, '', link);
  };
  effect(() => {
    const { view: now } = store.state.value;
    // A link stays as it came until something is changed: what is wrong in it can still be read there.
    if (isFirst) {
      isFirst = false;
      return;
    }
    clearTimeout(timer);
    if (holds > 0) {
      view = now;
      return;
    }
    // Another view is a step that the reader can go back from; everything else is one place in the history.
    if (now !== view) {
      view = now;
      write(true);
    } else timer = window.setTimeout(() => write(false), pause);
  });

  // Anchors inside the page move the focus and leave the state in the address alone.
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented) return;
    const anchor = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const target = anchor && document.getElementById((anchor.getAttribute('href') ?? '').slice(1));
    if (!target) return;
    event.preventDefault();
    target.focus();
    target.scrollIntoView();
  });
}
