/**
 * Where views are shown, one at a time: heading, loading, errors, and the end of the one before.
 *
 * The first views stay in the document and are only hidden, which their own effects heed (`isFirstShown`); all others
 * are loaded when they are first asked for, and end when the reader goes on.
 */

import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import type { Posenc } from 'posenc';
import { byId, element } from '../dom.ts';
import type { Value } from '../field.ts';
import { createScope } from '../scope.ts';
import type { Store } from '../store.ts';
import type { Mounted, Save, ViewContext, ViewEntry } from '../view.ts';
import { firstViews, lazyViews, optionFields } from '../views/index.ts';
import { announce } from './announce.ts';
import { offerSaves } from './saving.ts';

/** Loads that are quicker say nothing. */
const patience = 200;

const isFirst = (id: string): boolean => firstViews.some((view) => view.id === id);

/**
 * Firefox keeps that a module could not be loaded for as long as the page is open. If the server answers again and the
 * module is still missing, the page begins anew; its address holds all of it.
 */
async function startAnew(entry: ViewEntry): Promise<void> {
  try {
    await entry.load();
  } catch {
    const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => ({ ok: false }));
    if (ok) location.reload();
  }
}

/** Whether the page with the matrix and the wavelengths is seen: nothing on it is computed while it is not. */
export const firstShown = (store: Store): ReadonlySignal<boolean> =>
  computed(() => isFirst(store.state.value.view) && store.lack.value === null);

/** @param loadFirst loads what the page with the matrix does not have from the beginning */
export function mountStage(
  store: Store,
  posenc: Posenc,
  colours: ViewContext['colours'],
  isFirstShown: ReadonlySignal<boolean>,
  loadFirst: () => Promise<void>,
): void {
  const first = byId('first', HTMLElement);
  const stage = byId('stage', HTMLElement);
  const title = byId('title', HTMLElement);
  const lead = byId('lead-text', HTMLElement);
  const controls = byId('controls', HTMLElement);
  const lackText = byId('lack', HTMLElement);
  const firstTitle = title.innerHTML;
  const firstLead = lead.innerHTML;
  const pageTitle = document.title;

  const view = computed(() => store.state.value.view);
  // A view that reads an option does not run again for other changes of the state.
  const options = computed(() => store.state.value.options);
  let end = (): void => undefined;

  function show(entry: ViewEntry, refusal: string | null): void {
    const scope = createScope((error) => fail(error));
    let isOver = false;
    let isFailed = false;
    let isUnloaded = false;
    let mounted: Mounted | undefined;
    const host = element('div', { class: `view-host ${entry.id}` });
    stage.replaceChildren(host);
    end = () => {
      isOver = true;
      scope.end();
      mounted?.dispose?.();
      stage.replaceChildren();
    };

    function fail(error: unknown): void {
      if (isOver || isFailed) return;
      isFailed = true;
      scope.end();
      mounted?.dispose?.();
      mounted = undefined;
      console.error(error);
      const said = error instanceof Error ? error.message : String(error);
      const again = element('button', { type: 'button' }, 'Try again');
      again.addEventListener('click', async () => {
        if (isUnloaded) await startAnew(entry);
        if (isOver) return;
        end();
        show(entry, refusal);
      });
      stage.replaceChildren(
        element(
          'div',
          { class: 'notice', role: 'alert' },
          element(
            'p',
            {},
            `This view could not be shown: ${said.replace(/[.\s]*$/, '')}. If trying again does not help, reload the page.`,
          ),
          again,
        ),
      );
    }

    if (refusal !== null) {
      host.append(element('p', { class: 'empty' }, refusal));
      return;
    }
    host.setAttribute('aria-busy', 'true');
    const waiting = element('p', { class: 'empty', role: 'status' }, 'Loading …');
    const timer = setTimeout(() => stage.prepend(waiting), patience);
    scope.onEnd(() => clearTimeout(timer));
    const context: ViewContext = {
      posenc,
      store,
      scope,
      option: <T extends Value>(name: string): T =>
        (options.value[name] ?? optionFields.find((field) => field.name === name)?.default) as T,
      set: store.set,
      announce,
      colours,
    };
    const start = async (): Promise<void> => {
      isUnloaded = true;
      const { mount } = await entry.load();
      isUnloaded = false;
      if (isOver) return;
      const result = await mount(host, context);
      if (isOver || isFailed) {
        result.dispose?.();
        return;
      }
      mounted = result;
      offerSaves(scope, host, entry, store, () => mounted?.saves?.() ?? []);
    };
    start()
      .catch(fail)
      .finally(() => {
        clearTimeout(timer);
        waiting.remove();
        host.removeAttribute('aria-busy');
      });
  }

  /** The page with the matrix has a menu, too. */
  function offerFirst(): () => void {
    const scope = createScope();
    const save: Save = {
      name: 'wavelengths',
      columns: ['pair', 'wavelength'],
      rows: () => [...store.wavelengths.peek()].map((wavelength, pair) => [pair, wavelength]),
    };
    offerSaves(scope, first, { id: 'matrix', title: 'Matrix' }, store, async () => {
      await loadFirst();
      return store.wavelengths.peek().length > 0 ? [save] : [];
    });
    return () => scope.end();
  }

  effect(() => {
    lackText.textContent = store.lack.value ?? '';
    lackText.hidden = store.lack.value === null || !isFirst(view.value);
    first.hidden = !isFirstShown.value;
  });

  const entry = computed(() => lazyViews.find(({ id }) => id === view.value));
  /** Why the view has nothing to show for this encoding. */
  const refusal = computed(() => {
    if (!entry.value || entry.value.hasOwnControls) return null;
    const verdict = entry.value.needs(store.kind.value);
    return store.lack.value ?? (verdict === true ? null : verdict);
  });
  let isStarted = false;
  effect(() => {
    const now = entry.value;
    const why = refusal.value;
    untracked(() => {
      end();
      end = () => undefined;
      document.title = now ? `${now.title} · Posenc` : pageTitle;
      if (now) {
        title.textContent = now.title;
        lead.textContent = now.description;
      } else {
        title.innerHTML = firstTitle;
        lead.innerHTML = firstLead;
      }
      controls.hidden = now?.hasOwnControls === true;
      if (now) show(now, why);
      else end = offerFirst();
      // After a click in the navigation, the new view begins at its heading.
      if (isStarted && scrollY > title.getBoundingClientRect().top + scrollY) title.scrollIntoView();
      isStarted = true;
    });
  });
}
