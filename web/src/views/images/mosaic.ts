/**
 * Many small pictures on one canvas, one of them chosen by pointer or keyboard: channels, similarity tiles.
 */

import { signal } from '@preact/signals-core';
import { colourIndex } from '../../colours.ts';
import { element } from '../../dom.ts';
import { magnitudes } from '../../heatmap.ts';
import type { ViewContext } from '../../view.ts';

export interface Tiles {
  /** Tiles down and across. */
  readonly rows: number;
  readonly columns: number;
  /** Cells of each tile. */
  readonly height: number;
  readonly width: number;
  /** Values of tile k, [height, width]. */
  readonly tile: (k: number) => ArrayLike<number>;
  readonly count: number;
  /** Values of the first and the last colour, as in heat maps. */
  readonly range: readonly [number, number];
}

export interface MosaicOptions {
  readonly label: string;
  readonly tiles: (width: number) => Tiles;
  readonly chosen: () => number;
  readonly choose: (k: number) => void;
  readonly say: (k: number) => string;
}

const gap = 1;

export function createMosaic(
  host: HTMLElement,
  { scope, colours, announce }: Pick<ViewContext, 'scope' | 'colours' | 'announce'>,
  { label, tiles, chosen, choose, say }: MosaicOptions,
): void {
  host.classList.add('mosaic');
  const canvas = element('canvas', {
    tabindex: 0,
    role: 'application',
    'aria-roledescription': 'pictures',
    'aria-label': label,
  });
  const mark = element('div', { class: 'mosaic-mark', 'aria-hidden': 'true' });
  host.append(canvas, mark);
  const width = signal(0);
  scope.onResize(host, () => {
    if (host.clientWidth !== width.peek()) width.value = host.clientWidth;
  });

  let now: Tiles = { rows: 1, columns: 1, height: 1, width: 1, tile: () => [0], count: 1, range: [-1, 1] };
  scope.effect(() => {
    if (width.value === 0) return;
    now = tiles(width.value);
    const [w, h] = [now.columns * (now.width + gap) - gap, now.rows * (now.height + gap) - gap];
    const [low, high] = now.range;
    const table = low === -high ? colours.table.value : magnitudes;
    const image = new ImageData(w, h);
    const pixels = new Uint32Array(image.data.buffer);
    for (let k = 0; k < now.count; k++) {
      const values = now.tile(k);
      const left = (k % now.columns) * (now.width + gap);
      const top = Math.floor(k / now.columns) * (now.height + gap);
      for (let y = 0; y < now.height; y++) {
        for (let x = 0; x < now.width; x++) {
          const value = (2 * ((values[y * now.width + x] as number) - low)) / (high - low) - 1;
          pixels[(top + y) * w + left + x] = table[colourIndex(Math.max(-1, Math.min(1, value)))] as number;
        }
      }
    }
    canvas.width = w;
    canvas.height = h;
    canvas.getContext('2d')?.putImageData(image, 0, 0);
    // Whole pixels where there is room, so that all cells are alike; never wider than the place.
    const scale = width.value / w;
    const css = Math.min(scale >= 1 ? Math.floor(scale) : scale, 24);
    canvas.style.cssText = `width: ${w * css}px; height: ${h * css}px`;
  });
  scope.effect(() => {
    if (width.value === 0) return;
    tiles(width.value);
    const k = chosen();
    mark.hidden = !(k >= 0 && k < now.count);
    const scale = (Number.parseFloat(canvas.style.width) || 0) / canvas.width;
    const left = (k % now.columns) * (now.width + gap) * scale;
    const top = Math.floor(k / now.columns) * (now.height + gap) * scale;
    mark.style.cssText = `left: ${left}px; top: ${top}px; width: ${now.width * scale}px; height: ${now.height * scale}px`;
  });

  const tileAt = (event: PointerEvent): number => {
    const box = canvas.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * now.columns);
    const row = Math.floor(((event.clientY - box.top) / box.height) * now.rows);
    return row * now.columns + column;
  };
  scope.listen<PointerEvent>(canvas, 'pointerdown', (event) => {
    const k = tileAt(event);
    if (k >= 0 && k < now.count) choose(k);
  });
  scope.listen<KeyboardEvent>(canvas, 'keydown', (event) => {
    const k = Math.max(0, Math.min(now.count - 1, chosen()));
    const moves: Record<string, number> = {
      ArrowLeft: k - 1,
      ArrowRight: k + 1,
      ArrowUp: k - now.columns,
      ArrowDown: k + now.columns,
      Home: 0,
      End: now.count - 1,
    };
    const next = moves[event.key];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (next < 0 || next >= now.count) return;
    choose(next);
    announce(say(next));
  });
}
