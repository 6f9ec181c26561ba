/** What a recipe is: the line of another library, the line of posenc, and what proves that they give the same numbers. */

/** A value of ours beside a value of the original's. */
export interface Comparison {
  /** An expression over the variables of the posenc code. */
  readonly ours: string;
  /** The output of the golden case. Absent: its primary one. */
  readonly output?: string;
}

/** A case of tests/golden: what the original printed when it was run. */
export interface Golden {
  readonly file: string;
  /** Which of the file's cases. */
  readonly number: number;
  /** The variables that the posenc code finds ready, and the inputs of the case that they are. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Parameters that the original's lines leave to its defaults. Every number of the others stands in them. */
  readonly unsaid?: readonly string[];
}

/** Where the original was not run: numbers by hand from its formula. */
export interface ByHand {
  readonly why: string;
  readonly inputs?: Readonly<Record<string, readonly number[]>>;
  readonly values: readonly number[];
}

export interface Cpp {
  readonly text: string;
  /** Its variables in place of the JavaScript's expressions. */
  readonly compared: readonly Comparison[];
}

export interface Recipe {
  /** Its anchor on the page. */
  readonly id: string;
  readonly title: string;
  /** The original's library, as people call it. */
  readonly library: string;
  readonly language?: 'Python' | 'C';
  readonly original: string;
  /** JavaScript over `posenc`, `presets`, `fromHuggingFace` and `permutePairing`; `encoding` has a C++ twin if there is `cpp`. */
  readonly posenc: string;
  /** The C++ lines that follow the encoding. */
  readonly cpp?: Cpp;
  readonly compared: readonly Comparison[];
  readonly proof: Golden | ByHand;
  /** What goes wrong when the two are mixed up. */
  readonly note?: string;
}

export interface Family {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly recipes: readonly Recipe[];
}
