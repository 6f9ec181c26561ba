/** What a config.json describes, a block for each type of layer. */

import { element } from '../../dom.ts';
import { pageValues, wordsOf } from '../../take.ts';
import type { ViewContext } from '../../view.ts';
import { mountWays } from '../../ways.ts';
import type { Described } from './config.ts';

export function mountDescription(host: HTMLElement, context: ViewContext, { model, layers }: Described): void {
  host.replaceChildren(
    element('h2', {}, model === '' ? 'What this config describes' : `What this config of “${model}” describes`),
  );
  if (layers.length === 0) {
    host.append(
      element('p', {}, 'This model has no positional encoding of its own: order comes from elsewhere in it.'),
    );
    return;
  }
  for (const { name, encoding, rows } of layers) {
    const ways = element('div', { class: 'ways' });
    host.append(
      element('section', { class: 'layer' }, element('h3', {}, name), element('p', {}, `${wordsOf(encoding)}.`), ways),
    );
    mountWays(
      ways,
      context,
      `Show ${name.charAt(0).toLowerCase()}${name.slice(1)} on every view`,
      pageValues(encoding, rows),
    );
  }
}
