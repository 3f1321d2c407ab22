// The values of a sentence that memory has, each beside one told later that may have its place: people tell most changes as news.
import { mayAnswer } from "./asked.ts";
import { asksFor } from "./asked-values.ts";
import { type Candidate, flag } from "./candidate.ts";
import { compareValues } from "./compare-values.ts";
import { isOneOfMany } from "./may-replace.ts";
import { wordsAround } from "./near-words.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { isBroughtTo } from "./says-changed.ts";
import type { Scene } from "./scene.ts";
import { likeliest, type Place, succession } from "./succession.ts";
import { isStep } from "./told-shifts.ts";
import { comparable, lacksUnit, roughlyComparable, sameValue, type Value } from "./value.ts";
import { isOfAnothers } from "./whose.ts";

/** A value of memory, and where it stands. */
interface Told extends Place {
  readonly value: Value;
}

/** Values of a sentence, and later ones that are looked at for each, the newest. */
const VALUES_MAX = 8;
const NEWER_MAX = 12;
/** How much a value that is plainly of one kind is preferred, in words that one turn alone has. */
const LEVEL_WORTH = 0.3;

export function newerValueCandidates(scene: Scene): Candidate[] {
  const { statement } = scene;
  return statement.values.slice(0, VALUES_MAX).flatMap((said, place) => candidateOf(scene, said, place) ?? []);
}

function candidateOf(scene: Scene, said: Value, place: number): Candidate | null {
  const { draft, statement } = scene;
  if (statement.conditional.has(said) || statement.denied.has(said) || isOneOfMany(said)) return null;
  if (draft.isFromQuestion(said)) return null;
  const supports = draft.supportsOf(said).filter(({ byUser }) => byUser);
  const last = supports.at(-1);
  if (last === undefined) return null;
  const known = last.values.find((value) => !last.replaced.has(value) && sameValue(value, said))!;
  const old = toldAt(last, known);
  const found = newerThan(scene, said, last);
  const newer = likeliest(scene, old, found, ({ value }) => LEVEL_WORTH * sameKind(said, value));
  if (newer === null) return null;
  return {
    family: "newer value",
    kind: "outdated",
    statement,
    remembered: newer.statement,
    said: "",
    known: "",
    features: {
      ...succession(scene, { near: wordsAround(statement, said.from, said.to), old, newer }),
      newerOfKind: othersOfKind(newer),
      oldOfKind: othersOfKind(old),
      brought: flag(isBroughtTo(newer.statement.tokens, newer.value)),
      ...compareValues(said, newer.value),
      direct: flag(asksFor(draft, statement).has(said)),
      askedKind: flag(mayAnswer(draft.question, said)),
      level: sameKind(said, newer.value),
      knownTold: flag(draft.says(newer.value, said)),
      supports: Math.min(4, supports.length),
      newer: Math.min(6, found.length),
      place,
    },
  };
}

function toldAt(statement: RememberedStatement, value: Value): Told {
  return { statement, value, from: value.from, to: value.to };
}

/** How plainly they are of one kind: 2, 1 or 0. */
function sameKind(a: Value, b: Value): number {
  if (comparable(a, b)) return 2;
  return roughlyComparable(a, b) || roughlyComparable(b, a) || (lacksUnit(a) && lacksUnit(b)) ? 1 : 0;
}

function newerThan({ draft: { memory }, topics }: Scene, said: Value, old: RememberedStatement): Told[] {
  const found: Told[] = [];
  for (let at = memory.all.length - 1; at > old.at && found.length < NEWER_MAX; at--) {
    const statement = memory.all[at]!;
    if (!statement.byUser || !statement.claims || statement.turn === old.turn || topics[at]! <= 0) continue;
    if (isOfAnothers(memory, statement, old)) continue;
    for (const value of statement.values) {
      if (statement.replaced.has(value) || statement.conditional.has(value) || isOneOfMany(value)) continue;
      if (isStep(statement.said, value) || sameKind(said, value) === 0 || sameValue(said, value)) continue;
      found.push(toldAt(statement, value));
    }
  }
  return found;
}

function othersOfKind({ statement, value }: Told): number {
  return statement.values.filter((other) => other !== value && sameKind(other, value) > 0).length;
}
