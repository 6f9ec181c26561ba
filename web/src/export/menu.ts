/** What the "Save" menu of a view offers: its picture, its charts, its numbers, and the table of the encoding. */

import { element } from '../dom.ts';
import type { Values } from '../field.ts';
import type { Savable } from '../shell/saving.ts';
import type { Store } from '../store.ts';
import type { Save } from '../view.ts';
import { csvText } from './csv.ts';
import { withTexts } from './png.ts';
import { paintView } from './raster.ts';
import type { TableFormat } from './rows.ts';
import { download, saveTable } from './save.ts';
import { fileName, linkOf, stampOf } from './stamp.ts';
import { svgText } from './svg.ts';

export interface SaveMenu {
  readonly host: HTMLElement;
  readonly view: Savable;
  readonly store: Store;
  readonly saves: readonly Save[];
}

async function pngOf(host: HTMLElement, values: Values): Promise<Blob> {
  const canvas = paintView(host, stampOf(values), Math.max(2, window.devicePixelRatio));
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (!blob) throw new Error('This browser could not make the picture.');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const texts = { Software: 'Posenc', Description: stampOf(values), Comment: linkOf(values) };
  return new Blob([withTexts(bytes, texts)], { type: 'image/png' });
}

const isSeen = (node: Element): boolean => node.getClientRects().length > 0;

export function fillSaveMenu(panel: HTMLElement, { host, view, store, saves }: SaveMenu): void {
  // A running export keeps its bar and its way to stop.
  if (panel.querySelector('progress')) return;
  const { values } = store.state.peek();
  const status = element('p', { role: 'status' });
  const item = (label: string, note: string, work: (button: HTMLElement) => Promise<void> | void): HTMLElement => {
    const button = element('button', { type: 'button' }, label, ...(note ? [element('small', {}, note)] : []));
    button.addEventListener('click', async () => {
      status.textContent = '';
      try {
        await work(button);
        status.textContent = `${label}: saved.`;
      } catch (error) {
        const isCancelled = error instanceof DOMException && error.name === 'AbortError';
        status.textContent = isCancelled ? 'Cancelled.' : error instanceof Error ? error.message : String(error);
      }
    });
    return button;
  };

  const charts = [...host.querySelectorAll<SVGSVGElement>('svg[data-chart]')].filter(isSeen);
  const pictures = [
    ...(host.querySelector('canvas, svg')
      ? [item('Picture, .png', '', async () => download(fileName(values, view.id, 'png'), await pngOf(host, values)))]
      : []),
    ...charts.map((chart) => {
      const name = chart.dataset.chart ?? view.id;
      return item(charts.length > 1 ? `Chart “${name}”, .svg` : 'Chart, .svg', '', () =>
        download(fileName(values, name, 'svg'), new Blob([svgText(chart, stampOf(values))], { type: 'image/svg+xml' })),
      );
    }),
    ...saves.map((save) =>
      item(`Numbers “${save.name}”, .csv`, '', () =>
        download(fileName(values, save.name, 'csv'), new Blob([csvText(save, values)], { type: 'text/csv' })),
      ),
    ),
  ];
  const tables: [TableFormat, string][] = [
    ['npy', 'Parameters in the file’s name'],
    ['safetensors', 'Parameters in its metadata'],
    ['csv', 'Parameters in a comment'],
  ];
  panel.replaceChildren(
    ...(pictures.length > 0 ? [element('h2', {}, 'This view'), ...pictures] : []),
    ...(store.lack.peek() === null
      ? [
          element('h2', {}, 'The whole table, float32'),
          ...tables.map(([format, note]) =>
            item(`Table, .${format}`, note, (button) => exportTable(panel, button, values, format)),
          ),
        ]
      : []),
    status,
  );
}

/** Computes a table in a worker, with a bar and a way to stop; from there the focus goes back to the button that began. */
async function exportTable(
  panel: HTMLElement,
  button: HTMLElement,
  values: Values,
  format: TableFormat,
): Promise<void> {
  const controller = new AbortController();
  const bar = element('progress', { max: 1, value: 0, 'aria-label': 'Export' });
  const cancel = element('button', { type: 'button' }, 'Cancel');
  cancel.addEventListener('click', () => controller.abort());
  const line = element('div', { class: 'row' }, bar, cancel);
  panel.append(line);
  try {
    await saveTable(
      fileName(values, '', format),
      { values, format },
      {
        onProgress: (share) => {
          bar.value = share;
        },
        signal: controller.signal,
      },
    );
  } finally {
    if (line.contains(document.activeElement)) button.focus({ preventScroll: true });
    line.remove();
  }
}
