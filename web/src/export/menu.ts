/** placeholder */
import type { Savable } from '../shell/saving.ts';
import type { Store } from '../store.ts';
import type { Save } from '../view.ts';
export function fillSaveMenu(
  _panel: HTMLElement,
  _what: { host: HTMLElement; view: Savable; store: Store; saves: () => readonly Save[] },
): void {}
