/** A button with a panel that opens below it: a native popover, closed by Escape, by a click elsewhere or by its content. */

import { element } from '../dom.ts';

export interface Menu {
  /** The button and the panel. */
  readonly parts: readonly [HTMLButtonElement, HTMLElement];
  close(): void;
}

let count = 0;

/** @param fill puts the content into the panel, each time that it opens; what it needs may be loaded then */
export function createMenu(label: string, fill: (panel: HTMLElement) => void | Promise<void>): Menu {
  const id = `menu-${++count}`;
  const button = element(
    'button',
    { type: 'button', class: 'quiet', popovertarget: id, 'aria-expanded': 'false' },
    label,
  );
  const panel = element('div', { class: 'menu', id, popover: '', role: 'group', 'aria-label': label });

  const place = (): void => {
    const box = button.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const left = Math.max(8, Math.min(box.left, width - panel.offsetWidth - 8));
    panel.style.left = `${left + scrollX}px`;
    panel.style.top = `${box.bottom + 6 + scrollY}px`;
  };
  panel.addEventListener('toggle', (event) => {
    const isOpen = (event as ToggleEvent).newState === 'open';
    button.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return;
    place();
    const show = async (): Promise<void> => {
      await fill(panel);
      place();
      panel.querySelector<HTMLElement>('button, a, input, textarea')?.focus({ preventScroll: true });
    };
    show().catch((error: unknown) => {
      const said = error instanceof Error ? error.message : String(error);
      panel.replaceChildren(element('p', { role: 'alert' }, `This menu could not be loaded. ${said}`));
    });
  });
  // Up and down go from item to item, as in any menu; Tab does, too.
  panel.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const target = event.target as HTMLElement;
    if (step === 0 || target.matches('input, textarea, select')) return;
    event.preventDefault();
    const items = [...panel.querySelectorAll<HTMLElement>('button:not([disabled]), a[href]')];
    items[(items.indexOf(target) + step + items.length) % items.length]?.focus();
  });
  return { parts: [button, panel], close: () => panel.hidePopover() };
}
