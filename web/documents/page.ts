/** What both documents are made of: their parts between head and foot. */

import { escaped } from './html.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly entries: readonly Entry[];
  /** Titles are names in code. */
  readonly isCode?: boolean;
}

export interface Entry {
  readonly id: string;
  readonly title: string;
  /** What tells titles apart that are alike. */
  readonly of?: string;
  readonly html: string;
}

const linkOf = ({ id, title, of }: { readonly id: string; readonly title: string; readonly of?: string }): string =>
  `<a href="#${id}">${escaped(title)}${of ? ` <span>${escaped(of)}</span>` : ''}</a>`;

/** The list of everything, by section. */
export function contents(sections: readonly Section[]): string {
  const parts = sections.map(({ id, title, entries, isCode }) => {
    const links = entries.map((entry) => `<li>${linkOf(entry)}</li>`).join('');
    return `<li><p>${linkOf({ id, title })}</p><ul${isCode ? ' class="names"' : ''}>${links}</ul></li>`;
  });
  return `<nav class="contents" aria-label="Contents"><ul>${parts.join('\n')}</ul></nav>`;
}

export const sectionOf = ({ id, title, about, entries }: Section): string => `
<section class="family" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${escaped(title)}</h2>
${about ? `<p class="about">${escaped(about)}</p>` : ''}
${entries.map(({ html }) => html).join('\n')}
</section>`;
