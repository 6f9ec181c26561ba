/** The navigation: links to the views, each of which holds the whole state. */

import { effect } from '@preact/signals-core';
import { byId, element, onNextFrame } from '../dom.ts';
import type { Store } from '../store.ts';
import { formatLink } from '../url.ts';
import { views } from '../views/index.ts';

/** The page on which a view is seen: its own, or that of the view that it is a part of. */
export function pageOf(id: string): string {
  const entry = views.find((view) => view.id === id);
  return (entry && 'partOf' in entry && entry.partOf) || id;
}

export function mountNav(store: Store): void {
  const list = byId('views', HTMLElement);
  const links = views
    .filter((view) => pageOf(view.id) === view.id)
    .map(({ id, title }) => {
      const link = element('a', { href: `./#view=${id}` }, title);
      // The address of a link is needed when it is used, copied or opened elsewhere: not with every change.
      const refresh = (): void => {
        link.href = `./${formatLink({ ...store.state.peek(), view: id })}`;
      };
      for (const type of ['pointerenter', 'pointerdown', 'focus', 'contextmenu']) link.addEventListener(type, refresh);
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        store.look({ view: id });
      });
      return { id, link };
    });
  list.replaceChildren(...links.map(({ link }) => element('li', {}, link)));
  list.closest('nav')?.toggleAttribute('hidden', links.length < 2);

  // Measured with the frame that is laid out anyway.
  const bringCurrent = onNextFrame(() => {
    const current = links.find(({ link }) => link.hasAttribute('aria-current'));
    if (current) scrollIntoStrip(list, current.link);
  });
  effect(() => {
    const current = pageOf(store.state.value.view);
    for (const { id, link } of links) {
      const isCurrent = id === current;
      if (isCurrent) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    bringCurrent();
  });
}

/** On narrow screens the links are a strip that scrolls sideways: the current one is brought into sight. */
function scrollIntoStrip(strip: HTMLElement, link: HTMLElement): void {
  const [box, inner] = [strip.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.left < box.left) strip.scrollLeft -= box.left - inner.left + 24;
  else if (inner.right > box.right) strip.scrollLeft += inner.right - box.right + 24;
}
