// How a sentence of a draft answer stands to what is remembered.

/** `supported`: a memory says it; `contradicted`: one says otherwise; `unknown`: neither is known. */
export const SENTENCE_VERDICTS = ["supported", "contradicted", "unknown"] as const;

export type SentenceVerdict = (typeof SENTENCE_VERDICTS)[number];

export interface JudgedSentence {
  readonly sentence: string;
  readonly verdict: SentenceVerdict;
  /** The memory that it hangs on; null: none, or a confirmed attribute of the user. */
  readonly sourceId: string | null;
}
