/**
 * Script time of a redraw, from the input events that ask for it to the end of drawing, as the User Timing measure
 * 'posenc:redraw'. Waiting for the next frame is not script and does not count. A benchmark listens; nothing is kept.
 */

const name = 'posenc:redraw';
let spent = 0;
let isWanted = false;

/** Says that the next frame will draw. */
export function redrawIsWanted(): void {
  isWanted = true;
}

/** An event handler whose time counts for the redraw that it asks for. */
export function timed<E extends Event>(handler: (event: E) => void): (event: E) => void {
  return (event) => {
    const begin = performance.now();
    handler(event);
    if (isWanted) spent += performance.now() - begin;
  };
}

export function measureRedraw(draw: () => void): void {
  const begin = performance.now();
  draw();
  const end = performance.now();
  performance.measure(name, { start: begin - spent, end });
  performance.clearMeasures(name);
  spent = 0;
  isWanted = false;
}
