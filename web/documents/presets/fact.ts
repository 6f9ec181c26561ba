/**
 * What the page says of a preset that neither its TypeScript declaration nor its encoding says: the formula, written out,
 * and where the original stands. Words and parameters come from the declaration, encodings from the package.
 */
export interface Fact {
  readonly name: string;
  /** What stands where: `^{...}` and `_{...}` raise and lower. */
  readonly formula: readonly (readonly [where: string, what: string])[];
  /** What the letters mean that the parameters do not explain. */
  readonly letters?: string;
  readonly source: Source;
  /** Calls, as arguments; the first one is in C++ too. */
  readonly calls: readonly string[];
}

export interface Source {
  /** owner/name on GitHub, or the paper. */
  readonly project: string;
  readonly file?: string;
  readonly function?: string;
  /** The file of tests/golden with numbers that it printed. */
  readonly golden?: string;
  /** What the declaration's comment calls it, where that is not the function's name. */
  readonly named?: string;
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly Fact[];
}
