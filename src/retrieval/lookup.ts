// What is asked of a brain.
import type { BrainId } from "../domain/brain.ts";
import type { ModelSpec } from "../domain/model-spec.ts";
import type { PacketScope } from "../domain/ports/lexical-index.ts";
import type { QuestionStance } from "../domain/question-stance.ts";
import type { TimeCue } from "../domain/time-cue.ts";
import type { HybridFormula } from "./hybrid-formula.ts";

export interface Question {
  readonly text: string;
  /** The account that asks. */
  readonly account: string;
  /** Its embedding in the query role. */
  readonly vector: Float32Array;
  /** Made from what the words matched before the embedding was ready; null where that was not looked up. */
  readonly ahead: HybridFormula | null;
  /** How it stands to what was said before; NO_STANCE where the account's mode of retrieval does not ask for it. */
  readonly stance: QuestionStance;
  /** The conversation that it is part of, as it was stored; null where none is named. */
  readonly session: string | null;
  /** The times that it names; none where the account's mode of retrieval does not ask for them. */
  readonly cues: readonly TimeCue[];
  /** Other packets are as if they were not there. Absent: all are. */
  readonly scope?: PacketScope | undefined;
}

export interface Lookup {
  readonly model: ModelSpec;
  readonly brain: BrainId;
  readonly question: Question;
  /** 1 or more. */
  readonly limit: number;
  /** Whether to say how each packet came to its place. */
  readonly explain: boolean;
}
