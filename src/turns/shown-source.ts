// A source as clients and the terminal show it in JSON.
import type { Explanation } from "../domain/retrieved.ts";
import type { EntryBelow, Source } from "../domain/turn.ts";

export function shownSource({ id, text, score, explanation, supersededBy }: Source) {
  const superseded = supersededBy === null ? {} : { superseded_by: supersededBy };
  return {
    id,
    text,
    score,
    ...superseded,
    ...(explanation === null ? {} : { explain: shownExplanation(explanation) }),
  };
}

export function shownBelow({ id, text, score, parts }: EntryBelow) {
  return { id, text, score, ...(parts === null ? {} : { explain: parts }) };
}

function shownExplanation({ enteredBy, ...rest }: Explanation) {
  return { entered_by: enteredBy, ...rest };
}
