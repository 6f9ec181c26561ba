/**
 * Encodings as well-known code makes them: each a frozen plain object for `encode`, `rotary`, `rotate` or `bias`. Numbers
 * are checked where an encoding is used; here only what the original itself refuses.
 *
 * p is a position, i the index of a pair, n the number of pairs, C or D the width.
 */
export * from './presets/bias.js';
export * from './presets/continuous.js';
export * from './presets/ggml.js';
export * from './presets/grids.js';
export * from './presets/learned.js';
export * from './presets/lucidrains.js';
export * from './presets/one-axis.js';
export * from './presets/rotary.js';
export * from './presets/timm.js';
