/** The guided first minute: moves the real views from step to step, and gives the reader's state back in the end. */

import { byId, element, prefersStillness } from '../dom.ts';
import { announce } from '../shell/announce.ts';
import { holdAddress } from '../shell/link.ts';
import type { Store } from '../store.ts';
import type { Known } from '../url.ts';
import { type Step, stateOf, steps } from './steps.ts';
import './tour.css';

/** How long the mark takes from one place to another, in milliseconds. */
const travel = 1600;

/** @param onEnd called once when it is over, however that came about */
export function startTour(store: Store, known: Known, onEnd: () => void): void {
  const before = store.state.peek();
  const problems = store.problems.peek();
  const scroll = scrollY;
  const release = holdAddress();
  const ending = new AbortController();
  const { signal } = ending;

  const title = element('h2', { id: 'tour-title', tabindex: -1 });
  const count = element('p', { class: 'tour-count' });
  const text = element('p', { id: 'tour-text' });
  const button = (label: string, act: () => void): HTMLButtonElement => {
    const node = element('button', { type: 'button' }, label);
    node.addEventListener('click', act);
    return node;
  };
  const back = button('Back', () => show(now - 1));
  const next = button('Next', () => show(now + 1));
  next.className = 'primary';
  const panel = element(
    'section',
    { class: 'tour', role: 'dialog', 'aria-labelledby': 'tour-title', 'aria-describedby': 'tour-text' },
    element('div', { class: 'tour-words' }, count, title, text),
    element('div', { class: 'tour-buttons' }, button('Leave', leave), back, next),
  );

  let now = -1;
  let target: Element | null = null;
  /** Ends what the step before still does. */
  let stop = new AbortController();

  function end(): void {
    if (signal.aborted) return;
    ending.abort();
    stop.abort();
    target?.classList.remove('tour-target');
    panel.remove();
    delete document.documentElement.dataset.tour;
    release();
    onEnd();
  }

  function leave(): void {
    store.load({ state: before, problems });
    end();
    scrollTo({ top: scroll, behavior: 'instant' });
  }

  function point(at: Element): void {
    target?.classList.remove('tour-target');
    target = at;
    at.classList.add('tour-target');
    const room = panel.getBoundingClientRect().top - byId('views', HTMLElement).getBoundingClientRect().bottom;
    const block = at.getBoundingClientRect().height > room - 32 ? 'start' : 'center';
    at.scrollIntoView({ block, behavior: prefersStillness() ? 'instant' : 'smooth' });
  }

  function show(wanted: number): void {
    const step = steps[wanted];
    if (!step) {
      leave();
      return;
    }
    stop.abort();
    stop = new AbortController();
    now = wanted;
    count.textContent = `${now + 1} of ${steps.length}`;
    title.textContent = step.title;
    text.textContent = step.text;
    back.hidden = now === 0;
    next.textContent = now === steps.length - 1 ? 'Done' : 'Next';
    announce(`${now + 1} of ${steps.length}: ${step.title}. ${step.text}`);
    store.load({ state: stateOf(step, before, known), problems: [] });
    if (!prefersStillness()) moveMark(store, step, stop.signal);
    whenThere(step.target, stop.signal, point);
  }

  document.addEventListener(
    'keydown',
    (event) => {
      const isInPanel = panel.contains(document.activeElement);
      if (event.key === 'Escape' && !document.querySelector(':popover-open')) leave();
      else if (isInPanel && event.key === 'ArrowRight' && now < steps.length - 1) show(now + 1);
      else if (isInPanel && event.key === 'ArrowLeft' && now > 0) show(now - 1);
      else return;
      event.preventDefault();
    },
    { signal },
  );
  // A reader who goes back in the history, or opens a link, is where that leads.
  addEventListener('hashchange', end, { signal });

  document.documentElement.dataset.tour = '';
  byId('main', HTMLElement).prepend(panel);
  show(0);
  title.focus({ preventScroll: true });
}

/** Takes the mark from where the step has it first to where its link has it. */
function moveMark(store: Store, { from = {} }: Step, signal: AbortSignal): void {
  const to = store.cursor.peek();
  const names = (['position', 'column'] as const).filter((name) => from[name] !== undefined);
  if (names.length === 0) return;
  const began = performance.now();
  const move = (): void => {
    if (signal.aborted) return;
    const part = Math.min(1, Math.max(0, (performance.now() - began) / travel));
    store.mark(
      Object.fromEntries(
        names.map((name) => [name, Math.round((from[name] as number) + part * (to[name] - (from[name] as number)))]),
      ),
    );
    if (part < 1) requestAnimationFrame(move);
  };
  move();
}

/** Calls `found` with what the selector names, as soon as it is there and its view is loaded. */
function whenThere(selector: string, signal: AbortSignal, found: (element: Element) => void): void {
  const look = (): boolean => {
    const there = document.querySelector(selector);
    if (!there || there.closest('[aria-busy="true"]')) return false;
    found(there);
    return true;
  };
  if (look()) return;
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect();
  });
  observer.observe(byId('main', HTMLElement), { subtree: true, childList: true, attributeFilter: ['aria-busy'] });
  signal.addEventListener('abort', () => observer.disconnect());
}
