/** Light and dark: what the reader's system says, unless the page is told otherwise. */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Theme } from '../state.ts';
import type { Store } from '../store.ts';

/** Mounts the switch and gives whether the page is dark now. */
export function mountTheme(store: Store): ReadonlySignal<boolean> {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const system = signal(query.matches);
  query.addEventListener('change', () => {
    system.value = query.matches;
  });

  const buttons = [...document.querySelectorAll<HTMLInputElement>('input[name="theme"]')];
  for (const button of buttons) {
    button.addEventListener('change', () => store.look({ theme: button.value as Theme }));
  }
  const theme = computed(() => store.state.value.theme);
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    for (const button of buttons) button.checked = button.value === theme.value;
  });
  return computed(() => (theme.value === 'auto' ? system.value : theme.value === 'dark'));
}
