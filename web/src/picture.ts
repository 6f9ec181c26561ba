/** Draws the visible part of the matrix: values from the package, coloured, one picture pixel a device pixel. */

import { colourIndex, isLight, paintValues } from './colours.ts';
import type { Source } from './source.ts';
import type { AxisView, Sample } from './state.ts';
import { cellsPerPixel, pixelsPerCell } from './viewport.ts';

/** What to draw: the visible part in device pixels. */
export interface Scene {
  readonly source: Source;
  readonly length: number;
  readonly rows: AxisView;
  readonly columns: AxisView;
  /** Pixels that the whole picture takes. */
  readonly extent: { readonly rows: number; readonly columns: number };
  /** Device pixels a picture pixel. */
  readonly stretch: { readonly rows: number; readonly columns: number };
  readonly sample: Sample;
  readonly table: Uint32Array;
  /** Device pixels a CSS pixel. */
  readonly density: number;
}

export interface Painter {
  paint(scene: Scene): void;
}

/** A stretch of an axis: picture pixels, and how many device pixels before the canvas's edge the first one begins. */
interface Span {
  readonly first: number;
  readonly count: number;
  readonly shift: number;
  readonly size: number;
}

function spanOf({ zoom, offset }: AxisView, extent: number, canvas: number): Span {
  const size = pixelsPerCell(zoom);
  const first = Math.floor(offset / size);
  const last = Math.ceil(Math.min(extent, offset + canvas) / size);
  return { first, count: Math.max(0, last - first), shift: first * size - offset, size };
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('This browser gives no drawing context.');
  return drawing;
}

export function createPainter(canvas: HTMLCanvasElement): Painter {
  const visible = context(canvas);
  const cells = context(document.createElement('canvas'));
  let buffer = new Float32Array(0);
  let image = new ImageData(1, 1);

  /** The values of a scene's picture pixels, in the one buffer that all scenes share. */
  function valuesOf(scene: Scene, rows: Span, columns: Span): Float32Array {
    const total = rows.count * columns.count;
    if (buffer.length < total) buffer = new Float32Array(total);
    const { source, length, sample } = scene;
    const perPixel = cellsPerPixel(scene.rows.zoom);
    const across = { left: columns.first, width: columns.count, columnsPerPixel: cellsPerPixel(scene.columns.zoom) };
    // The last pixel row covers what is left of the matrix, not what would come after it.
    const left = length - (rows.first + rows.count - 1) * perPixel;
    const whole = left < perPixel ? rows.count - 1 : rows.count;
    const split = whole * columns.count;
    if (whole > 0) {
      const down = { first: rows.first * perPixel, positionsPerPixel: perPixel, height: whole };
      source.fill({ ...down, ...across }, sample, buffer.subarray(0, split));
    }
    if (whole < rows.count) {
      const down = { first: length - left, positionsPerPixel: left, height: 1 };
      source.fill({ ...down, ...across }, sample, buffer.subarray(split, total));
    }
    return buffer.subarray(0, total);
  }

  return {
    paint(scene) {
      const rows = spanOf(scene.rows, scene.extent.rows, canvas.height);
      const columns = spanOf(scene.columns, scene.extent.columns, canvas.width);
      if (rows.count === 0 || columns.count === 0) {
        visible.clearRect(0, 0, canvas.width, canvas.height);
        return;
      }
      const values = valuesOf(scene, rows, columns);
      if (image.width !== columns.count || image.height !== rows.count) {
        image = new ImageData(columns.count, rows.count);
      }
      paintValues(values, scene.table, new Uint32Array(image.data.buffer));
      if (columns.count < canvas.width || rows.count < canvas.height) {
        visible.clearRect(0, 0, canvas.width, canvas.height);
      }
      if (rows.size === 1 && columns.size === 1) {
        visible.putImageData(image, 0, 0);
        return;
      }
      if (cells.canvas.width !== columns.count || cells.canvas.height !== rows.count) {
        cells.canvas.width = columns.count;
        cells.canvas.height = rows.count;
      }
      cells.putImageData(image, 0, 0);
      visible.imageSmoothingEnabled = false;
      const { stretch } = scene;
      const width = columns.count * columns.size * stretch.columns;
      const height = rows.count * rows.size * stretch.rows;
      visible.drawImage(cells.canvas, columns.shift, rows.shift, width, height);
      if (columns.size >= 48 * scene.density && rows.size >= 20 * scene.density) {
        writeValues(values, rows, columns, scene);
      }
    },
  };

  /** The numbers themselves, where cells are large enough to hold them. */
  function writeValues(values: Float32Array, rows: Span, columns: Span, { table, density, stretch }: Scene): void {
    visible.font = `${12 * density}px ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace`;
    visible.textAlign = 'center';
    visible.textBaseline = 'middle';
    values.forEach((value, k) => {
      const x = columns.shift + ((k % columns.count) + 0.5) * columns.size * stretch.columns;
      const y = rows.shift + (Math.floor(k / columns.count) + 0.5) * rows.size * stretch.rows;
      visible.fillStyle = isLight(table[colourIndex(value)] as number) ? '#000' : '#fff';
      visible.fillText(value.toFixed(3).replace('-', '−').replace('−0.000', '0.000'), x, y);
    });
  }
}
