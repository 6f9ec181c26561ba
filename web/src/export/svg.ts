/** A chart of the page as a file of its own: styles that the page's style sheet gives are written into it. */

const properties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'opacity',
];

/** The text of an SVG file. @param caption written below the chart and as its description */
export function svgText(root: SVGSVGElement, caption: string): string {
  const { width, height } = root.getBoundingClientRect();
  const copy = root.cloneNode(true) as SVGSVGElement;
  const originals = [root, ...root.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  originals.forEach((original, k) => {
    const style = getComputedStyle(original);
    const node = copies[k] as SVGElement;
    // A style attribute would be refused by the page's own policy while it is parsed; attributes are not.
    for (const name of properties) {
      const value = style.getPropertyValue(name);
      const inherited =
        original === root ? '' : getComputedStyle(original.parentElement as Element).getPropertyValue(name);
      if (value !== '' && (original === root || value !== inherited)) node.setAttribute(name, value);
    }
    node.removeAttribute('class');
  });
  const space = 32;
  copy.removeAttribute('aria-hidden');
  copy.removeAttribute('data-chart');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const box = [-space / 2, -space / 2, width + space, height + space + 20];
  copy.setAttribute('viewBox', box.join(' '));
  copy.setAttribute('width', String(box[2]));
  copy.setAttribute('height', String(box[3]));
  const namespace = 'http://www.w3.org/2000/svg';
  const back = document.createElementNS(namespace, 'rect');
  for (const [name, value] of Object.entries({ x: box[0], y: box[1], width: box[2], height: box[3] })) {
    back.setAttribute(name, String(value));
  }
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  back.setAttribute('fill', backgroundColor);
  back.setAttribute('stroke', 'none');
  const words = document.createElementNS(namespace, 'text');
  for (const [name, value] of Object.entries({
    x: 0,
    y: height + 24,
    fill: color,
    'font-family': fontFamily,
    'font-size': '11px',
  })) {
    words.setAttribute(name, String(value));
  }
  words.textContent = caption;
  const description = document.createElementNS(namespace, 'desc');
  description.textContent = caption;
  copy.prepend(description, back);
  copy.append(words);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}
