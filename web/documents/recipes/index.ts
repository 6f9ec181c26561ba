/** All recipes, in the order of the page. */

import type { Family } from '../recipe.ts';
import { biases } from './biases.ts';
import { ggml } from './ggml.ts';
import { grids } from './grids.ts';
import { learned } from './learned.ts';
import { measures } from './measures.ts';
import { rotations } from './rotations.ts';
import { rows } from './rows.ts';
import { scalings } from './scalings.ts';
import { streams } from './streams.ts';

export const families: readonly Family[] = [rows, measures, grids, rotations, scalings, ggml, streams, biases, learned];
