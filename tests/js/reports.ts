// Every public report and reading of sources that this library answers for: the test that holds the right value, by file
// and title, or why it cannot occur. Numbers are those of the list of reports; those missing there are missing here.

/** The test is the one whose title begins with `#` and the key. */
export type Answer = { readonly file: string } | { readonly never: string };

const tables: Answer = { file: 'reports.tables.test.ts' };
const rotations: Answer = { file: 'reports.rotations.test.ts' };
const sources: Answer = { file: 'reports.sources.test.ts' };

const all = (answer: Answer, keys: (number | string)[]) => keys.map((key) => [String(key), answer] as const);

export const reports: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  // Shapes, small and odd widths.
  ...all(tables, [1, 2, 3, 4, 5, 6, 9, 11, 12]),
  // Precision.
  ...all(tables, [13, 14, 15, 16, 17, 18, 19]),
  // Formulas and constants.
  ...all(tables, [21, 22, 23, 24, 25, 26, 28, 30, 31, 32, 33]),
  // Layouts and porting.
  ...all(tables, [35]),
  ...all(rotations, [36, 37, 38, 39]),
  // Grids and resizing.
  ...all(tables, [40, 41, 42, 43, 44, 46]),
  ...all(rotations, [47]),
  // Scalings.
  ...all(rotations, [48, 51, 52, 53, 54, 55, 56, 59]),
  // Positions, caches, offsets, requests.
  ...all(rotations, [60, 61, 62, 65, 68, 69, 70, 71, 72]),
  [
    '74',
    {
      never:
        'A question why the original takes exp of a product of log: frequencies here are powers, correctly rounded, and ' +
        'no exponential of a rounded logarithm stands between; #21 to #23 test their values.',
    },
  ],
  // Readings of current sources.
  ...all(
    sources,
    Array.from({ length: 15 }, (_, k) => `B${k + 1}`),
  ),
]);
