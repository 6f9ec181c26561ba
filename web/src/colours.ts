/** Colours of values from -1 to 1, centred on 0, baked into a table that is written straight into ImageData. */

type Rgb = readonly [number, number, number];

/** ColorBrewer's RdBu with 11 classes, reversed: blue -1, white 0, red +1. */
export const lightStops = [
  '#053061',
  '#2166ac',
  '#4393c3',
  '#92c5de',
  '#d1e5f0',
  '#f7f7f7',
  '#fddbc7',
  '#f4a582',
  '#d6604d',
  '#b2182b',
  '#67001f',
];

/** For dark surroundings: near black at 0, lighter on both sides, in the same order under every colour vision. */
export const darkStops = ['#8fd0ff', '#3b8ede', '#1d4e86', '#14171d', '#7d4412', '#d98324', '#ffd28a'];

/** Odd, so that 0 has an entry of its own in the middle. */
export const tableLength = 511;
const middle = (tableLength - 1) / 2;

/** The entry of a value: `colourIndex(-1)` is 0, `colourIndex(0)` the middle, `colourIndex(1)` the last. */
export const colourIndex = (value: number): number => ((value + 1) * middle + 0.5) | 0;

function parseHex(hex: string): Rgb {
  const bits = Number.parseInt(hex.slice(1), 16);
  return [bits >> 16, (bits >> 8) & 255, bits & 255];
}

/** The table of some evenly spaced stops, as pixels in the byte order of ImageData on every usual (little-endian) machine. */
export function colourTable(stops: readonly string[]): Uint32Array {
  const colours = stops.map(parseHex);
  const table = new Uint32Array(tableLength);
  for (let k = 0; k < tableLength; k++) {
    const place = (k / (tableLength - 1)) * (colours.length - 1);
    const low = Math.min(Math.floor(place), colours.length - 2);
    const [a, b] = [colours[low] as Rgb, colours[low + 1] as Rgb];
    const mixed = a.map((channel, c) => Math.round(channel + (place - low) * ((b[c] as number) - channel)));
    const [red, green, blue] = mixed as unknown as Rgb;
    table[k] = (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
  }
  return table;
}

/** Colours every value; values are from -1 to 1. */
export function paintValues(values: Float32Array, table: Uint32Array, pixels: Uint32Array): void {
  for (let k = 0; k < values.length; k++) {
    pixels[k] = table[(((values[k] as number) + 1) * middle + 0.5) | 0] as number;
  }
}

/** Whether black text is easier to read than white on a table's colour. */
export function isLight(pixel: number): boolean {
  const [red, green, blue] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.179;
}

const linear = (channel: number): number => (channel / 255) ** 2.2;
