/**
 * The state as the part of a URL after '#', readable and complete, such as
 * `#v=1&length=4096&dim=512&start=100&top=2000&rowpx=1/4&position=2100&column=7`.
 *
 * Numbers are read as they are written; whether they are allowed is for the store to say. The part after '#' never
 * leaves the browser, so a link may hold what its reader would not send to a server.
 */

import { type AxisView, type ChoiceName, choices, defaults, numberNames, type State } from './state.ts';
import { cellsPerPixel, pixelsPerCell } from './viewport.ts';

const version = 1;
const known = [
  'v',
  ...numberNames,
  ...Object.keys(choices),
  'top',
  'rowpx',
  'left',
  'colpx',
  'position',
  'column',
] as const;

/** Longer words in a sentence about a link help nobody. */
const excerpt = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

export interface Link {
  readonly state: State;
  /** What could not be read, in sentences. */
  readonly problems: readonly string[];
}

/** A decimal number as one writes it, or NaN. Unlike Number(), '' and '0x10' and 'Infinity' are none. */
export function readNumber(text: string): number {
  const bare = text
    .trim()
    .replace(/[\s_,'’]/g, '')
    .replace('−', '-');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare) ? Number(bare) : Number.NaN;
}

/** Pixels a cell, '8', or one pixel for several cells, '1/976'. */
function readZoom(text: string): number | null {
  const match = /^(?:1\/)?([1-9]\d{0,15})$/.exec(text);
  if (!match) return null;
  const count = Number(match[1]);
  return text.startsWith('1/') && count > 1 ? -count : count;
}

const writeZoom = (zoom: number): string => (zoom < 0 ? `1/${-zoom}` : `${zoom}`);

/** Cells before the visible part; thousandths are enough for any pixel of any cell. */
function writeOffset({ zoom, offset }: AxisView): string {
  const cells = (offset * cellsPerPixel(zoom)) / pixelsPerCell(zoom);
  return String(Math.round(cells * 1000) / 1000);
}

function readView(params: URLSearchParams, first: string, scale: string, problems: string[]): AxisView | null {
  const scaleText = params.get(scale);
  const firstText = params.get(first);
  if (scaleText === null) {
    if (firstText !== null) problems.push(`The link has “${first}” without “${scale}”, so all is shown.`);
    return null;
  }
  const zoom = readZoom(scaleText);
  const cells = firstText === null ? 0 : readNumber(firstText);
  if (zoom === null) {
    problems.push(
      `The link says ${scale}=${excerpt(scaleText)}; it can be a whole number of pixels, such as 8, or 1/8 for 8 a pixel.`,
    );
    return null;
  }
  if (!(cells >= 0)) {
    problems.push(`The link says ${first}=${excerpt(firstText ?? '')}; it can be a number from 0.`);
    return null;
  }
  return { zoom, offset: Math.round((cells * pixelsPerCell(zoom)) / cellsPerPixel(zoom)) };
}

export function parseLink(hash: string): Link {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const problems: string[] = [];
  const state: { -readonly [K in keyof State]: State[K] } = { ...defaults };

  const said = params.get('v');
  if (said !== null && said !== String(version)) {
    problems.push(
      `The link is written for version ${excerpt(said)} of this page; this is version ${version}. What could be read is shown.`,
    );
  }
  const seen = new Set<string>();
  for (const key of params.keys()) {
    if (!(known as readonly string[]).includes(key)) {
      problems.push(`The link says “${excerpt(key)}”, which this page does not know.`);
    } else if (seen.has(key)) {
      problems.push(`The link says “${key}” more than once; the first is used.`);
    }
    seen.add(key);
  }

  for (const name of numberNames) {
    const text = params.get(name);
    if (text === null) continue;
    const value = readNumber(text);
    if (Number.isNaN(value)) problems.push(`The link says ${name}=${excerpt(text)}, which is not a number.`);
    else state[name] = value;
  }
  for (const name of Object.keys(choices) as ChoiceName[]) {
    const text = params.get(name);
    if (text === null) continue;
    const allowed: readonly string[] = choices[name];
    if (allowed.includes(text)) Object.assign(state, { [name]: text });
    else problems.push(`The link says ${name}=${excerpt(text)}; it can be ${allowed.join(', ')}.`);
  }
  for (const name of ['position', 'column'] as const) {
    const text = params.get(name);
    if (text === null) continue;
    const value = readNumber(text);
    if (Number.isInteger(value)) state[name] = value;
    else problems.push(`The link says ${name}=${excerpt(text)}, which is not a whole number.`);
  }
  state.rows = readView(params, 'top', 'rowpx', problems);
  state.columns = readView(params, 'left', 'colpx', problems);
  return { state, problems };
}

/** The link of a state: what differs from the defaults, and always the size. */
export function formatLink(state: State): string {
  const words = [`v=${version}`];
  for (const name of [...numberNames, ...(Object.keys(choices) as ChoiceName[])]) {
    const always = name === 'length' || name === 'dim';
    if (always || state[name] !== defaults[name]) words.push(`${name}=${state[name]}`);
  }
  if (state.rows) words.push(`top=${writeOffset(state.rows)}`, `rowpx=${writeZoom(state.rows.zoom)}`);
  if (state.columns) words.push(`left=${writeOffset(state.columns)}`, `colpx=${writeZoom(state.columns.zoom)}`);
  if (state.position !== null) words.push(`position=${state.position}`);
  if (state.column !== null) words.push(`column=${state.column}`);
  return `#${words.join('&')}`;
}
