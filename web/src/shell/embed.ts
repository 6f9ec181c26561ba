/** One view without anything round it, for slides and articles. */

import { effect } from '@preact/signals-core';
import { byId } from '../dom.ts';
import type { Store } from '../store.ts';
import { formatLink } from '../url.ts';

export function mountEmbed(store: Store): void {
  const link = byId('whole-page', HTMLAnchorElement);
  const title = byId('title', HTMLElement);
  const { dataset } = document.documentElement;
  effect(() => {
    const { isEmbedded, view } = store.state.value;
    // In an embed the way to the whole page, with what is set here.
    if (isEmbedded) link.href = `./${formatLink({ ...store.state.value, isEmbedded: false })}`;
    // Readers who hear the page still need its heading.
    title.classList.toggle('hidden', isEmbedded);
    // The style sheet hides what is not wanted, as soon as this is said.
    if (isEmbedded) dataset.embed = view;
    else delete dataset.embed;
  });
}
