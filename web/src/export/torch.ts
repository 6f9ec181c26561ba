/** The numbers of a state in PyTorch alone. */

import { type Values, valueNow } from '../field.ts';
import { fieldsOf, kindOf } from '../fields.ts';
import { rowsOf } from '../rows.ts';
import { stampOf } from './stamp.ts';

/** A number as Python writes it: with a point where it is no whole number. */
const py = (value: number): string => String(value);

const pyList = (values: readonly number[]): string => `[${values.map(py).join(', ')}]`;

/** Frequencies of a sinusoid in PyTorch, before units and factors. */
function torchLaw(values: Values): string[] {
  const get = (name: string, absent: number): number => Number(values[name] ?? absent);
  const spacing = values.spacing ?? 'paper';
  const pairs = 'torch.arange(pairs, dtype=torch.float64)';
  if (values.frequencies !== undefined)
    return [`w = torch.tensor(${pyList(values.frequencies as number[])}, dtype=torch.float64)`];
  const base = py(get('base', 10000));
  if (spacing === 'paper') return [`w = ${base} ** (-2 * ${pairs} / width)`];
  if (spacing === 'linear') return [`w = 1 + ${pairs} * (${base} - 1) / max(width / 2 - 1, 1)`];
  const shift = spacing === 'endpoint' ? 1 : get('shift', 0);
  return [
    `w = ${base} ** (-${pairs} / (width / 2 - ${py(shift)})) if pairs > 1 else torch.ones(1, dtype=torch.float64)`,
  ];
}

/** The frequencies after a scaling, and its attention factor. */
function torchScaling(values: Values): string[] | null {
  const type = values['scaling.type'];
  const get = (name: string): number =>
    Number(
      valueNow(
        fieldsOf(values).find((field) => field.name === `scaling.${name}`) ?? { name, type: 'number', label: '' },
        values,
      ),
    );
  const factor = py(get('factor'));
  const original = py(get('originalLength'));
  switch (type) {
    case undefined:
      return [];
    case 'linear':
      return [`w = w / ${factor}`];
    case 'llama3': {
      const [low, high] = [py(get('lowFreqFactor')), py(get('highFreqFactor'))];
      return [
        `turns = ${original} * w / (2 * math.pi)`,
        `kept = ((turns - ${low}) / (${high} - ${low})).clamp(0, 1)`,
        `w = w / ${factor} * (1 - kept) + w * kept`,
      ];
    }
    case 'yarn': {
      const base = py(Number(values.base ?? 10000));
      const turn = (beta: number): string =>
        `width * math.log(${original} / (${py(beta)} * 2 * math.pi)) / (2 * math.log(${base}))`;
      const isCut = values['scaling.truncate'] !== false;
      const [low, high] = [turn(get('betaFast')), turn(get('betaSlow'))];
      const mscale = Number(values['scaling.mscale'] ?? 0);
      const all = Number(values['scaling.mscaleAllDim'] ?? 0);
      const grow = (m: number): string => `(0.1 * ${py(m)} * math.log(${factor}) + 1)`;
      const given = values['scaling.attentionFactor'];
      const attention =
        given !== undefined ? py(Number(given)) : mscale && all ? `${grow(mscale)} / ${grow(all)}` : grow(1);
      return [
        `low = max(${isCut ? `math.floor(${low})` : low}, 0)`,
        `high = min(${isCut ? `math.ceil(${high})` : high}, width - 1)`,
        'ramp = ((torch.arange(pairs, dtype=torch.float64) - low) / (max(high - low, 0.001))).clamp(0, 1)',
        `kept = ${py(get('extrapolation'))} * (1 - ramp)`,
        `w = w / ${factor} * (1 - kept) + w * kept`,
        `attention = ${attention} if ${factor} > 1 else 1.0`,
      ];
    }
    case 'proportional': {
      const kept = `math.floor(${py(get('fraction'))} * width / 2)`;
      return [`w = torch.where(torch.arange(pairs) < ${kept}, w / ${py(get('factor') || 1)}, torch.zeros_like(w))`];
    }
    default:
      return null; // the base or the list depends on the length reached: posenc and transformers have them
  }
}

/** PyTorch alone, in float64 until the end. Null where it would take more than a page of code. */
export function pytorch(values: Values): string | null {
  if (kindOf(values) === 'alibi') return torchAlibi(values);
  const scaling = torchScaling(values);
  const isOther = values['xpos.scaleBase'] !== undefined || values.sections !== undefined;
  if (kindOf(values) !== 'sinusoid' || scaling === null || isOther) return null;
  const dim = Number(values.dim ?? 128);
  const { start, length } = rowsOf(values);
  const odd = values.odd ?? 'truncate';
  const isOdd = dim % 2 === 1;
  const width = isOdd && odd === 'zero' ? dim - 1 : isOdd && odd === 'truncate-next' ? dim + 1 : dim;
  const pairs = Math.ceil(width / 2);
  const get = (name: string, absent: number): number => Number(values[name] ?? absent);
  const unit = values.unit === 'turn' ? ' * 2 * math.pi' : values.unit === 'half-turn' ? ' * math.pi' : '';
  const factors = values.frequencyFactors as number[] | undefined;
  const origin = get('origin', 0);
  const [first, second] = values.order === 'cos-sin' ? ['cos', 'sin'] : ['sin', 'cos'];
  const amount = [
    ...(get('valueScale', 1) === 1 ? [] : [py(get('valueScale', 1))]),
    ...(scaling.some((line) => line.startsWith('attention')) ? ['attention'] : []),
  ];
  const times = amount.length > 0 ? `${amount.join(' * ')} * ` : '';
  const isHalves = values.layout === 'halves';
  const padding = values.padding;
  const lines = [
    `# ${stampOf(values)}`,
    'import math',
    'import torch',
    '',
    `dim, width, pairs = ${dim}, ${width}, ${pairs}`,
    ...torchLaw(values),
    ...(unit ? [`w = w${unit}`] : []),
    ...(factors ? [`w = w / torch.tensor(${pyList(factors)}, dtype=torch.float64)`] : []),
    ...scaling,
    `positions = torch.arange(${start}, ${start + length}, dtype=torch.float64)`,
    `angles = (positions${origin === 0 ? '' : ` + ${py(origin)}`})[:, None] * w${get('scale', 1) === 1 ? '' : ` * ${py(get('scale', 1))}`}`,
    `first, second = ${times}torch.${first}(angles), ${times}torch.${second}(angles)`,
    isHalves
      ? 'table = torch.cat([first, second], dim=-1)[:, :dim]'
      : 'table = torch.stack([first, second], dim=-1).flatten(-2)[:, :dim]',
    ...(isOdd && odd === 'zero' ? ['table = torch.nn.functional.pad(table, (0, 1))'] : []),
    ...(padding === undefined ? [] : [`table[positions == ${py(Number(padding))}] = 0`]),
    'table = table.to(torch.float32)',
  ];
  return `${lines.join('\n')}\n`;
}

/** ALiBi's slopes and the biases of all heads. */
function torchAlibi(values: Values): string {
  const { length } = rowsOf(values);
  const anchor = values.anchor ?? 'distance';
  const distance =
    anchor === 'key'
      ? 'k[None, :]'
      : anchor === 'last-key'
        ? 'k[None, :] - (length - 1)'
        : '-(k[:, None] - k[None, :]).abs()';
  return [
    `# ${stampOf(values)}`,
    'import math',
    'import torch',
    '',
    `heads, length = ${values.heads ?? 8}, ${length}`,
    'below = 2 ** math.floor(math.log2(heads))',
    `most = ${py(Number(values.maxBias ?? 8))}`,
    'slopes = [2 ** (-most * (k + 1) / below) for k in range(below)]',
    'slopes += [2 ** (-most * (k + 1) / (2 * below)) for k in range(0, 2 * (heads - below), 2)]',
    ...(values.order === 'sorted' ? ['slopes.sort(reverse=True)'] : []),
    'slopes = torch.tensor(slopes, dtype=torch.float64)',
    'k = torch.arange(length, dtype=torch.float64)',
    `bias = (slopes[:, None, None] * (${distance})).expand(heads, length, length).to(torch.float32)`,
    '',
  ].join('\n');
}
