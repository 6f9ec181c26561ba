/**
 * The state as the part of a URL after '#', readable and complete, such as
 * `#v=2&length=4096&dim=512&start=100&top=2000&rowpx=1/4&position=2100&column=7`.
 *
 * Keys are those of the fields of an encoding (fields.ts), those of the look below, and those of the views' options with
 * the view before a point ('waves.pairs'). What has its default is left out. Version 1 had sinusoids and no views; its
 * links mean the same today.
 *
 * Values are read as they are written; whether they are allowed is for the store to say. The part after '#' never leaves
 * the browser, so a link may hold what its reader would not send to a server.
 */

import type { AnyEncoding } from './encoding.ts';
import {
  allowedWords,
  excerpt,
  type Field,
  isAllowed,
  isSame,
  readNumber,
  readValue,
  type Value,
  writeValue,
} from './field.ts';
import { encodingFrom, fieldsOf, isFieldName, kindOf } from './fields.ts';
import { dimOf, rowsOf } from './rows.ts';
import { type AxisView, cursorOf, defaults, type Look, type State, samples, themes } from './state.ts';
import { cellsPerPixel, pixelsPerCell } from './viewport.ts';

const version = 2;
const lookKeys = [
  'v',
  'view',
  'embed',
  'sample',
  'theme',
  'top',
  'rowpx',
  'left',
  'colpx',
  'position',
  'column',
  'offset',
];

/** What a link may say of views: their ids, and the options of each. */
export interface Known {
  readonly views: readonly string[];
  readonly options: readonly Field[];
}

export interface Link {
  readonly state: State;
  /** What could not be read, in sentences. */
  readonly problems: readonly string[];
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

type Parts = ReadonlyMap<string, string>;
type Say = (problem: string) => void;

function readView(parts: Parts, first: string, scale: string, say: Say): AxisView | null {
  const scaleText = parts.get(scale);
  const firstText = parts.get(first);
  if (scaleText === undefined) {
    if (firstText !== undefined) say(`The link has “${first}” without “${scale}”, so all is shown.`);
    return null;
  }
  const zoom = readZoom(scaleText);
  const cells = firstText === undefined ? 0 : readNumber(firstText);
  if (zoom === null) {
    say(
      `The link says ${scale}=${excerpt(scaleText)}; it can be a whole number of pixels, such as 8, or 1/8 for 8 a pixel.`,
    );
    return null;
  }
  if (!(cells >= 0)) {
    say(`The link says ${first}=${excerpt(firstText ?? '')}; it can be a number from 0.`);
    return null;
  }
  return { zoom, offset: Math.round((cells * pixelsPerCell(zoom)) / cellsPerPixel(zoom)) };
}

/** Why a text is no value of a field. */
function complaint(field: Field, text: string): string {
  const said = `The link says ${field.name}=${excerpt(text)}`;
  return field.type === 'number' ? `${said}, which is not a number.` : `${said}; it can be ${allowedWords(field)}.`;
}

/** Fields that a link says, and the keys that none of them took. */
function readFields(parts: Parts, say: Say): { values: Record<string, Value>; left: Set<string> } {
  const values: Record<string, Value> = {};
  const left = new Set(parts.keys());
  // Some fields appear only with the value of another, so the table is asked until nothing new is found.
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const field of fieldsOf(values)) {
      if (!left.has(field.name)) continue;
      left.delete(field.name);
      isNew = true;
      const text = parts.get(field.name) as string;
      const value = readValue(field, text);
      if (value === undefined) say(complaint(field, text));
      else if (!isSame(value, field.default)) values[field.name] = value;
      break; // what has a meaning may be different now
    }
  }
  return { values, left };
}

function readOptions(parts: Parts, left: Set<string>, options: readonly Field[], say: Say): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const field of options) {
    if (!left.delete(field.name)) continue;
    const text = parts.get(field.name) as string;
    const value = readValue(field, text);
    if (value === undefined) say(complaint(field, text));
    else if (!isAllowed(field, value)) {
      say(`The link says ${field.name}=${excerpt(text)}; it can be ${allowedWords(field)}.`);
    } else if (!isSame(value, field.default)) values[field.name] = value;
  }
  return values;
}

function readLook(parts: Parts, views: readonly string[], say: Say): Look {
  const oneOf = <T extends string>(key: string, allowed: readonly T[], absent: T): T => {
    const text = parts.get(key);
    if (text === undefined || allowed.includes(text as T)) return (text ?? absent) as T;
    say(`The link says ${key}=${excerpt(text)}; it can be ${allowed.join(', ')}.`);
    return absent;
  };
  const whole = (key: string): number | null => {
    const text = parts.get(key);
    if (text === undefined) return null;
    const value = readNumber(text);
    if (Number.isInteger(value)) return value;
    say(`The link says ${key}=${excerpt(text)}, which is not a whole number.`);
    return null;
  };
  const embed = parts.get('embed');
  const isEmbedded = embed !== undefined;
  return {
    sample: oneOf('sample', samples, defaults.sample),
    theme: oneOf('theme', themes, defaults.theme),
    position: whole('position'),
    column: whole('column'),
    offset: whole('offset'),
    rows: readView(parts, 'top', 'rowpx', say),
    columns: readView(parts, 'left', 'colpx', say),
    view: oneOf(isEmbedded ? 'embed' : 'view', views, defaults.view),
    isEmbedded,
  };
}

/** Reads a link. `query` is the part after '?': of it only `embed` counts, for pages that prefer to say it there. */
export function parseLink(hash: string, known: Known, query = ''): Link {
  const problems: string[] = [];
  const say: Say = (problem) => problems.push(problem);
  const parts = new Map<string, string>();
  const twice = new Set<string>();
  for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ''))) {
    if (parts.has(key)) twice.add(key);
    else parts.set(key, value);
  }
  const embed = new URLSearchParams(query).get('embed');
  if (embed !== null && !parts.has('embed')) parts.set('embed', embed);

  const said = parts.get('v');
  if (said !== undefined && !['1', String(version)].includes(said)) {
    say(
      `The link is written for version ${excerpt(said)} of this page; this is version ${version}. What could be read is shown.`,
    );
  }
  const { values, left } = readFields(parts, say);
  const options = readOptions(parts, left, known.options, say);
  const look = readLook(parts, known.views, say);
  for (const key of left) {
    if (lookKeys.includes(key)) continue;
    say(
      isFieldName(key)
        ? `The link says “${key}”, which has no meaning with the rest (kind ${kindOf(values)}).`
        : `The link says “${excerpt(key)}”, which this page does not know.`,
    );
  }
  for (const key of twice) say(`The link says “${excerpt(key)}” more than once; the first is used.`);
  return { state: { ...look, values, options }, problems };
}

/** What URLs take as it is: a link is to be read by people. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3A', ':');

/** The link of a state: what differs from the defaults, and always the size. */
export function formatLink(state: State): string {
  const words = [`v=${version}`];
  const say = (name: string, value: Value): number => words.push(`${name}=${encode(writeValue(value))}`);
  for (const { name, default: initial } of fieldsOf(state.values)) {
    const value = state.values[name];
    if (value !== undefined) say(name, value);
    else if ((name === 'length' || name === 'dim') && initial !== undefined) say(name, initial);
  }
  if (state.sample !== defaults.sample) say('sample', state.sample);
  if (state.theme !== defaults.theme) say('theme', state.theme);
  if (state.rows) words.push(`top=${writeOffset(state.rows)}`, `rowpx=${writeZoom(state.rows.zoom)}`);
  if (state.columns) words.push(`left=${writeOffset(state.columns)}`, `colpx=${writeZoom(state.columns.zoom)}`);
  const encoding = encodingFrom(state.values) as unknown as AnyEncoding;
  // A mark that a smaller table left outside is written where it is seen.
  const mark = { ...cursorOf(state, rowsOf(state.values), dimOf(state.values, encoding)), offset: state.offset };
  for (const name of ['position', 'column', 'offset'] as const) {
    if (state[name] !== null) say(name, mark[name] as number);
  }
  if (state.isEmbedded) say('embed', state.view);
  else if (state.view !== defaults.view) say('view', state.view);
  for (const [name, value] of Object.entries(state.options)) say(name, value);
  return `#${words.join('&')}`;
}
