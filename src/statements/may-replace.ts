// Which values a statement of change may take the place of.
import { wordSet } from "../base/word-set.ts";
import { ADDING } from "./read-statements.ts";
import { wordsBesideValues } from "./refers-back.ts";
import type { Statement } from "./statement.ts";
import { partAround } from "./tokens.ts";
import { comparable, mayBeSameKind, sameValue, type Value } from "./value.ts";

/** A statement, and which turn said it. */
interface Said extends Statement {
  readonly turn: number;
}

/** Smaller numbers count anything. */
const COMMON_NUMBER_MAX = 100;

/** Days, times and amounts in a unit: "now 5 of them" may count anything. */
export function tellsOfLast({ changes, adds, conditional }: Statement, value: Value): boolean {
  const isPlain = value.type !== "amount" || value.unit !== null;
  return changes && !adds && conditional.size === 0 && isPlain;
}

/** "They shoved me to the 21st, still 9.40": what is so still was told before. */
export function statesStill({ tokens, values }: Statement, earlier: Statement): boolean {
  const still = values.filter(({ from }) => tokens[from - 1]?.lower === "still");
  return still.some((value) => earlier.values.some((known) => comparable(known, value) && sameValue(known, value)));
}

export function mayReplace(a: Value, b: Value): boolean {
  return comparable(a, b) || mayBeSameKind(a, b);
}

/** Relations, colours and offices: another one is another person or thing. */
export function isOneOfMany(value: Value): boolean {
  return value.type === "choice" && ["kinship", "colour", "role"].includes(value.of);
}

/** One more of anything takes no place. */
export function isReplacing(statement: Statement, value: Value): boolean {
  if (statement.denied.has(value) || statement.conditional.has(value)) return false;
  if (statement.adds && !statement.corrects && isAdded(statement, value)) return false;
  // What it replaces is told.
  if ([...statement.denied].some((denied) => denied.type === value.type)) return false;
  if (value.type !== "choice" || value.of === "weekday") return true;
  return statement.corrects && (value.of === "side" || value.of === "sex");
}

/** "Bumped me to 12.50 and I do Fridays too": only what stands in the same part is one more. */
function isAdded({ tokens }: Statement, value: Value): boolean {
  const { start, end } = partAround(tokens, value, ({ text, lower }) => PART_ENDS.has(text) || PART_ENDS.has(lower));
  return tokens.slice(start, end).some(({ lower }) => ADDING.has(lower));
}

/** What parts of a statement end with. */
export const PART_ENDS = wordSet(", ; : . ( ) and but und aber y pero et mais");

/** "Sunday, I mean Saturday" corrects what was said just now. */
export function correctionWorth({ turn, text }: Said, earlier: Said): number {
  return earlier.turn === turn && CORRECTS_ITSELF.test(text) ? CORRECTION_WORTH_HERE : 1;
}

/** "Sorry, I meant 14": a short correction is of what was said last, whatever its words. */
const CORRECTION_TOKENS_MAX = 14;
/** So is one that goes on after a short part: "no, we're 11, as the cousins can't come". */
const CORRECTION_PART_MAX = 8;

/** Whether a correction says its value in few words, or in few words at its beginning. */
export function isShortlyTold({ tokens }: Statement, { from, to }: Value): boolean {
  if (tokens.length <= CORRECTION_TOKENS_MAX) return true;
  if (from > CORRECTION_PART_MAX) return false;
  const end = tokens.findIndex(({ text }, at) => at >= to && /^[,;:.!–—]$/.test(text));
  return end >= 0 && end <= CORRECTION_PART_MAX + 2;
}

/** "Wednesday is the cleaner": what says a value again, of something that the statement before does not speak of. */
export function isOfAnother(again: Statement, earlier: Statement): boolean {
  const own = wordsBesideValues(again);
  return own.size > 0 && own.isDisjointFrom(earlier.stems) && !again.tokens.some(({ lower }) => STAYS.has(lower));
}

const STAYS = wordSet("still stays same remains weiterhin bleibt noch toujours reste sigue");

const CORRECTS_ITSELF = /\bi mean\b|\bi meant\b|\bscratch that\b|\bmake that\b/i;
const CORRECTION_WORTH_HERE = 4;

/** Weekdays, times and small numbers: two things may well have the same. */
export function isCommon(value: Value): boolean {
  return value.type === "amount" ? value.number < COMMON_NUMBER_MAX : value.type !== "date";
}
