/** Starts the page: the package, the store, the views. Data flow one way: address and controls, store, views. */

import { computed } from '@preact/signals-core';
import { createPosenc } from 'posenc';
import { colourTable, darkStops, lightStops } from './colours.ts';
import { createStore } from './store.ts';
import { mountControls } from './views/controls.ts';
import { mountLaw } from './views/law.ts';
import { mountLegend } from './views/legend.ts';
import { mountLink } from './views/link.ts';
import { mountMatrix } from './views/matrix.ts';
import { mountNotice, showFailure } from './views/notice.ts';
import { mountReadout } from './views/readout.ts';
import { mountTheme } from './views/theme.ts';
import { mountWavelengths } from './views/wavelengths.ts';

async function start(): Promise<void> {
  const posenc = await createPosenc();
  const store = createStore(posenc);
  mountLink(store);
  mountNotice(store);
  const isDark = mountTheme(store);
  const tables = { light: colourTable(lightStops), dark: colourTable(darkStops) };
  const table = computed(() => (isDark.value ? tables.dark : tables.light));
  mountControls(store);
  const { pixel } = mountMatrix(store, posenc, table);
  mountLegend(table);
  mountWavelengths(store);
  mountReadout(store, posenc, pixel);
  mountLaw(store);
}

start().catch((error: unknown) => {
  showFailure(error);
  throw error;
});
