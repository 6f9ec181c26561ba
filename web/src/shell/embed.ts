/** One view without anything round it, for slides and articles. */

import { effect } from '@preact/signals-core';
import type { Store } from '../store.ts';

export function mountEmbed(store: Store): void {
  const { dataset } = document.documentElement;
  effect(() => {
    const { isEmbedded, view } = store.state.value;
    // The style sheet hides what is not wanted, as soon as this is said.
    if (isEmbedded) dataset.embed = view;
    else delete dataset.embed;
  });
}
