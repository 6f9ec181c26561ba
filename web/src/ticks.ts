/** Ticks of the axes: whole cells at round numbers, labelled so that labels stay short. */

import { ticks } from 'd3-array';

/** Whole numbers in groups of digits: 12,345. */
export const wholeLabel = (value: number): string =>
  String(value)
    .replace(/\B(?=(\d{3})+$)/g, ',')
    .replace('-', '−');

/** A number with some digits that count, with a power of ten only where it is huge or tiny. */
export function numberLabel(value: number, digits = 4): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e15 || size < 1e-6) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e') as [string, string];
    return `${trimZeros(mantissa).replace('-', '−')} × 10${superscript(Number(exponent))}`;
  }
  if (size >= 10 ** (digits - 1)) return wholeLabel(Math.round(value));
  return trimZeros(value.toPrecision(digits)).replace('-', '−');
}

const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

export const superscript = (value: number): string =>
  [...String(value)].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('');

/** A number near 0 with its power of ten, such as a residual: 2.2 × 10⁻¹⁶. */
export function smallLabel(value: number, digits = 2): string {
  if (value === 0 || Math.abs(value) >= 1e-3) return numberLabel(value, digits);
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e') as [string, string];
  return `${mantissa.replace('-', '−')} × 10${superscript(Number(exponent))}`;
}

/** Round whole numbers from `first` to `last`, about `count` of them. */
export function wholeTicks(first: number, last: number, count: number): number[] {
  if (last <= first) return [first];
  return ticks(first, last, Math.max(1, Math.min(count, last - first + 1))).filter(Number.isInteger);
}

export interface PositionLabels {
  /** Labels count from here: 0, or a round number where positions are too long to write at every tick. */
  readonly origin: number;
  readonly label: (position: number) => string;
}

export interface PositionTicks {
  readonly origin: number;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
}

/**
 * Labels of positions. Far from 0 they say '+250' and the axis names the number that they are added to.
 * @param longest characters for which there is room
 * @param digits of offsets in thousands and more; ticks at round numbers need them all, places between fewer
 */
export function positionLabels(
  first: number,
  last: number,
  { longest = 9, digits = 6 }: { readonly longest?: number; readonly digits?: number } = {},
): PositionLabels {
  if (Math.max(wholeLabel(first).length, wholeLabel(last).length) <= longest) return { origin: 0, label: wholeLabel };
  const unit = 10 ** Math.ceil(Math.log10(Math.max(1, last - first)));
  const origin = Math.floor(first / unit) * unit;
  const sign = origin === 0 ? '' : '+';
  return {
    origin,
    label(position) {
      const whole = `${sign}${wholeLabel(position - origin)}`;
      return whole.length <= longest ? whole : `${sign}${inThousands(position - origin, digits)}`;
    },
  };
}

export function positionTicks(
  first: number,
  last: number,
  count: number,
  room?: { readonly longest?: number; readonly digits?: number },
): PositionTicks {
  const { origin, label } = positionLabels(first, last, room);
  const ticks = wholeTicks(first - origin, last - origin, count).map((offset) => origin + offset);
  return { origin, ticks: ticks.map((value) => ({ value, label: label(value) })) };
}

const prefixes = ['', 'k', 'M', 'G', 'T', 'P'];

/** 12500000 is 12.5M, as SI prefixes have it. */
function inThousands(offset: number, digits: number): string {
  const thousands = Math.floor(Math.log10(offset) / 3);
  return `${Number((offset / 1000 ** thousands).toPrecision(digits))}${prefixes[thousands]}`;
}

/** A tick of a logarithmic axis as one writes it: 1,000 or 10⁹. */
export function logLabel(value: number): string {
  const exponent = Math.log10(value);
  return exponent > 5 && Number.isInteger(exponent) ? `10${superscript(exponent)}` : numberLabel(value);
}
