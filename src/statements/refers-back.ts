// Tells statements that name nothing of their own and so go on with what was said last: "they postponed, it's the 23rd now".
import { DEFINITE, OTHERS, OWN } from "../base/person-words.ts";
import { wordSet } from "../base/word-set.ts";
import { functionWords } from "./function-words.ts";
import { isChangeVerb } from "./says-changed.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import type { Value } from "./value.ts";

/** They stand for what was told before. */
const PRONOUNS = OTHERS.union(wordSet("it it's its it'll that that's this them him her es das lo la los eso ça c'est"));
/** What tells that something changed, or when, and not what. */
const NO_THINGS = wordSet(
  "so lol tbh btw then instead anymore longer new different another slot date update correction sorry oops mean meant typo mistake time place week month year next last today tomorrow jetzt nun ahora maintenant",
);
/** Whether it speaks of something by a pronoun, or has no word but values and what tells of change. */
export function refersBack(statement: Statement): boolean {
  const { tokens } = statement;
  const own = wordsBesideValues(statement);
  const isNamed = (at: number) => own.has(contentStem(plainWord(tokens[at]!)) ?? "");
  // "They've moved the team lunch": who did it is not what it was done to.
  const namesThing = tokens.some(
    ({ lower }, at) =>
      BEFORE_THINGS.has(lower) && tokens[at + 1]?.kind === "word" && isNamed(at + 1) && !isAnyThing(tokens, at),
  );
  return (
    own.size === 0 ||
    tokens.some(({ lower }, at) => {
      if (!PRONOUNS.has(lower) || (namesThing && OTHERS.has(lower))) return false;
      return !BEFORE_THINGS.has(lower) || tokens[at + 1]?.kind !== "word" || !isNamed(at + 1);
    })
  );
}

/** "The whole thing", "the appointment". */
function isAnyThing(tokens: readonly Token[], article: number): boolean {
  return tokens.slice(article + 1, article + 1 + THING_WORDS).some(({ lower }) => ANY_THINGS.has(lower));
}

const THING_WORDS = 2;
const ANY_THINGS = wordSet(
  "thing things appointment meeting lesson date time slot deadline event termin treffen uhrzeit datum cita fecha hora clase rdv rendez-vous heure cours",
);
const BEFORE_THINGS = DEFINITE.union(OWN);

/** The content words that are in none of its values and do not tell that something changed. */
export function wordsBesideValues({ tokens, values }: Statement): ReadonlySet<string> {
  const isEmpty = functionWords({ tokens });
  const own = tokens.filter(
    (token, at) =>
      token.kind === "word" &&
      !isInValue(values, at) &&
      !NO_THINGS.has(token.lower) &&
      !isChangeVerb(token) &&
      !isEmpty(token),
  );
  return new Set(own.flatMap((token) => contentStem(plainWord(token)) ?? []));
}

/** Its content words without those of days and times: two things on Fridays are not one. */
export function wordsBesideDays({ tokens, values, stems }: Statement): ReadonlySet<string> {
  const days = values.filter((value) => value.type === "date" || (value.type === "choice" && value.of === "weekday"));
  const isEmpty = functionWords({ tokens });
  const named = tokens.filter((token, at) => token.kind === "word" && (isEmpty(token) || isInValue(days, at)));
  if (named.length === 0) return stems;
  const left = new Set(stems);
  for (const token of named) left.delete(contentStem(plainWord(token)) ?? "");
  return left;
}

function isInValue(values: readonly Value[], at: number): boolean {
  return values.some(({ from, to }) => from <= at && at < to);
}
