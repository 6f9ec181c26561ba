/** The few words that views say to the document. */

/** The element of an id, of the class that the view needs. */
export function byId<E extends Element>(id: string, type: new () => E): E {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} #${id}.`);
  return element;
}

type Attributes = Readonly<Record<string, string | number>>;

/** An HTML element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** An SVG element with attributes and children. */
export function svg(tag: string, attributes: Attributes = {}, ...children: (Element | string)[]): SVGElement {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Runs `work` when an element comes near the visible part of the page, until `isDone`. */
export function whenNear(element: Element, work: () => Promise<void>, isDone: () => boolean): void {
  const observer = new IntersectionObserver(
    async ([entry]) => {
      if (!entry?.isIntersecting) return;
      await work();
      if (isDone()) observer.disconnect();
    },
    { rootMargin: '240px' },
  );
  observer.observe(element);
}

/** Whether motion is to be kept small. */
export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Lets the browser do what waits: input, layout, drawing. */
export const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Runs `work` once before the next frame, however often it is asked for. */
export function onNextFrame(work: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      work();
    });
  };
}
