/** How the page's encoding tells the layer where its words stand: rows added, queries and keys turned, scores changed. */

import { isTableKind } from '../../fields.ts';
import { biased } from './biases.ts';
import { type Asked, modelWay, type Package, type Page, type Placing, type Unplaced } from './placing.ts';
import { rotated, tabled, turns } from './tables.ts';

export type Use = 'added' | 'rotated';

/** How an encoding can be used, the usual way first; none for biases. Reads signals. */
export function usesOf(posenc: Package, page: Page): readonly Use[] {
  if (!isTableKind(page.kind.value)) return [];
  const { canTurn, isMadeForIt } = turns(posenc, page);
  if (!canTurn) return ['added'];
  return isMadeForIt ? ['rotated', 'added'] : ['added', 'rotated'];
}

/** The places of words in the page's encoding. Call it in a computed signal: it reads the store's. */
export function placingOf(posenc: Package, page: Page, use: Use, asked: Asked): Placing | Unplaced {
  try {
    if (!isTableKind(page.kind.value)) return biased(posenc, page, asked);
    return use === 'rotated' ? rotated(posenc, page, asked) : tabled(posenc, page, asked);
  } catch (error) {
    // A learned table ends, and positions may be too far.
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    return {
      why: `There are no such rows for ${asked.words} words. The package says: ${error.message}.`,
      ways: [modelWay('Original Transformer')],
    };
  }
}
