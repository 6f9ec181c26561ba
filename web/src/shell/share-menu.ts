/** Sharing: the link of the state, an embed of the view, and code that makes the same numbers. */

import { byId, element } from '../dom.ts';
import { codeOf } from '../export/code.ts';
import type { Store } from '../store.ts';
import { formatLink } from '../url.ts';
import { views } from '../views/index.ts';

/** The page's address with another part after '#'. */
export const addressOf = (hash: string): string => `${location.origin}${location.pathname}${hash}`;

/** HTML that shows one view inside another page. */
export function embedSnippet(store: Store): string {
  const state = store.state.value;
  const { title } = views.find(({ id }) => id === state.view) ?? { title: 'Posenc' };
  const link = addressOf(formatLink({ ...state, isEmbedded: true }))
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;');
  return `<iframe src="${link}" width="100%" height="640" style="border: 0" title="Posenc: ${title.toLowerCase()}" loading="lazy"></iframe>`;
}

async function copy(text: string, what: string): Promise<void> {
  const status = byId('copied', HTMLElement);
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = `The ${what} is copied.`;
  } catch {
    status.textContent = `This browser does not let the page copy; select the text and copy it.`;
  }
}

function part(name: string, what: string, text: string, rows: number): HTMLElement[] {
  const area = element('textarea', { readonly: '', rows, 'aria-label': name, spellcheck: 'false' }, text);
  area.addEventListener('focus', () => area.select());
  const button = element('button', { type: 'button' }, `Copy the ${what}`);
  button.addEventListener('click', () => void copy(area.value, what));
  return [element('h2', {}, name), area, element('div', { class: 'row' }, button)];
}

export function fillShare(panel: HTMLElement, store: Store): void {
  const codes = codeOf(store.state.value.values);
  panel.replaceChildren(
    element('p', { id: 'copied', role: 'status' }, 'A link holds all that is set on this page, and nothing else.'),
    ...part('Link', 'link', addressOf(formatLink(store.state.value)), 3),
    ...part('Embed this view', 'HTML', embedSnippet(store), 4),
    ...codes.flatMap(({ language, text }) => part(`Code: ${language}`, `${language} code`, text, 6)),
  );
}
