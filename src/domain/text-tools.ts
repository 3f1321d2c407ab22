// Ports to what reads text: patterns and words.

/** Searches a text; takes time linear in its length, whatever the pattern. */
export type PatternTest = (text: string) => boolean;

export interface PatternCompiler {
  /** Whether `compile` takes it. */
  accepts(pattern: string): boolean;
  /** Throws where the pattern is none: what is stored was accepted before. */
  compile(pattern: string): PatternTest;
}

export interface Sentence {
  readonly text: string;
  /** Stems of its content words: no stop words, no negations, no numbers. */
  readonly stems: ReadonlySet<string>;
  /** Numbers in it, in digits ("three" is 3). */
  readonly numbers: ReadonlySet<string>;
  /** It denies something: not, n't, never, no, without … */
  readonly negated: boolean;
}

export interface SentenceReader {
  /** The sentences of a text in order; a line end ends a sentence too. */
  sentences(text: string): Sentence[];
}
