/** All presets, in the order of the page. */

import { biases } from './biases.ts';
import { continuous } from './continuous.ts';
import type { Group } from './fact.ts';
import { grids } from './grids.ts';
import { learned } from './learned.ts';
import { oneAxis } from './one-axis.ts';
import { rotary } from './rotary.ts';

export const groups: readonly Group[] = [oneAxis, continuous, grids, rotary, biases, learned];
