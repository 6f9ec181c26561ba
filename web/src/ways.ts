/** A button that makes an encoding that of the page, and ways to the views that show it. */

import { element } from './dom.ts';
import type { Values } from './field.ts';
import { kindOf } from './fields.ts';
import { takeValues } from './take.ts';
import type { ViewContext } from './view.ts';
import { views } from './views/index.ts';

/** @param values the state's, or a sentence that says why there are none */
export function mountWays(
  host: HTMLElement,
  { store, scope, announce }: ViewContext,
  label: string,
  values: Values | string,
): void {
  if (typeof values === 'string') {
    host.replaceChildren(element('p', { class: 'note' }, values));
    return;
  }
  const take = element('button', { type: 'button' }, label);
  const said = element('div', { class: 'toolbar', role: 'status' });
  host.replaceChildren(take, said);
  scope.listen(take, 'click', () => {
    const refusal = takeValues(store, values);
    if (refusal !== null) {
      said.replaceChildren(element('p', { class: 'error' }, refusal));
      return;
    }
    const own = store.state.peek().view;
    const shown = views.filter(
      (view) =>
        view.id !== own &&
        !view.hasOwnControls &&
        !('partOf' in view && view.partOf) &&
        view.needs(kindOf(values)) === true,
    );
    const buttons = shown.map(({ id, title }) => {
      const button = element('button', { type: 'button' }, title);
      button.addEventListener('click', () => store.look({ view: id }));
      return button;
    });
    said.replaceChildren(element('span', { class: 'tool-name' }, 'All views show it now. Go to:'), ...buttons);
    announce('All views show it now.');
  });
}
