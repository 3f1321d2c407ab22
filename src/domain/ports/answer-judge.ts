// The port to the model that reads a draft answer beside what the user told: whether it says otherwise.

/** Sentences of a draft answer that words alone do not settle, and what the user told that may be about them. */
export interface Doubt {
  /** What the answer answers; "": unknown. */
  readonly question: string;
  /** Of the answer, in its order. */
  readonly claim: string;
  /** Passages of the user's messages, in the order of time. At least one. */
  readonly told: readonly string[];
}

/** Shares that decide, measured with the model. */
export interface JudgeThresholds {
  /** From which a claim contradicts what was told, whatever its words. */
  readonly contradicts: number;
  /** Below which it does not, though its words look so. */
  readonly agrees: number;
  /** The same where what looks so is a number: of these words are more often wrong. */
  readonly agreesOnNumbers: number;
}

/** Equal doubts give equal shares. A request waits for it: some 120 ms of a thread each. */
export interface AnswerJudge {
  readonly thresholds: JudgeThresholds;
  /** How likely the claim says otherwise than what was told, or what was so before: 0 to 1. null: too many wait already. */
  shareOf(doubt: Doubt): Promise<number | null>;
}
