// A statement that memory holds, and what became of its values.
import type { Statement } from "./statement.ts";
import type { Value } from "./value.ts";

export interface RememberedStatement extends Statement {
  /** With what follows from a change that it tells: it goes up by fifty, and 975 is one of them. */
  values: readonly Value[];
  /** As it was read: the same object wherever the same text is remembered, unless memory spells a name in another way. */
  readonly said: Statement;
  /** Which of the turns said it. */
  readonly turn: number;
  readonly byUser: boolean;
  /** Its place among all statements. */
  readonly at: number;
  /** Values that are no longer so. */
  readonly replaced: Map<Value, Replacement>;
}

export interface Replacement {
  /** What took its place, if that was told. */
  readonly by: Value | null;
  /** The turn that told it. */
  readonly turn: number;
  /** It was taken back by name: "not 140". */
  readonly denied: boolean;
  /** How telling the words are that both statements have; 0 where it was denied. */
  readonly shared: number;
}
