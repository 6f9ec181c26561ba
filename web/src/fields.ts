/**
 * The one table of everything that an encoding and its positions can say. Controls, links, models and the code that
 * reproduces a state are all made from it; what is allowed is for the package to judge.
 */

import type { Choices, Field, Value, Values } from './field.ts';

export const kinds = [
  ['sinusoid', 'Sinusoidal'],
  ['grid', 'Grid'],
  ['fourier', 'Fourier features'],
  ['learned', 'Learned'],
  ['alibi', 'ALiBi'],
  ['t5', 'T5 buckets'],
  ['deberta', 'DeBERTa buckets'],
  ['swin', 'Swin index'],
] as const;
export type Kind = (typeof kinds)[number][0];

/** Kinds whose encoding is a table of rows, one a position; the others are biases between positions. */
export const isTableKind = (kind: Kind): boolean => ['sinusoid', 'grid', 'fourier', 'learned'].includes(kind);
/** Kinds whose positions are the cells of a grid. */
export const isGridKind = (kind: Kind): boolean => kind === 'grid' || kind === 'fourier';

/** 1, 2, 3, 4, 6, 8, 12 ... up to a limit: powers of two and the steps between them. */
function doublings(from: number, to: number): number[] {
  const steps: number[] = [];
  for (let power = from; power <= to; power *= 2) {
    steps.push(power);
    const between = power * 1.5;
    if (Number.isInteger(between) && between <= to) steps.push(between);
  }
  return steps;
}

const decades = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, k) => [1, 2, 5].map((step) => Number(`${step}e${from + k}`))).flat();

const lengths = [...doublings(1, 786432), 1_000_000];
const dims = doublings(2, 4096).filter((dim) => dim % 2 === 0);
const heads = doublings(1, 128);

const number = (name: string, label: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  type: 'number',
  place: 'more',
  ...more,
});
const choice = (name: string, label: string, choices: Choices, more: Partial<Field> = {}): Field => ({
  name,
  label,
  type: 'choice',
  choices,
  default: choices[0]?.[0] as string,
  place: 'choice',
  ...more,
});
const flag = (name: string, label: string, value: boolean): Field => ({
  name,
  label,
  type: 'flag',
  default: value,
  place: 'more',
});
const list = (name: string, label: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  type: 'numbers',
  place: 'more',
  ...more,
});

const layouts: Choices = [
  ['interleaved', 'Interleaved'],
  ['halves', 'Halves'],
];
const orders: Choices = [
  ['sin-cos', 'sin, cos'],
  ['cos-sin', 'cos, sin'],
];
const pairings: Choices = [
  ['adjacent', 'Adjacent'],
  ['half', 'Half'],
];
const units: Choices = [
  ['radian', 'Radians'],
  ['half-turn', 'Half turns'],
  ['turn', 'Turns'],
];
const coordinateChoices: Choices = [
  ['index', 'Index'],
  ['ends', 'Ends: −1 to 1'],
  ['centres', 'Centres: −1 to 1'],
  ['fractions', 'Fractions'],
];
const more = { place: 'more' } as const;

const kindField = choice('kind', 'Kind', kinds);

/** Positions 0, 1, ... or from `start` on: the page's own fields, in the order that they stand in. */
const rowFields: readonly Field[] = [
  number('length', 'Length', { unit: 'positions', default: 512, ladder: lengths, place: 'main', path: null }),
];
const startField = number('start', 'Start', {
  unit: 'position',
  default: 0,
  ladder: [0, ...lengths],
  place: 'main',
  path: null,
});

const text = (values: Values, name: string): string => String(values[name] ?? '');
const size = (values: Values, name: string, absent: number): number => Number(values[name] ?? absent);

/** Factors of LongRoPE to begin with: none for short sequences, up to the factor for the slowest pair of long ones. */
function rampOf(pairs: number, to: number): number[] {
  const last = Math.max(1, pairs - 1);
  return Array.from({ length: Math.min(pairs, 4096) }, (_, k) => Math.round((1 + ((to - 1) * k) / last) * 1000) / 1000);
}

function scalingFields(values: Values, at: string, dim: number): Field[] {
  const name = (key: string): string => `${at}scaling.${key}`;
  const type = text(values, name('type'));
  const factor = (initial: number): Field => number(name('factor'), 'Factor', { default: initial, isRequired: true });
  const original = (initial: number): Field =>
    number(name('originalLength'), 'Original length', { default: initial, isRequired: true });
  const reached = number(name('length'), 'Length reached');
  const attention = number(name('attentionFactor'), 'Attention factor');
  const pairs = Math.floor(dim / 2);
  const byType: Record<string, () => Field[]> = {
    linear: () => [factor(4)],
    ntk: () => [factor(4)],
    dynamic: () => [factor(4), original(2048), reached],
    yarn: () => [
      factor(4),
      original(4096),
      number(name('betaFast'), 'Beta fast', { default: 32 }),
      number(name('betaSlow'), 'Beta slow', { default: 1 }),
      flag(name('truncate'), 'Truncate', true),
      number(name('extrapolation'), 'Extrapolation', { default: 1 }),
      attention,
      number(name('mscale'), 'mscale'),
      number(name('mscaleAllDim'), 'mscale, all dim'),
    ],
    longrope: () => [
      factor(8),
      original(4096),
      list(name('shortFactor'), 'Short factors', { default: rampOf(pairs, 1), isRequired: true }),
      list(name('longFactor'), 'Long factors', {
        default: rampOf(pairs, size(values, name('factor'), 8)),
        isRequired: true,
      }),
      attention,
      reached,
    ],
    llama3: () => [
      factor(8),
      original(8192),
      number(name('lowFreqFactor'), 'Low frequency factor', { default: 1, isRequired: true }),
      number(name('highFreqFactor'), 'High frequency factor', { default: 4, isRequired: true }),
    ],
    proportional: () => [
      number(name('fraction'), 'Fraction', { default: 0.25, isRequired: true }),
      number(name('factor'), 'Factor', { default: 1 }),
    ],
  };
  const chosen: Field = {
    name: name('type'),
    label: 'Scaling',
    type: 'choice',
    place: 'more',
    choices: [
      ['linear', 'Linear'],
      ['ntk', 'NTK'],
      ['dynamic', 'Dynamic NTK'],
      ['yarn', 'YaRN'],
      ['longrope', 'LongRoPE'],
      ['llama3', 'Llama 3'],
      ['proportional', 'Proportional'],
    ],
  };
  return [chosen, ...(byType[type]?.() ?? [])];
}

/** The fields of a sinusoidal law: of an encoding, or at `axes.0.` of an axis of a grid. */
function lawFields(values: Values, at: string, dimDefault: number): Field[] {
  const name = (key: string): string => at + key;
  const dim = size(values, name('dim'), dimDefault);
  const place = at === '' ? ('main' as const) : ('more' as const);
  const isGiven = values[name('frequencies')] !== undefined;
  const law: Field[] = [
    number(name('base'), 'Base', { default: 10000, ladder: decades(1, 6), place }),
    choice(
      name('spacing'),
      'Spacing',
      [
        ['paper', 'Paper'],
        ['endpoint', 'Endpoint'],
        ['shifted', 'Shifted'],
        ['linear', 'Linear'],
      ],
      at === '' ? {} : more,
    ),
    ...(text(values, name('spacing')) === 'shifted'
      ? [number(name('shift'), 'Shift', { default: 0, isRequired: true, place })]
      : []),
  ];
  const isOdd = Math.abs(dim % 2) === 1;
  return [
    number(name('dim'), 'Dim', { unit: 'columns', default: dimDefault, ladder: dims, place, isRequired: true }),
    ...(isGiven ? [] : law),
    choice(name('layout'), 'Layout', layouts, at === '' ? {} : more),
    choice(name('order'), 'Order', orders, at === '' ? {} : more),
    choice(
      name('odd'),
      'Odd width',
      [
        ['truncate', 'Truncate'],
        ['truncate-next', 'Truncate next'],
        ['zero', 'Zero'],
        ['error', 'Error'],
      ],
      { ...(at === '' ? {} : more), isHidden: !isOdd },
    ),
    number(name('origin'), 'Origin', { default: 0 }),
    number(name('scale'), 'Scale of angles', { default: 1 }),
    number(name('valueScale'), 'Scale of values', { default: 1 }),
    choice(name('unit'), 'Unit of frequencies', units, more),
    list(name('frequencies'), 'Frequencies'),
    list(name('frequencyFactors'), 'Frequency factors'),
    ...scalingFields(values, at, dim),
  ];
}

function sinusoidFields(values: Values): Field[] {
  return [
    ...lawFields(values, '', 128),
    number('padding', 'Padding position'),
    choice('pairing', 'Pairing of rotations', pairings, more),
    number('xpos.scaleBase', 'xPos scale base'),
    ...(values['xpos.scaleBase'] === undefined
      ? []
      : [number('xpos.center', 'xPos centre', { default: 0 }), number('xpos.gamma', 'xPos gamma', { default: 0.4 })]),
    list('sections', 'Sections (M-RoPE)'),
    ...(values.sections === undefined
      ? []
      : [
          choice(
            'sectionOrder',
            'Section order',
            [
              ['chunked', 'Chunked'],
              ['interleaved', 'Interleaved'],
              ['interleaved-fourth', 'Interleaved, fourth'],
            ],
            more,
          ),
        ]),
  ];
}

function coordinateFields(values: Values, at: string): Field[] {
  const coordinates = choice(`${at}coordinates`, 'Coordinates', coordinateChoices, more);
  const rule = text(values, coordinates.name) || 'index';
  return [
    coordinates,
    ...(rule === 'index' ? [number(`${at}offset`, 'First cell', { default: 0 })] : []),
    ...(rule === 'index' || rule === 'ends' ? [number(`${at}reference`, 'Reference cells')] : []),
  ];
}

const cellsField = (axes: number): Field =>
  list('cells', 'Cells', {
    place: 'main',
    unit: 'along each axis',
    path: null,
    default: Array(axes).fill(14),
    isWhole: true,
    min: 1,
  });

function gridFields(values: Values): Field[] {
  const axes = Math.max(1, Math.min(8, Math.round(size(values, 'axes', 2)) || 2));
  return [
    cellsField(axes),
    number('axes', 'Axes', {
      default: 2,
      ladder: [1, 2, 3, 4],
      place: 'main',
      path: null,
      min: 1,
      max: 8,
      isWhole: true,
      resets: ['cells', 'axisOrder'],
    }),
    ...Array.from({ length: axes }, (_, k) =>
      [...lawFields(values, `axes.${k}.`, 64), ...coordinateFields(values, `axes.${k}.`)].map((field) => ({
        ...field,
        label: `Axis ${k}: ${field.label.toLowerCase()}`,
      })),
    ).flat(),
    choice('blocks', 'Blocks', [
      ['axis-major', 'Axis'],
      ['function-major', 'Function'],
      ['frequency-major', 'Frequency'],
    ]),
    list('axisOrder', 'Order of axes'),
    flag('identity', 'Coordinates first', false),
    number('classRows', 'Class rows', { default: 0 }),
    number('dim', 'Dim', { unit: 'columns' }),
    choice('pairing', 'Pairing of rotations', pairings, more),
  ];
}

function fourierFields(values: Values): Field[] {
  const axes = Math.max(1, Math.min(8, Math.round(size(values, 'axes', 2)) || 2));
  const dim = size(values, 'dim', 64);
  return [
    cellsField(axes),
    number('axes', 'Axes', {
      default: 2,
      ladder: [1, 2, 3, 4],
      place: 'main',
      isRequired: true,
      resets: ['cells', 'frequencies', 'axisOrder'],
    }),
    number('dim', 'Dim', {
      unit: 'columns',
      default: 64,
      ladder: dims,
      place: 'main',
      isRequired: true,
      resets: ['frequencies'],
    }),
    list('frequencies', 'Frequencies', { isRequired: true, default: octaves(axes, dim / 2) }),
    choice('unit', 'Unit', units, more),
    choice('layout', 'Layout', layouts),
    choice('order', 'Order', orders),
    ...coordinateFields(values, ''),
    list('axisOrder', 'Order of axes'),
    number('valueScale', 'Scale of values', { default: 1 }),
    flag('identity', 'Coordinates first', false),
    choice('pairing', 'Pairing of rotations', pairings, more),
  ];
}

/** Frequencies to begin with: directions spread over a half circle, sizes growing by the same factor. */
function octaves(axes: number, pairs: number): number[] {
  const n = Number.isInteger(pairs) && pairs > 0 && pairs <= 4096 ? pairs : 1;
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;
  return Array.from({ length: axes * n }, (_, k) => {
    const [axis, pair] = [Math.floor(k / n), k % n];
    const angle = (pair * 2.399963) % Math.PI;
    return round(10 ** (-2 * (pair / n)) * Math.cos(angle - (axis * Math.PI) / 2));
  });
}

const learnedFields = (): Field[] => [
  number('dim', 'Dim', { unit: 'columns', default: 128, ladder: dims, place: 'main', isRequired: true }),
  number('rows', 'Rows of the table', {
    path: 'length',
    default: 512,
    ladder: lengths,
    place: 'main',
    isRequired: true,
  }),
  choice('distribution', 'Distribution', [
    ['normal', 'Normal'],
    ['truncated-normal', 'Truncated normal'],
    ['uniform', 'Uniform'],
  ]),
  number('origin', 'Origin', { default: 0 }),
  number('seed', 'Seed', { default: 0 }),
  number('mean', 'Mean', { default: 0 }),
  number('deviation', 'Deviation', { default: 0.02 }),
];

const headsField = number('heads', 'Heads', { default: 8, ladder: heads, place: 'main', isRequired: true });

const byKind: Record<Kind, (values: Values) => Field[]> = {
  sinusoid: sinusoidFields,
  grid: gridFields,
  fourier: fourierFields,
  learned: learnedFields,
  alibi: () => [
    headsField,
    number('maxBias', 'Largest exponent', { default: 8 }),
    choice('order', 'Order', [
      ['published', 'Published'],
      ['sorted', 'Sorted'],
    ]),
    choice('anchor', 'Anchor', [
      ['distance', 'Distance'],
      ['key', 'Key'],
      ['last-key', 'Last key'],
    ]),
  ],
  t5: () => [
    number('buckets', 'Buckets', { default: 32, ladder: doublings(2, 512), place: 'main' }),
    number('maxDistance', 'Largest distance', { default: 128, ladder: doublings(2, 4096), place: 'main' }),
    flag('bidirectional', 'Bidirectional', true),
  ],
  deberta: () => [
    number('buckets', 'Buckets', { ladder: doublings(2, 1024), place: 'main' }),
    number('maxPosition', 'Largest position', { ladder: doublings(2, 4096), place: 'main' }),
  ],
  swin: () => [
    list('window', 'Window', { default: [7, 7], place: 'main', isRequired: true }),
    flag('classToken', 'Class token', false),
  ],
};

export const kindOf = (values: Values): Kind => (values.kind ?? 'sinusoid') as Kind;

/** The fields that have a meaning with these values, in the order in which they stand. */
export function fieldsOf(values: Values): Field[] {
  const kind = kindOf(values);
  const own = byKind[kind](values);
  if (kind === 'swin') return [kindField, ...own];
  if (isGridKind(kind)) return [kindField, ...own];
  const dim = own.filter(({ place }) => place === 'main');
  const others = own.filter(({ place }) => place !== 'main');
  const hasStart = kind === 'sinusoid' || kind === 'learned';
  return [kindField, ...rowFields, ...dim, ...(hasStart ? [startField] : []), ...others];
}

/** Whether some encoding has a field of this name. */
export function isFieldName(name: string): boolean {
  const axis = /^axes\.[0-7]\./.exec(name)?.[0] ?? '';
  const scalings = ['', 'linear', 'dynamic', 'yarn', 'longrope', 'llama3', 'proportional'];
  const everything = (type: string): Values => ({
    [`${axis}spacing`]: 'shifted',
    [`${axis}scaling.type`]: type,
    'xpos.scaleBase': 1,
    sections: [1],
  });
  const names = (values: Values): string[] => fieldsOf(values).map((field) => field.name);
  return kinds.some(([kind]) =>
    scalings.some((type) => names({ ...everything(type), kind, ...(axis ? { axes: 8 } : {}) }).includes(name)),
  );
}

/** Puts a value at a path of nested objects and lists. */
function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) target[key] = value;
  else {
    target[key] ??= /^\d+$/.test(rest[0] as string) ? [] : {};
    put(target[key] as Record<string, unknown>, rest, value);
  }
}

/** The encoding that values describe, as the package takes it. */
export function encodingFrom(values: Values): Record<string, unknown> {
  const encoding: Record<string, unknown> = {};
  for (const field of fieldsOf(values)) {
    const { name, path = name, isRequired } = field;
    const value: Value | undefined = values[name] ?? (isRequired ? field.default : undefined);
    if (path !== null && value !== undefined) put(encoding, path.split('.'), value);
  }
  return encoding;
}

/** The values that describe an encoding, or the first part of it that the page has no field for. */
export function valuesFrom(encoding: Readonly<Record<string, unknown>>): { values: Values; unknown: string | null } {
  const leaves = new Map<string, unknown>();
  const walk = (node: unknown, path: string): void => {
    const isList = Array.isArray(node) || ArrayBuffer.isView(node);
    if (isList && Array.from(node as ArrayLike<unknown>).every((item) => typeof item === 'number')) {
      leaves.set(path, Array.from(node as ArrayLike<number>));
    } else if (typeof node === 'object' && node !== null) {
      for (const [key, child] of Object.entries(node)) walk(child, path === '' ? key : `${path}.${key}`);
    } else if (node !== undefined) leaves.set(path, node);
  };
  walk(encoding, '');
  const values: Record<string, Value> = {};
  if (Array.isArray(encoding.axes)) values.axes = encoding.axes.length;
  // Some fields appear only with the value of another, so the table is asked until nothing new is found.
  for (let found = true; found; ) {
    found = false;
    for (const { name, path = name } of fieldsOf(values)) {
      if (path === null || !leaves.has(path)) continue;
      values[name] = leaves.get(path) as Value;
      leaves.delete(path);
      found = true;
    }
  }
  return { values, unknown: leaves.keys().next().value ?? null };
}
