// Tells statements that name nothing of their own and so go on with what was said last: "they postponed, it's the 23rd now".
import { wordSet } from "../base/word-set.ts";
import { isChangeVerb } from "./says-changed.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Value } from "./value.ts";

/** They stand for what was told before. */
const PRONOUNS = wordSet(
  `it it's its it'll that that's this they they're they've them he he's she she's him her es er sie das lo la los eso il elle
  ils elles ça c'est`,
);
/** What tells that something changed, or when, and not what. */
const NO_THINGS = wordSet(
  "instead anymore longer new different another slot date update correction sorry oops mean meant typo mistake time place week month year next last today tomorrow jetzt nun ahora maintenant",
);
/** Whether it speaks of something by a pronoun, or has no word but values and what tells of change. */
export function refersBack(statement: Statement): boolean {
  return statement.tokens.some(({ lower }) => PRONOUNS.has(lower)) || wordsBesideValues(statement).size === 0;
}

/** The content words that are in none of its values and do not tell that something changed. */
export function wordsBesideValues({ tokens, values }: Statement): ReadonlySet<string> {
  const own = tokens.filter(
    (token, at) =>
      token.kind === "word" && !isInValue(values, at) && !NO_THINGS.has(token.lower) && !isChangeVerb(token),
  );
  return new Set(own.flatMap((token) => contentStem(plainWord(token)) ?? []));
}

/** Its content words without those of days and times: two things on Fridays are not one. */
export function wordsBesideDays({ tokens, values, stems }: Statement): ReadonlySet<string> {
  const days = values.filter((value) => value.type === "date" || (value.type === "choice" && value.of === "weekday"));
  if (days.length === 0) return stems;
  const named = tokens.filter((token, at) => token.kind === "word" && isInValue(days, at));
  const left = new Set(stems);
  for (const token of named) left.delete(contentStem(plainWord(token)) ?? "");
  return left;
}

function isInValue(values: readonly Value[], at: number): boolean {
  return values.some(({ from, to }) => from <= at && at < to);
}
