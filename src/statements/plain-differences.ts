// Finds what a draft plainly says otherwise than memory of one person or one part of a body: no judge is needed for these.
import { oncePer } from "../base/once-per.ts";
import { wordSet } from "../base/word-set.ts";
import type { ContradictionKind } from "../domain/contradiction.ts";
import type { Draft } from "./draft.ts";
import { type PersonTie, tiesOf } from "./person-ties.ts";
import { wordsBesideDays } from "./refers-back.ts";
import type { RememberedStatement, Replacement } from "./remembered-statement.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import { swappedHolder } from "./swapped-holders.ts";
import { swappedWords } from "./swapped-words.ts";
import { lacksUnit, sameValue, type Value } from "./value.ts";

export interface PlainDifference {
  readonly remembered: RememberedStatement;
  readonly kind: ContradictionKind;
}

/** Of these somebody is one to the user, whatever else they are. */
const FAMILY = wordSet(
  "stepmother stepfather godmother godfather godson goddaughter stepson stepdaughter mother father sister brother son daughter grandmother grandfather grandson granddaughter aunt uncle cousin niece nephew",
);
const IN_LAW = " in law";

/** null where memory says the same too, or nothing of it. */
export function plainDifference(draft: Draft, statement: Statement): PlainDifference | null {
  if (statement.tellsHistory || statement.conditional.size > 0) return null;
  const difference = statement.negated
    ? null
    : (otherRelation(draft, statement) ??
      otherSide(draft, statement) ??
      replacedPrice(draft, statement) ??
      replacedDay(draft, statement));
  if (difference !== null || draft.question.history) return difference;
  const swapped = (statement.negated ? null : swappedHolder(draft, statement)) ?? swappedWords(draft, statement);
  return swapped === null ? null : { remembered: swapped, kind: "value" };
}

/** "The bill was 86.40 euros", where memory had 86.40 without its currency, until that was replaced. */
function replacedPrice(draft: Draft, statement: Statement): PlainDifference | null {
  const gone = replacedNumbers(draft);
  if (gone.length === 0 || draft.question.history) return null;
  const prices = statement.values.filter((value) => value.type === "amount" && value.unit?.dimension === "money");
  for (const said of prices) {
    const last = gone.findLast(
      ({ known, remembered }) => sameValue(known, said) && !statement.stems.isDisjointFrom(remembered.stems),
    );
    if (last === undefined || draft.says(last.by, null) || stands(draft, said)) continue;
    return { remembered: last.remembered, kind: "outdated" };
  }
  return null;
}

/** "They come on Wednesday", after "no, Thursday. Wednesday is the cleaner": what was corrected, and stands of another thing. */
function replacedDay(draft: Draft, statement: Statement): PlainDifference | null {
  if (draft.question.history) return null;
  const about = new Set([...draft.focus, ...wordsBesideDays(statement)]);
  for (const said of statement.values.filter((value) => isDay(value) && !statement.denied.has(value))) {
    const holders = draft.memory.all.filter(({ values }) => values.some((value) => sameValue(value, said)));
    const isAbout = (each: RememberedStatement) => [...wordsBesideDays(each)].some((stem) => about.has(stem));
    const gone = holders.findLast((each) => each.byUser && replacementOf(each, said) !== undefined);
    const end = gone === undefined ? undefined : replacementOf(gone, said);
    if (gone === undefined || !end?.by || draft.says(end.by, null) || !isAbout(gone)) continue;
    const others = holders.filter((each) => replacementOf(each, said) === undefined);
    const isToldBeside = others.some(({ byUser, turn }) => byUser && turn === end.turn);
    if (isToldBeside && !others.some(isAbout)) return { remembered: gone, kind: "outdated" };
  }
  return null;
}

function isDay(value: Value): boolean {
  return value.type === "date" || (value.type === "choice" && value.of === "weekday");
}

/** undefined: it stands there. */
function replacementOf({ values, replaced }: RememberedStatement, said: Value): Replacement | undefined {
  const known = values.find((value) => sameValue(value, said) && replaced.has(value));
  return known === undefined ? undefined : replaced.get(known);
}

const REPLACED_MAX = 64;

/** Numbers without a unit that others took the place of, the last 64. */
const replacedNumbers = oncePer(({ memory }: Draft) =>
  memory.all
    .flatMap((remembered) =>
      [...remembered.replaced].flatMap(([known, { by }]) =>
        by !== null && lacksUnit(known) ? [{ known, by, remembered }] : [],
      ),
    )
    .slice(-REPLACED_MAX),
);

function stands({ memory }: Draft, said: Value): boolean {
  return memory.all.some(({ values, replaced }) =>
    values.some((known) => !replaced.has(known) && sameValue(known, said)),
  );
}

function otherRelation(draft: Draft, statement: Statement): PlainDifference | null {
  for (const said of tiesOf(statement)) {
    const difference = said.former ? null : (formerHolder(draft, said) ?? otherKin(draft, said));
    if (difference !== null) return difference;
  }
  return null;
}

function isFamily(relation: string): boolean {
  return FAMILY.has(relation.replace(IN_LAW, ""));
}

/** "Your aunt Noor", who is a cousin. */
function otherKin(draft: Draft, { name, relation }: PersonTie): PlainDifference | null {
  if (!isFamily(relation)) return null;
  let against: RememberedStatement | null = null;
  for (const { tie, remembered } of ownTies(draft)) {
    if (tie.name !== name || !isFamily(tie.relation)) continue;
    if (tie.relation === relation) return null;
    against = remembered;
  }
  return against === null ? null : { remembered: against, kind: "value" };
}

/** "You report to Gil", who is the boss of before. */
function formerHolder(draft: Draft, { name, relation }: PersonTie): PlainDifference | null {
  let against: RememberedStatement | null = null;
  let held = false;
  for (const { tie, remembered } of ownTies(draft)) {
    if (tie.relation !== relation || isFamily(relation)) continue;
    if (tie.name === name) {
      against = tie.former ? remembered : null;
      held = true;
    } else if (tie.fresh && held) against = remembered;
  }
  return against === null ? null : { remembered: against, kind: "outdated" };
}

/** What users said of themselves, in the order of time. */
const ownTies = oncePer(({ memory }: Draft) =>
  memory.all
    .filter(({ byUser, claims, negated }) => byUser && claims && !negated)
    .flatMap((remembered) => tiesOf(remembered).map((tie) => ({ tie, remembered }))),
);

/** "Your right knee", where memory speaks of the left one alone. */
function otherSide(draft: Draft, statement: Statement): PlainDifference | null {
  for (const [part, side] of sidesOf(statement)) {
    let against: RememberedStatement | null = null;
    let same = false;
    for (const remembered of draft.memory.all) {
      const known = sidesOf(remembered).get(part);
      if (known === undefined) continue;
      if (known === side) same = true;
      else if (remembered.byUser && remembered.claims) against = remembered;
    }
    if (against !== null && !same) return { remembered: against, kind: "value" };
  }
  return null;
}

/** What is on a side -> which: "left knee". */
const sidesOf = oncePer(
  ({ tokens, values }: Statement): ReadonlyMap<string, string> =>
    new Map(
      values.flatMap((value): [string, string][] => {
        const noun = tokens[value.to];
        if (value.type !== "choice" || value.of !== "side" || noun?.kind !== "word") return [];
        const stem = contentStem(plainWord(noun));
        return stem === null ? [] : [[stem, value.member]];
      }),
    ),
);
