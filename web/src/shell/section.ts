/** Sections of the first page that the first load does without: loaded when they come near, or the page is used. */

import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import { byId, whenNear } from '../dom.ts';

export interface Section {
  readonly id: string;
  /** The id of what says a failure. */
  readonly words: string;
  /** Whether it can speak of the encoding of now. */
  readonly needs: () => boolean;
  /** @param isShown whether the section is seen, and the encoding is one that it can speak of */
  readonly load: (isShown: ReadonlySignal<boolean>) => Promise<void>;
}

/** Gives what loads the section, for those who need it before it is seen. */
export function mountSection(
  isFirstShown: ReadonlySignal<boolean>,
  { id, words, needs, load }: Section,
): () => Promise<void> {
  const section = byId(id, HTMLElement);
  const isShown = computed(() => isFirstShown.value && needs());
  effect(() => {
    section.hidden = !isShown.value;
  });
  let loading: Promise<void> | undefined;
  const loadOnce = async (): Promise<void> => {
    loading ??= load(isShown);
    try {
      await loading;
    } catch {
      loading = undefined;
      byId(words, HTMLElement).textContent =
        'This part could not be loaded; it is tried again when it comes into sight.';
    }
  };
  whenNear(section, loadOnce, () => loading !== undefined);
  // Whoever begins to use the page has all of it soon, also for printing.
  for (const type of ['pointermove', 'touchstart', 'wheel', 'keydown']) {
    addEventListener(type, () => void (isShown.peek() && loadOnce()), { once: true, passive: true });
  }
  return loadOnce;
}
