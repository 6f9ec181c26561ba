/** What lives as long as something that is shown: effects and listeners that end together. */

import { effect } from '@preact/signals-core';

export interface Scope {
  /** Runs now and whenever a signal that it read changes. */
  effect(work: () => void): void;
  listen<E extends Event = Event>(
    target: EventTarget,
    type: string,
    handler: (event: E) => void,
    options?: AddEventListenerOptions,
  ): void;
  /** Calls `work` when the element's size changes, and once at the beginning. */
  onResize(element: Element, work: (entry: ResizeObserverEntry) => void): void;
  /** Runs when the scope ends. */
  onEnd(work: () => void): void;
  /** A scope that ends with this one, or earlier. */
  inner(): Scope;
  end(): void;
}

/** @param onError what to do with an error of an effect or listener; absent: it is thrown on */
export function createScope(onError?: (error: unknown) => void): Scope {
  const ends = new Set<() => void>();
  let isOver = false;
  const guarded =
    <A extends unknown[]>(work: (...args: A) => void) =>
    (...args: A): void => {
      try {
        work(...args);
      } catch (error) {
        if (!onError) throw error;
        onError(error);
      }
    };
  const scope: Scope = {
    effect(work) {
      scope.onEnd(effect(guarded(work)));
    },
    listen(target, type, handler, options) {
      const listener = guarded(handler) as EventListener;
      target.addEventListener(type, listener, options);
      scope.onEnd(() => target.removeEventListener(type, listener, options));
    },
    onResize(element, work) {
      const observer = new ResizeObserver(guarded(([entry]) => entry && work(entry)));
      observer.observe(element);
      scope.onEnd(() => observer.disconnect());
    },
    onEnd(work) {
      if (isOver) work();
      else ends.add(work);
    },
    inner() {
      const child = createScope(onError);
      scope.onEnd(() => child.end());
      return child;
    },
    end() {
      isOver = true;
      for (const work of ends) work();
      ends.clear();
    },
  };
  return scope;
}
