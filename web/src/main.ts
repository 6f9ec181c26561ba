/** Starts the page: the package, the store, the views. Data flow one way: address and controls, store, views. */

import { computed } from '@preact/signals-core';
import { createPosenc } from 'posenc';
import { colourTable, darkStops, lightStops } from './colours.ts';
import { nextTask } from './dom.ts';
import { mountControls } from './shell/controls.ts';
import { mountEmbed } from './shell/embed.ts';
import { mountLink } from './shell/link.ts';
import { mountMenus } from './shell/menus.ts';
import { mountNav } from './shell/nav.ts';
import { mountNotice, showFailure } from './shell/notice.ts';
import { keepOffline } from './shell/offline.ts';
import { mountSection } from './shell/section.ts';
import { firstShown, mountStage } from './shell/stage.ts';
import { mountTheme } from './shell/theme.ts';
import { sourceOf } from './source.ts';
import { createStore } from './store.ts';
import { optionFields } from './views/index.ts';
import { mountLegend } from './views/matrix/legend.ts';
import { mountMatrix } from './views/matrix/matrix.ts';
import { mountReadout } from './views/matrix/readout.ts';

async function start(): Promise<void> {
  const posenc = await createPosenc();
  const store = createStore(posenc, optionFields);
  mountLink(store);
  mountNotice(store);
  mountEmbed(store);
  const isDark = mountTheme(store);
  const tables = { light: computed(() => colourTable(lightStops)), dark: computed(() => colourTable(darkStops)) };
  const table = computed(() => (isDark.value ? tables.dark : tables.light).value);
  mountNav(store);
  mountMenus(store);
  mountControls(store);
  // Controls answer before the first picture is computed.
  await nextTask();
  const isFirstShown = firstShown(store);
  const loadWavelengths = mountSection(isFirstShown, {
    id: 'wavelengths',
    words: 'turns',
    needs: () => !store.columns.value.isPlain,
    load: async (isShown) =>
      (await import('./views/wavelengths/wavelengths.ts')).mountWavelengths(store, posenc, isShown),
  });
  mountSection(isFirstShown, {
    id: 'formula',
    words: 'law-words',
    needs: () => true,
    load: async (isShown) => (await import('./views/matrix/law.ts')).mountLaw(store, posenc, isShown),
  });
  mountStage(store, posenc, { table, isDark }, isFirstShown, loadWavelengths);

  const source = computed(() => sourceOf(posenc, store.encoding.value, store.state.value.values));
  const { pixel } = mountMatrix(store, source, table, isFirstShown);
  mountLegend(table, source, isFirstShown);
  mountReadout(store, posenc, source, pixel, isFirstShown);
  keepOffline();
}

start().catch((error: unknown) => {
  showFailure(error);
  throw error;
});
