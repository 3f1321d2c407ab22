// A source as clients and the terminal show it in JSON.
import type { Explanation } from "../domain/retrieved.ts";
import type { Source } from "../domain/turn.ts";

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

function shownExplanation({ enteredBy, ...rest }: Explanation) {
  return { entered_by: enteredBy, ...rest };
}
