/** Zoom and place of the waves: those of the matrix, by buttons, keys, wheel and dragging. */

import type { ReadonlySignal } from '@preact/signals-core';
import { element } from '../../dom.ts';
import { gutterOf } from '../../plot.ts';
import type { Scope } from '../../scope.ts';
import type { Span } from '../../span.ts';
import type { Store } from '../../store.ts';
import { panBy, resolve, rowAxis, zoomBy } from '../../viewport.ts';

export interface Zoom {
  readonly span: ReadonlySignal<Span>;
  /** Device pixels that the positions may take. */
  readonly size: ReadonlySignal<number>;
}

/** Buttons, keys on the chart, the wheel with Ctrl or on the focused chart, and dragging by mouse. */
export function mountZoom(host: HTMLElement, scope: Scope, store: Store, { span, size }: Zoom): HTMLElement {
  const axis = () => rowAxis(store.rows.peek().length);
  const view = () => resolve(axis(), store.state.peek().rows, size.peek());
  /** Device pixels of the picture that are seen, over the whole width of the chart. */
  const shown = (): number => {
    const { zoom, offset } = view();
    return Math.min(axis().extent(zoom), offset + size.peek()) - offset;
  };
  const pointAt = (fraction: number): number => Math.max(0, Math.min(shown() - 1, Math.floor(fraction * shown())));
  const fractionOf = (event: MouseEvent): number => {
    const box = host.getBoundingClientRect();
    const left = gutterOf(host);
    return (event.clientX - box.left - left) / Math.max(1, box.width - left - 8);
  };

  function zoom(factor: number, fraction?: number): void {
    const { low, high } = span.peek();
    const marked = (store.cursor.peek().position + 0.5 - low) / (high - low);
    const held = fraction ?? (marked >= 0 && marked <= 1 ? marked : 0.5);
    store.look({ rows: zoomBy(axis(), view(), factor, pointAt(held), size.peek(), Math.floor(held * size.peek())) });
  }
  const all = (): void => store.look({ rows: null });

  const keys: Record<string, () => void> = {
    '+': () => zoom(1.5),
    '=': () => zoom(1.5),
    '-': () => zoom(1 / 1.5),
    '0': all,
  };
  scope.listen<KeyboardEvent>(host, 'keydown', (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
  scope.listen<WheelEvent>(
    host,
    'wheel',
    (event) => {
      if (!event.ctrlKey && document.activeElement !== host) return;
      const before = view();
      zoom(2 ** (-event.deltaY / 240), Math.max(0, Math.min(1, fractionOf(event))));
      const after = view();
      // At the end of zooming the page scrolls on.
      if (event.ctrlKey || before.zoom !== after.zoom) event.preventDefault();
    },
    { passive: false },
  );
  let held: { readonly x: number; moved: number } | null = null;
  scope.listen<PointerEvent>(host, 'pointerdown', (event) => {
    if (event.pointerType === 'mouse' && event.button === 0) held = { x: event.clientX, moved: 0 };
  });
  scope.listen<PointerEvent>(host, 'pointermove', (event) => {
    if (!held) return;
    if ((event.buttons & 1) === 0) {
      held = null;
      return;
    }
    const wanted = Math.round((held.x - event.clientX) * window.devicePixelRatio);
    const pixels = wanted - held.moved;
    if (pixels === 0) return;
    held.moved = wanted;
    store.look({ rows: panBy(axis(), view(), pixels, size.peek()) });
  });

  const button = (label: string, words: string, work: () => void): HTMLElement => {
    const node = element('button', { type: 'button', 'aria-label': words }, label);
    scope.listen(node, 'click', work);
    return node;
  };
  return element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'Zoom' },
    element('span', { class: 'tool-name' }, 'Positions'),
    button('−', 'Zoom out', () => zoom(0.5)),
    button('+', 'Zoom in', () => zoom(2)),
    button('All', 'Show all positions', all),
  );
}
