/**
 * What a view is: the contract between the page and everything that can be shown on it.
 *
 * A view has two files of its own in `views/NAME/`:
 *
 *   entry.ts   a small `ViewEntry`: what navigation and links must know before the view is loaded. It is part of the
 *              first load, so it holds words and fields only, and imports nothing but types.
 *   view.ts    `export const mount: Mount`. Loaded when the view is first asked for; it builds its own elements
 *              inside `host`, and imports charts, heat maps and styles itself (`import './view.css'`).
 *
 * and one line in `views/index.ts`. The page gives it a heading, the sentence of its entry, a "Save" menu, and its
 * place in the navigation, in links and in embeds. A view that throws while it loads, mounts or draws shows a sentence
 * and a button to try again.
 *
 * Rules: read signals, call actions of the store, change nothing else. Mount effects and listeners through
 * `context.scope`, which ends them when the reader goes to another view: what is not shown computes nothing. Take
 * colours from the CSS variables of style/base.css or `context.colours`. Long work belongs in a worker or in slices.
 */

import type { ReadonlySignal } from '@preact/signals-core';
import type { Posenc } from 'posenc';
import type { Field, Patch, Value } from './field.ts';
import type { Kind } from './fields.ts';
import type { Scope } from './scope.ts';
import type { Store } from './store.ts';

export interface ViewEntry {
  /** In links: lower-case letters and hyphens. */
  readonly id: string;
  /** In the navigation: one or two words. */
  readonly title: string;
  /** One sentence under the heading. */
  readonly description: string;
  /** Whether the view has something to show for a kind of encoding; a sentence says why not. */
  readonly needs: (kind: Kind) => true | string;
  /**
   * What of it a link holds, each as `ID.name`: `fields: [{ name: 'waves.pairs', type: 'number', ... }]`. Values are
   * checked against type, min, max, isWhole, choices and most.
   */
  readonly options?: readonly Field[];
  /** Without the controls of the encoding: for views that do not depend on it. */
  readonly hasOwnControls?: boolean;
  readonly load: () => Promise<{ readonly mount: Mount }>;
}

/** Shows the view inside `host`, which is empty and in the document. The result may be a promise; `{}` where there is nothing to say. */
export type Mount = (host: HTMLElement, context: ViewContext) => Mounted | Promise<Mounted>;

export interface Mounted {
  /** What `context.scope` does not end by itself. */
  readonly dispose?: () => void;
  /** What the "Save" menu offers beside the picture (PNG) of the view and its charts (SVG), which it finds itself. */
  readonly saves?: () => readonly Save[];
}

/** Numbers that a view shows, as CSV: values row by row, in as many columns as there are names. */
export interface Save {
  /** In the menu and in the file's name: 'similarity'. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: () => Iterable<readonly (number | string)[]>;
}

export interface ViewContext {
  readonly posenc: Posenc;
  readonly store: Store;
  /** Ends with the view. */
  readonly scope: Scope;
  /** An option of this view, by its whole name; the reader's value or the field's default. Read it in effects. */
  readonly option: <T extends Value>(name: string) => T;
  /** Changes options of this view; they go into the link. */
  readonly set: (patch: Patch) => void;
  /** Says something to readers who hear the page, after a short pause; of several in a row only the last is said. */
  readonly announce: (sentence: string) => void;
  readonly colours: {
    /** 511 pixels from -1 over 0 to +1, for ImageData: `colourIndex` and `paintValues` of colours.ts use it. */
    readonly table: ReadonlySignal<Uint32Array>;
    readonly isDark: ReadonlySignal<boolean>;
  };
}
