// Where memory's value may not be the last word: another was told later, or follows from what came to it or went from it.
import type { Draft } from "./draft.ts";
import type { RememberedStatement } from "./remembered-statements.ts";
import { type Amount, sameValue, type Value } from "./value.ts";

/** Whether the user told the same value in a later turn, of whatever: people tell a change without naming what changes. */
export function isToldAfter({ memory }: Draft, said: Value, { turn }: RememberedStatement): boolean {
  return memory.all.some(
    ({ byUser, turn: later, values, replaced }) =>
      byUser && later > turn && values.some((value) => !replaced.has(value) && sameValue(value, said)),
  );
}

/** What a later turn says to have become of a number. */
const TIMES: readonly (readonly [words: RegExp, factor: number])[] = [
  [/\b(?:doubl(?:es?|ed|ing)|twice)\b/i, 2],
  [/\b(?:halv(?:es?|ed|ing)|half)\b/i, 0.5],
  [/\btr[ei](?:b|p)l(?:es?|ed|ing)\b/i, 3],
];
/** Numbers that differ by less are the same, as a share of them. */
const TOLERANCE = 0.005;

/** Whether a number is the `known` one and what a later turn about it adds to it or takes away: "three of the cubs left", "he halved it". */
export function isChangedTo(
  { memory }: Draft,
  said: Amount,
  { known, of, topics }: { readonly known: Amount; readonly of: RememberedStatement; readonly topics: Float64Array },
): boolean {
  const isSaid = (number: number) => Math.abs(number - said.number) <= TOLERANCE * Math.max(1, said.number);
  return memory.all.some(({ byUser, turn, values, text, at }) => {
    if (!byUser || turn <= of.turn || topics[at]! <= 0) return false;
    if (TIMES.some(([words, factor]) => isSaid(known.number * factor) && words.test(text))) return true;
    return values.some(
      (value) =>
        value.type === "amount" && (isSaid(known.number + value.number) || isSaid(known.number - value.number)),
    );
  });
}
