/** What the first load has of the wavelengths: whether they are shown. Their chart is loaded when it comes near. */

import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import type { Posenc } from 'posenc';
import { byId, whenNear } from '../../dom.ts';
import type { Store } from '../../store.ts';

/** Gives what loads the chart, for those who need it before it is seen. */
export function mountWavelengths(
  store: Store,
  posenc: Posenc,
  isFirstShown: ReadonlySignal<boolean>,
): () => Promise<void> {
  const section = byId('wavelengths', HTMLElement);
  const isShown = computed(() => isFirstShown.value && !store.columns.value.isPlain);
  effect(() => {
    section.hidden = !isShown.value;
  });
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    loading ??= import('./chart.ts').then(({ mountChart }) => mountChart(store, posenc, isShown));
    try {
      await loading;
    } catch {
      loading = undefined;
      byId('turns', HTMLElement).textContent =
        'The wavelengths could not be loaded; they are tried again when they come into sight.';
    }
  };
  whenNear(section, load, () => loading !== undefined);
  return load;
}
