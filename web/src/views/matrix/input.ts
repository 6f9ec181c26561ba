/** Mouse, wheel, fingers and keys on the matrix. Each turns into one action of the store. */

import type { ReadonlySignal } from '@preact/signals-core';
import { byId, prefersStillness } from '../../dom.ts';
import type { AxisView } from '../../state.ts';
import type { Store } from '../../store.ts';
import { timed } from '../../timing.ts';
import { anchorAt, fitZoom, panBy, placeAt, scaleOf, zoomOf } from '../../viewport.ts';
import { type AxisFrame, type Frame, pictureAt } from './frame.ts';
import { mountMatrixKeys } from './keys.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Two fingers nearly along an axis stretch that axis alone: a pinch's direction in units of its length. */
const alongOneAxis = 0.35;

/** Pixels that a press may wander and still be a click. */
const clickSlack = 4;

export function mountMatrixInput(store: Store, frame: ReadonlySignal<Frame>, canvas: HTMLCanvasElement): void {
  const pointAt = (event: { readonly clientX: number; readonly clientY: number }): Point => {
    const box = canvas.getBoundingClientRect();
    const { density } = frame.value;
    return { x: Math.floor((event.clientX - box.left) * density), y: Math.floor((event.clientY - box.top) * density) };
  };

  function markAt({ x, y }: Point): void {
    const { rows, columns } = frame.value;
    const inside = (axis: AxisFrame, pixel: number): boolean =>
      pixel >= 0 && pixel < axis.size && axis.view.offset + pictureAt(axis, pixel) < axis.axis.extent(axis.view.zoom);
    if (!inside(rows, y) || !inside(columns, x)) return;
    store.look({
      position: store.rows.value.start + rows.axis.cellAt(rows.view.offset + pictureAt(rows, y), rows.view.zoom),
      column: columns.axis.cellAt(columns.view.offset + pictureAt(columns, x), columns.view.zoom),
    });
  }

  function pan(dx: number, dy: number): void {
    const { rows, columns } = frame.value;
    store.look({
      rows: dy === 0 ? store.state.value.rows : panBy(rows.axis, rows.view, dy, rows.size),
      columns: dx === 0 ? store.state.value.columns : panBy(columns.axis, columns.view, dx, columns.size),
    });
  }

  mountPress(canvas, pointAt, markAt, pan);
  mountPinch(store, frame, canvas, pointAt, pan);
  mountWheel(store, frame, canvas, pointAt);
  mountMatrixKeys(store, frame, canvas);
}

/** One pointer: hovering marks, a click marks and takes the focus, dragging pans. */
function mountPress(
  canvas: HTMLCanvasElement,
  pointAt: (event: PointerEvent) => Point,
  markAt: (point: Point) => void,
  pan: (dx: number, dy: number) => void,
): void {
  let pressed: { id: number; at: Point; isDragging: boolean } | null = null;
  let touches = 0;
  let hovered: Point = { x: -1, y: -1 };

  canvas.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch') touches++;
    if (event.button !== 0) return;
    pressed = touches > 1 ? null : { id: event.pointerId, at: pointAt(event), isDragging: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener(
    'pointermove',
    timed((event) => {
      const point = pointAt(event);
      if (pressed?.id === event.pointerId) {
        const [dx, dy] = [pressed.at.x - point.x, pressed.at.y - point.y];
        if (!pressed.isDragging && Math.hypot(dx, dy) <= clickSlack) return;
        pressed.isDragging = true;
        pressed.at = point;
        canvas.classList.add('dragging');
        // Up and down with one finger scrolls the page, which then takes the pointer away.
        pan(dx, event.pointerType === 'touch' ? 0 : dy);
      } else if (event.pointerType !== 'touch' && event.buttons === 0) {
        // Browsers send moves without a move when the page scrolls or changes; they must not undo a move by key.
        if (event.clientX === hovered.x && event.clientY === hovered.y) return;
        hovered = { x: event.clientX, y: event.clientY };
        markAt(point);
      }
    }),
  );
  const release = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') touches = Math.max(0, touches - 1);
    if (pressed?.id !== event.pointerId) return;
    if (!pressed.isDragging && event.type === 'pointerup') {
      markAt(pressed.at);
      canvas.focus({ preventScroll: true });
    }
    pressed = null;
    canvas.classList.remove('dragging');
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
}

/** Two fingers: what is under them stays under them, on both axes or along the one that they lie on. */
function mountPinch(
  store: Store,
  frame: ReadonlySignal<Frame>,
  canvas: HTMLCanvasElement,
  pointAt: (touch: Touch) => Point,
  pan: (dx: number, dy: number) => void,
): void {
  type Grip = { span: number; across: boolean; down: boolean; middle: Point; frame: Frame };
  let grip: Grip | null = null;

  const fingers = (event: TouchEvent): [Point, Point] | null => {
    const [a, b] = event.touches;
    return a && b ? [pointAt(a), pointAt(b)] : null;
  };
  const middleOf = ([a, b]: [Point, Point]): Point => ({
    x: Math.round((a.x + b.x) / 2),
    y: Math.round((a.y + b.y) / 2),
  });
  const spanOf = ([a, b]: [Point, Point]): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

  canvas.addEventListener(
    'touchstart',
    (event) => {
      const two = fingers(event);
      grip = null;
      if (!two) return;
      event.preventDefault();
      const span = spanOf(two);
      const [dx, dy] = [Math.abs(two[0].x - two[1].x) / span, Math.abs(two[0].y - two[1].y) / span];
      grip = { span, across: dx > alongOneAxis, down: dy > alongOneAxis, middle: middleOf(two), frame: frame.value };
    },
    { passive: false },
  );
  canvas.addEventListener(
    'touchmove',
    timed((event) => {
      const two = fingers(event);
      if (!two || !grip) return;
      if (event.cancelable) event.preventDefault();
      const factor = spanOf(two) / grip.span;
      const middle = middleOf(two);
      const moved = (held: AxisFrame, from: number, to: number, factor: number): AxisView | null => {
        const { axis, view, size, stretch } = held;
        return placeAt(
          axis,
          anchorAt(axis, view, pictureAt(held, from)),
          zoomOf(scaleOf(view.zoom) * stretch * factor),
          to,
          size,
        );
      };
      const { rows, columns } = grip.frame;
      store.look({
        rows: moved(rows, grip.middle.y, middle.y, grip.down ? factor : 1),
        columns: moved(columns, grip.middle.x, middle.x, grip.across ? factor : 1),
      });
    }),
    { passive: false },
  );
  const end = (): void => {
    grip = null;
    pan(0, 0);
  };
  canvas.addEventListener('touchend', end);
  canvas.addEventListener('touchcancel', end);
}

/** The wheel zooms with Ctrl or on the focused matrix; else the page scrolls, and a hint says how to zoom. */
function mountWheel(
  store: Store,
  frame: ReadonlySignal<Frame>,
  canvas: HTMLCanvasElement,
  pointAt: (event: WheelEvent) => Point,
): void {
  const hint = byId('wheel-hint', HTMLElement);
  let timer = 0;
  // Zooms are whole numbers: what a small turn of the wheel leaves over waits for the next one.
  const carry = { rows: 1, columns: 1 };

  function zoom(name: 'rows' | 'columns', factor: number, point: number): boolean {
    const { axis, view, size } = frame.value[name];
    const scale = scaleOf(view.zoom);
    carry[name] = Math.max(0.5, Math.min(2, carry[name] * factor));
    const next = zoomOf(scale * carry[name]);
    if (next === view.zoom) return scaleOf(fitZoom(axis, size)) < scale || factor > 1;
    carry[name] *= scale / scaleOf(next);
    const placed = placeAt(axis, anchorAt(axis, view, pictureAt(frame.value[name], point)), next, point, size);
    const isMoved = placed !== null || store.state.value[name] !== null;
    store.look(name === 'rows' ? { rows: placed } : { columns: placed });
    return isMoved;
  }

  canvas.addEventListener(
    'wheel',
    timed((event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== canvas) {
        clearTimeout(timer);
        hint.hidden = false;
        timer = window.setTimeout(
          () => {
            hint.hidden = true;
          },
          prefersStillness() ? 3000 : 1500,
        );
        return;
      }
      const delta = (event.deltaY || event.deltaX) * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
      // A trackpad's pinch comes as many small turns with Ctrl, a wheel's click as one large turn.
      const factor = Math.exp(-delta * (Math.abs(delta) < 50 ? 0.01 : 0.003));
      const { x, y } = pointAt(event);
      const isZoomed = [!event.shiftKey && zoom('rows', factor, y), !event.altKey && zoom('columns', factor, x)];
      // At the end of zooming out, the wheel goes back to the page.
      if (event.ctrlKey || event.metaKey || isZoomed.includes(true)) event.preventDefault();
    }),
    { passive: false },
  );
}
