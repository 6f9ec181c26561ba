/** The state in the address bar, both ways. */

import { effect } from '@preact/signals-core';
import type { Store } from '../store.ts';
import { formatLink, parseLink } from '../url.ts';

/** Browsers limit how often an address may change; a pause in the changes is soon enough. */
const pause = 200;

export function mountLink(store: Store): void {
  const holdsState = (): boolean => location.hash.includes('=');
  if (holdsState()) store.load(parseLink(location.hash));
  addEventListener('hashchange', () => {
    if (holdsState() && location.hash !== formatLink(store.state.value)) store.load(parseLink(location.hash));
  });

  let timer = 0;
  let isFirst = true;
  effect(() => {
    const link = formatLink(store.state.value);
    // A link stays as it came until something is changed: what is wrong in it can still be read there.
    if (isFirst) {
      isFirst = false;
      return;
    }
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (location.hash !== link) history.replaceState(null, '', link);
    }, pause);
  });

  // Anchors inside the page move the focus and leave the state in the address alone.
  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const target = anchor && document.getElementById((anchor.getAttribute('href') ?? '').slice(1));
    if (!target) return;
    event.preventDefault();
    target.focus();
    target.scrollIntoView();
  });
}
