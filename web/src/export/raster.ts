/**
 * The picture of a view: its canvases and drawings, painted where they stand on the page, with the parameters below.
 *
 * Drawings are painted by hand: the page's policy allows no images from blobs, which is the usual way.
 */

const margin = 16;

/** Paints what is seen of a view. @param scale pixels of the picture a CSS pixel */
export function paintView(host: Element, caption: string, scale: number): HTMLCanvasElement {
  const parts = [...host.querySelectorAll<HTMLCanvasElement | SVGSVGElement>('canvas, svg')].filter(
    (part) => part.getClientRects().length > 0 && !part.parentElement?.closest('svg'),
  );
  if (parts.length === 0) throw new Error('There is no picture to save in this view.');
  const boxes = parts.map((part) => part.getBoundingClientRect());
  // Labels stand outside the boxes of their drawings.
  const room = 40;
  const left = Math.min(...boxes.map((box) => box.left)) - room / 2;
  const top = Math.min(...boxes.map((box) => box.top)) - room / 2;
  const width = Math.max(...boxes.map((box) => box.right)) + room / 2 - left;
  const height = Math.max(...boxes.map((box) => box.bottom)) + room - top;
  const style = getComputedStyle(document.body);
  const font = `12px ${style.fontFamily}`;
  const lines = wrapped(caption, width - 2 * margin, font);

  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round((height + 18 * lines.length + margin) * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no drawing context.');
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  parts.forEach((part, k) => {
    const box = boxes[k] as DOMRect;
    context.save();
    context.translate(box.left - left, box.top - top);
    if (part instanceof HTMLCanvasElement) {
      context.imageSmoothingEnabled = part.width > box.width * scale;
      context.drawImage(part, 0, 0, box.width, box.height);
    } else for (const child of part.children) paintNode(context, child);
    context.restore();
  });
  context.font = font;
  context.fillStyle = style.color;
  for (const [k, line] of lines.entries()) context.fillText(line, margin, height + 18 * k + 6);
  return canvas;
}

function wrapped(text: string, width: number, font: string): string[] {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return [text];
  context.font = font;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && context.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

const length = (node: Element, name: string): number => Number(node.getAttribute(name) ?? 0);

/** An SVG element of the kinds that the page draws, as its style sheet has it. */
function paintNode(context: CanvasRenderingContext2D, node: Element): void {
  const style = getComputedStyle(node);
  if (style.display === 'none' || style.visibility === 'hidden') return;
  context.save();
  context.globalAlpha *= Number(style.opacity);
  const matrix = (node as SVGGraphicsElement).transform?.baseVal.consolidate()?.matrix;
  if (matrix) context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
  if (node.localName === 'svg') clip(context, node);
  if (node.localName === 'text') paintText(context, node, style);
  else if (node.localName === 'g' || node.localName === 'svg') {
    for (const child of node.children) paintNode(context, child);
  } else {
    const path = pathOf(node);
    if (path) paintPath(context, path, style);
  }
  context.restore();
}

/** A drawing inside a drawing is cut at its edges; its own coordinates are those of the outer one. */
function clip(context: CanvasRenderingContext2D, node: Element): void {
  context.beginPath();
  context.rect(length(node, 'x'), length(node, 'y'), length(node, 'width'), length(node, 'height'));
  context.clip();
}

function pathOf(node: Element): Path2D | null {
  const path = new Path2D();
  switch (node.localName) {
    case 'line':
      path.moveTo(length(node, 'x1'), length(node, 'y1'));
      path.lineTo(length(node, 'x2'), length(node, 'y2'));
      return path;
    case 'rect':
      path.rect(length(node, 'x'), length(node, 'y'), length(node, 'width'), length(node, 'height'));
      return path;
    case 'circle':
      path.arc(length(node, 'cx'), length(node, 'cy'), length(node, 'r'), 0, 2 * Math.PI);
      return path;
    case 'path':
      return new Path2D(node.getAttribute('d') ?? '');
    default:
      return null;
  }
}

const isPaint = (paint: string): boolean => paint !== 'none' && paint !== '';

function strokeOf(context: CanvasRenderingContext2D, style: CSSStyleDeclaration): void {
  context.strokeStyle = style.stroke;
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  context.lineJoin = style.strokeLinejoin as CanvasLineJoin;
  context.setLineDash(
    style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat),
  );
}

function paintPath(context: CanvasRenderingContext2D, path: Path2D, style: CSSStyleDeclaration): void {
  const alpha = context.globalAlpha;
  if (isPaint(style.fill)) {
    context.globalAlpha = alpha * Number(style.fillOpacity);
    context.fillStyle = style.fill;
    context.fill(path);
  }
  if (isPaint(style.stroke)) {
    context.globalAlpha = alpha * Number(style.strokeOpacity);
    strokeOf(context, style);
    context.stroke(path);
  }
}

/** Text with its parts one after another. */
function paintText(context: CanvasRenderingContext2D, node: Element, style: CSSStyleDeclaration): void {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const runs = [...node.childNodes].filter((child) => (child.textContent ?? '') !== '');
  const partOf = (child: ChildNode) => ({
    text: child.textContent ?? '',
    fill: child instanceof Element ? getComputedStyle(child).fill : style.fill,
    shift: child instanceof Element ? length(child, 'dx') : 0,
  });
  const parts = runs.map(partOf);
  const total = parts.reduce((sum, { text, shift }) => sum + shift + context.measureText(text).width, 0);
  const anchor = node.getAttribute('text-anchor');
  let x = length(node, 'x') - (anchor === 'end' ? total : anchor === 'middle' ? total / 2 : 0);
  const dy = node.getAttribute('dy') ?? '0';
  const y = length(node, 'y') + Number.parseFloat(dy) * (dy.endsWith('em') ? Number.parseFloat(style.fontSize) : 1);
  for (const { text, fill, shift } of parts) {
    x += shift;
    // A halo below the letters, as paint-order: stroke gives it.
    if (isPaint(style.stroke)) {
      strokeOf(context, style);
      context.strokeText(text, x, y);
    }
    context.fillStyle = fill;
    context.fillText(text, x, y);
    x += context.measureText(text).width;
  }
}
