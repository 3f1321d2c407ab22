// Port to what turns a user's statement into a standing rule by its words alone.

export interface WrittenRule {
  /** One imperative sentence about the user: one line, at most 300 characters. */
  readonly text: string;
  /** What the rule settles ("name", "taste:mushrooms"): of two rules with one topic, only one can hold. */
  readonly topic: string;
}

/** Reads English; equal statements give equal rules. */
export interface RuleWriter {
  /** null for what is not durable: questions, small talk, errands, facts of one day. Doubt gives null too. */
  write(statement: string): WrittenRule | null;
  /** Whether the statement takes back an earlier one without saying what holds instead: "I changed my mind". */
  retracts(statement: string): boolean;
}
