/** Files of tables in pieces, of which only one is held at a time. */

export { type PiecewiseTable, streamNpy, streamSafetensors } from 'posenc/files';
