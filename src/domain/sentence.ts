// What is read of a sentence: its words, its numbers, whether it denies.

export interface Sentence {
  readonly text: string;
  /** Stems of its content words: no stop words, no negations, no numbers. */
  readonly stems: ReadonlySet<string>;
  /** Numbers in it, in digits ("three" is 3). */
  readonly numbers: ReadonlySet<string>;
  /** It denies something: not, n't, never, no, without … */
  readonly negated: boolean;
}
