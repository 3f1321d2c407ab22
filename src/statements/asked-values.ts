// Which values of an answer are what the question asked for.
import { mayAnswer } from "./asked.ts";
import type { Draft } from "./draft.ts";
import { contentStem } from "./sentence-reader.ts";
import type { Statement } from "./statement.ts";
import type { Value } from "./value.ts";
import { UNITS } from "./value-words.ts";

/** Which of a statement's values may be what was asked for: of each kind the first. */
export function asksFor(draft: Draft, statement: Statement): ReadonlySet<Value> {
  const kinds = new Set<string>();
  return new Set(
    statement.values.filter((value) => {
      if (!mayAnswer(draft.question, value) || kinds.has(value.type)) return false;
      kinds.add(value.type);
      return true;
    }),
  );
}

/** "How many nights?" "Five.": what the number counts is in the question. */
export function completed(value: Value, asked: readonly Statement[]): Value {
  if (value.type !== "amount" || value.unit !== null || value.counted.length > 0) return value;
  for (const { tokens } of asked) {
    const words = tokens.map(({ lower }) => lower);
    for (const [at, word] of words.entries()) {
      const two = (word === "how" && words[at + 1] === "many") || (word === "wie" && words[at + 1] === "viele");
      if (!two && !HOW_MANY.has(word)) continue;
      const noun = words.slice(at + (two ? 2 : 1)).find((each) => each !== "de" && each !== "more") ?? "";
      const unit = UNITS.get(noun);
      if (unit !== undefined) return { ...value, unit };
      const stem = contentStem(noun);
      return { ...value, counted: stem === null ? [] : [stem] };
    }
  }
  return value;
}

const HOW_MANY: ReadonlySet<string> = new Set(["wieviele", "cuántos", "cuántas", "combien"]);
