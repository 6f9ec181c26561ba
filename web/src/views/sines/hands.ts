/** PE(p + k) = M_k PE(p): a shift turns each pair by an angle of its own, whatever the position. */

import { computed, signal } from '@preact/signals-core';
import { element, prefersStillness, svg } from '../../dom.ts';
import { allowedWords, type Field } from '../../field.ts';
import { call, mathElement, mi, mo, row, sub } from '../../math.ts';
import { control, optionField } from '../../option-controls.ts';
import { numberLabel, smallLabel, wholeLabel } from '../../ticks.ts';
import type { ViewContext } from '../../view.ts';
import { sines as entry } from './entry.ts';
import { type Hand, turned } from './measures.ts';
import type { Model } from './model.ts';

const whole = { type: 'number', isWhole: true, default: 0 } as const;
const positionField: Field = { ...whole, name: 'sines.position', label: 'Position p' };
const shiftField: Field = { ...whole, name: 'sines.offset', label: 'Shift k', unit: 'positions', min: -1e9, max: 1e9 };

const radius = 78;
const half = 100;

interface Turn {
  readonly pair: number;
  readonly before: Hand;
  readonly after: Hand;
  readonly moved: Hand;
  /** k w in radians, not reduced. */
  readonly angle: number;
}

interface Turns {
  readonly turns: readonly Turn[];
  /** Largest difference of M_k PE(p) from PE(p + k), over all pairs. */
  readonly residual: number;
  /** Why there are none, in a sentence, or ''. */
  readonly problem: string;
}

function turnsOf({ posenc }: Pick<ViewContext, 'posenc'>, model: Model): Turns {
  const { position, offset, pairs, law, columns, wavelengths, handsAt } = model;
  try {
    const [before, after] = handsAt([position.value, position.value + offset.value]) as [
      readonly Hand[],
      readonly Hand[],
    ];
    const shift = posenc.shift(law.value, offset.value).data;
    const turnOf = (pair: number): Turn => ({
      pair,
      before: before[pair] as Hand,
      after: after[pair] as Hand,
      moved: turned(shift, pair, before[pair] as Hand),
      angle: (2 * Math.PI * offset.value) / (wavelengths.value[pair] as number),
    });
    let residual = 0;
    for (let pair = 0; pair < columns.value.seconds; pair++) {
      const { moved, after: to } = turnOf(pair);
      residual = Math.max(residual, Math.abs(moved.sine - to.sine), Math.abs(moved.cosine - to.cosine));
    }
    return { turns: pairs.value.map(turnOf), residual, problem: '' };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { turns: [], residual: Number.NaN, problem: `There are no values there: ${error.message}.` };
  }
}

const place = ({ sine, cosine }: Hand, size: number): { x: number; y: number } => {
  const length = Math.hypot(sine, cosine) || 1;
  return { x: half + (size * cosine) / length, y: half - (size * sine) / length };
};

/** An arc from one hand to the other, the way that the turn goes; a whole circle where it goes round. */
function arc(from: Hand, angle: number, size: number): string {
  const begin = Math.atan2(from.sine, from.cosine);
  const sweep = Math.max(-2 * Math.PI, Math.min(2 * Math.PI, angle));
  const steps = Math.max(1, Math.ceil(Math.abs(sweep) / 0.1));
  return Array.from({ length: steps + 1 }, (_, k) => {
    const at = begin + (sweep * k) / steps;
    return `${k === 0 ? 'M' : 'L'}${(half + size * Math.cos(at)).toFixed(2)},${(half - size * Math.sin(at)).toFixed(2)}`;
  }).join('');
}

const degrees = (radians: number): string => `${numberLabel((radians * 180) / Math.PI, 3)}°`;
const directionOf = ({ sine, cosine }: Hand): number => (Math.atan2(sine, cosine) + 2 * Math.PI) % (2 * Math.PI);

function dial({ pair, before, after, moved, angle }: Turn, wavelength: number): HTMLElement {
  const [a, b, m] = [place(before, radius), place(after, radius), place(moved, radius)];
  const label = (hand: Hand, text: string, kind: string): SVGElement => {
    const { x, y } = place(hand, radius + 13);
    return svg('text', { class: kind, x, y, dy: '0.35em', 'text-anchor': 'middle' }, text);
  };
  const drawing = svg(
    'svg',
    { class: 'dial', viewBox: '0 0 200 200', 'aria-hidden': 'true', 'data-chart': `pair ${pair}` },
    svg('circle', { class: 'rim', cx: half, cy: half, r: radius }),
    svg('line', { class: 'cross', x1: half - radius, x2: half + radius, y1: half, y2: half }),
    svg('line', { class: 'cross', x1: half, x2: half, y1: half - radius, y2: half + radius }),
    svg('path', { class: 'turn', d: arc(before, angle, radius * 0.5) }),
    svg('line', { class: 'hand from', x1: half, y1: half, x2: a.x, y2: a.y }),
    svg('line', { class: 'hand to', x1: half, y1: half, x2: b.x, y2: b.y }),
    svg('circle', { class: 'landing', cx: m.x, cy: m.y, r: 6 }),
    label(before, 'p', 'from'),
    Math.abs(Math.sin(angle / 2)) > 0.12 ? label(after, 'p + k', 'to') : svg('g'),
  );
  const turns = Math.abs(angle) >= 2 * Math.PI ? ` (${numberLabel(Math.abs(angle) / (2 * Math.PI), 3)} turns)` : '';
  const said = `Pair ${pair}: the hand at p stands at ${degrees(directionOf(before))}, M turns it by ${degrees(angle)}${turns}, to ${degrees(directionOf(after))}`;
  return element(
    'figure',
    { class: 'hand-card' },
    element('div', { role: 'img', 'aria-label': said }, drawing),
    element(
      'figcaption',
      {},
      element('strong', {}, `Pair ${pair}`),
      element('span', {}, `${numberLabel(wavelength, 4)} positions a turn`),
      element('span', {}, `turned by ${degrees(angle)}${turns}`),
      element('span', {}, `cos ${numberLabel(Math.cos(angle), 3)}, sin ${numberLabel(Math.sin(angle), 3)}`),
    ),
  );
}

export function mountHands(host: HTMLElement, context: ViewContext, model: Model): void {
  const { scope, store } = context;
  const { position, offset, wavelengths } = model;
  const result = computed(() => turnsOf(context, model));
  const dials = element('div', { class: 'dials' });
  const finding = element('p', { class: 'finding' });
  const formula = element('div', { class: 'law' });
  formula.append(
    mathElement(
      row(call('PE', row(mi('p'), mo('+'), mi('k'))), mo('='), sub(mi('M'), mi('k')), mo('·'), call('PE', mi('p'))),
      'block',
    ),
  );
  host.append(
    element('h2', {}, 'A shift is a turn'),
    element(
      'p',
      { class: 'words' },
      'A sine and a cosine of one frequency are a point on a circle: a hand that turns by the same angle with every ' +
        'position. To go k positions on, turn it by k times that angle. The turn is a matrix of four numbers, and ' +
        'they depend on k alone, not on p. So a linear layer can learn “three words back” once, for every place.',
    ),
    formula,
    element('div', { class: 'fields' }, ...fields()),
    dials,
    finding,
  );

  /** To the next position, and from the last to the first. */
  function walk(): void {
    const { start, length } = store.rows.peek();
    store.mark({ position: start + ((position.peek() - start + 1) % length) });
  }

  function ends(): readonly [number, number] {
    const { start, length } = store.rows.value;
    return [start, start + length - 1];
  }

  function fields(): HTMLElement[] {
    const playing = signal(false);
    const play = element('button', { type: 'button' });
    scope.listen(play, 'click', () => {
      playing.value = !playing.value;
    });
    let timer: ReturnType<typeof setInterval> | undefined;
    scope.onEnd(() => clearInterval(timer));
    scope.effect(() => {
      play.textContent = playing.value ? 'Stop' : 'Walk on';
      clearInterval(timer);
      if (playing.value) timer = setInterval(walk, prefersStillness() ? 1000 : 250);
    });
    return [
      control(
        scope,
        () => ({ ...positionField, min: ends()[0], max: ends()[1] }),
        { value: () => position.value, change: (value) => store.mark({ position: Number(value) }) },
        { slider: ends },
      ).root,
      control(
        scope,
        shiftField,
        { value: () => offset.value, change: (value) => store.mark({ offset: Number(value) }) },
        { slider: () => [-64, 64] },
      ).root,
      pairsControl(context, model),
      play,
    ];
  }

  scope.effect(() => {
    const { turns, residual, problem } = result.value;
    dials.replaceChildren(...turns.map((turn) => dial(turn, wavelengths.value[turn.pair] as number)));
    if (problem !== '') {
      finding.textContent = problem;
      return;
    }
    const count = wavelengths.value.length;
    if (count === 0) {
      finding.textContent = 'One column has no pair of a sine and a cosine: there is nothing to turn.';
      return;
    }
    finding.replaceChildren(
      `At p = ${wholeLabel(position.value)} and k = ${wholeLabel(offset.value)}, the largest difference between M·PE(p) and PE(p + k) over ${count === 1 ? 'the only pair' : `all ${wholeLabel(count)} pairs`} is `,
      element('strong', { 'data-residual': String(residual) }, smallLabel(residual)),
      ': what rounding to 53 bits leaves. The ring on each dial is where M puts the hand.',
    );
  });
}

/** The pairs that are shown; those of a longer encoding that this one lacks are named. */
function pairsControl(context: ViewContext, { wanted, pairs, wavelengths }: Model): HTMLElement {
  const field = (): Field => ({ ...optionField(entry, 'sines.pairs'), max: wavelengths.value.length - 1 });
  const { root, complain } = control(
    context.scope,
    field,
    { value: () => pairs.value, change: (list) => context.set({ 'sines.pairs': list }) },
    { placeholder: () => 'those like bits' },
  );
  context.scope.effect(() => {
    root.hidden = wavelengths.value.length === 0;
    const lost = wanted.value.filter((pair) => pair >= wavelengths.value.length);
    if (lost.length > 0) complain(`invalid pairs: ${lost.join(', ')} (${allowedWords(field())})`);
  });
  return root;
}
