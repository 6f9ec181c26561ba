/** The words as buttons in a row: dragged by pointer or finger, moved by arrow keys or by the buttons below. */

import { type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { element } from '../../dom.ts';
import type { ViewContext } from '../../view.ts';
import { moved, placeAmong } from './words.ts';

/** A shorter way of the pointer is a click. */
const slack = 5;

export function mountStrip(
  host: HTMLElement,
  { scope, announce }: Pick<ViewContext, 'scope' | 'announce'>,
  words: ReadonlySignal<readonly string[]>,
  order: ReadonlySignal<readonly number[]>,
  reorder: (order: readonly number[]) => void,
): void {
  /** The word that the buttons move. */
  const chosen = signal(0);
  const list = element('ol', { class: 'words', 'aria-describedby': 'order-how' });
  const earlier = element('button', { type: 'button' });
  const later = element('button', { type: 'button' });
  const written = element('button', { type: 'button' }, 'As written');
  const reverse = element('button', { type: 'button' }, 'Reverse');
  host.append(
    list,
    element('div', { class: 'toolbar' }, earlier, later, reverse, written),
    element(
      'p',
      { class: 'note', id: 'order-how' },
      'Drag a word, or choose it and press the arrow keys; Home and End move it to the ends.',
    ),
  );

  const nameOf = (word: number): string => words.peek()[word] ?? '';
  const buttonOf = (word: number): HTMLButtonElement | null => list.querySelector(`[data-word="${word}"]`);

  function move(word: number, to: number): void {
    const now = order.peek();
    const from = now.indexOf(word);
    const place = Math.max(0, Math.min(now.length - 1, to));
    chosen.value = word;
    if (from === place) {
      announce(
        `“${nameOf(word)}” is ${place === 0 ? 'first' : place === now.length - 1 ? 'last' : 'where it was'} already.`,
      );
      return;
    }
    const next = moved(now, from, place);
    reorder(next);
    announce(`“${nameOf(word)}” is now word ${place + 1} of ${next.length}: ${next.map(nameOf).join(' ')}.`);
  }

  scope.effect(() => {
    const names = words.value;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.word : undefined;
    list.replaceChildren(
      ...order.value.map((word, place) => {
        const button = element('button', { type: 'button', class: 'word', 'data-word': word }, names[word] ?? '');
        if (word !== place) {
          button.append(
            element('small', { 'aria-hidden': 'true' }, `${word + 1}`),
            element('span', { class: 'hidden' }, `, written as word ${word + 1}`),
          );
        }
        return element('li', {}, button);
      }),
    );
    // Not tracked: a press chooses a word, and new buttons would end the drag that begins with it.
    untracked(press);
    if (focused !== undefined) buttonOf(Number(focused))?.focus();
  });

  function press(): void {
    const word = chosen.value < order.value.length ? chosen.value : 0;
    const name = words.value[word] ?? '';
    const place = order.value.indexOf(word);
    for (const button of list.querySelectorAll<HTMLElement>('.word')) {
      button.setAttribute('aria-pressed', String(Number(button.dataset.word) === word));
    }
    earlier.textContent = `← “${name}” earlier`;
    later.textContent = `“${name}” later →`;
    earlier.setAttribute('aria-disabled', String(place <= 0));
    later.setAttribute('aria-disabled', String(place === order.value.length - 1));
  }
  scope.effect(press);

  const step = (by: number): void => {
    const word = chosen.peek() < order.peek().length ? chosen.peek() : 0;
    move(word, order.peek().indexOf(word) + by);
  };
  scope.listen(earlier, 'click', () => step(-1));
  scope.listen(later, 'click', () => step(1));
  const all = (next: readonly number[]): void => {
    reorder(next);
    announce(`${next.map(nameOf).join(' ')}.`);
  };
  scope.listen(written, 'click', () => all([...order.peek()].sort((a, b) => a - b)));
  scope.listen(reverse, 'click', () => all([...order.peek()].reverse()));

  const wordAt = (event: Event): number | null => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('.word') : null;
    return button ? Number(button.dataset.word) : null;
  };
  for (const type of ['click', 'focusin']) {
    scope.listen(list, type, (event) => {
      chosen.value = wordAt(event) ?? chosen.peek();
    });
  }
  scope.listen<KeyboardEvent>(list, 'keydown', (event) => {
    const word = wordAt(event);
    if (word === null || event.ctrlKey || event.altKey || event.metaKey) return;
    const place = order.peek().indexOf(word);
    const places: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowUp: place - 1,
      ArrowRight: place + 1,
      ArrowDown: place + 1,
      Home: 0,
      End: order.peek().length - 1,
    };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(word, to);
  });
  mountDrag(list, scope, order, move);
}

/** A dragged word follows the pointer; a line shows where it would go, and nothing moves before it is let go. */
function mountDrag(
  list: HTMLElement,
  scope: ViewContext['scope'],
  order: ReadonlySignal<readonly number[]>,
  move: (word: number, to: number) => void,
): void {
  let drag: {
    readonly button: HTMLElement;
    readonly id: number;
    readonly x: number;
    readonly y: number;
    to: number | null;
  } | null = null;

  const clear = (): void => {
    if (!drag) return;
    drag.button.style.translate = '';
    drag.button.classList.remove('dragged');
    for (const item of list.children) item.classList.remove('before', 'after');
    drag = null;
  };
  scope.onEnd(clear);

  scope.listen<PointerEvent>(list, 'pointerdown', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('.word') : null;
    if (!button || event.button !== 0 || drag) return;
    drag = { button, id: event.pointerId, x: event.clientX, y: event.clientY, to: null };
    button.setPointerCapture(event.pointerId);
  });
  scope.listen<PointerEvent>(list, 'pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (drag.to === null && Math.hypot(dx, dy) < slack) return;
    drag.button.classList.add('dragged');
    drag.button.style.translate = `${dx}px ${dy}px`;
    const own = drag.button.parentElement;
    const others = [...list.children].filter((item) => item !== own);
    const to = placeAmong(
      others.map((item) => item.getBoundingClientRect()),
      event.clientX,
      event.clientY,
    );
    drag.to = to;
    for (const item of list.children) item.classList.remove('before', 'after');
    if (to < others.length) others[to]?.classList.add('before');
    else others[to - 1]?.classList.add('after');
  });
  scope.listen<PointerEvent>(list, 'pointerup', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { button, to } = drag;
    clear();
    const word = Number(button.dataset.word);
    if (to !== null && order.peek().indexOf(word) !== to) move(word, to);
  });
  for (const type of ['pointercancel', 'lostpointercapture']) {
    scope.listen<PointerEvent>(list, type, (event) => {
      if (event.pointerId === drag?.id) clear();
    });
  }
  scope.listen<KeyboardEvent>(window, 'keydown', (event) => {
    if (event.key === 'Escape') clear();
  });
}
