/**
 * What goes into Posenc and what comes out: plain data, the same in JavaScript, a URL, a file and the C++ struct.
 *
 * Symbols used: p a position, d the model width (`dim`, d_model), i the index of a (sin, cos) pair, w_i its angular
 * frequency.
 */
export type * from './types/bias.js';
export type * from './types/encoding.js';
export type * from './types/files.js';
export type * from './types/grid.js';
export type * from './types/huggingface.js';
export type * from './types/identify.js';
export type * from './types/learned.js';
export type * from './types/module.js';
export type * from './types/posenc.js';
export type * from './types/positions.js';
export type * from './types/rotary.js';
export type * from './types/scaling.js';
export type * from './types/sinusoid.js';
export type * from './types/table.js';
