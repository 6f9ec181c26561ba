import type { FourierEncoding, GridEncoding } from './grid.js';
import type { LearnedEncoding } from './learned.js';
import type { SinusoidEncoding } from './sinusoid.js';

/** What `encode` and `add` take. */
export type Encoding = SinusoidEncoding | GridEncoding | FourierEncoding | LearnedEncoding;
