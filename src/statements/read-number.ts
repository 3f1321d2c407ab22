// Reads a number from tokens, in digits or in words, with its thousands and multipliers.
import { isForeign } from "./function-words.ts";
import { contentStem } from "./sentence-reader.ts";
import type { Token } from "./tokens.ts";
import { MULTIPLIERS, SMALL_NUMBERS } from "./value-words.ts";

/** A number read at a token: its value, and where it ends. */
export interface ReadNumber {
  readonly number: number;
  readonly to: number;
  readonly digits: boolean;
}

const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const GERMAN_THOUSANDS = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
/** "42.195 km" is no forty-two thousand. */
const DECIMAL_UNITS: ReadonlySet<string> = new Set(["km", "kg", "m", "l", "t", "miles"]);
/** null: no number begins at this token. */
export function readNumber(tokens: readonly Token[], at: number): ReadNumber | null {
  const token = tokens[at];
  if (token?.kind === "number") return readDigits(tokens, at);
  return token?.kind === "word" ? readWords(tokens, at) : null;
}

/** "18,000", "1.420", "12,60". */
function plainNumber(text: string, unit: string): number | null {
  let written = text;
  if (THOUSANDS.test(text)) written = text.replaceAll(",", "");
  else if (GERMAN_THOUSANDS.test(text) && !DECIMAL_UNITS.has(unit)) {
    written = text.replaceAll(".", "").replace(",", ".");
  } else if (/^\d+,\d{1,2}$/.test(text)) written = text.replace(",", ".");
  return /^\d+(?:\.\d+)?$/.test(written) ? Number(written) : null;
}

function readDigits(tokens: readonly Token[], at: number): ReadNumber | null {
  const { text } = tokens[at]!;
  let number = plainNumber(text, tokens[at + 1]?.lower ?? "");
  if (number === null) return null;
  let to = at + 1;
  // "18 000" and "18'000" are one number; "24 seats" is not.
  while (/^\d{1,3}$/.test(text)) {
    const next = /^['’]$/.test(tokens[to]?.text ?? "") ? to + 1 : to;
    if (!/^\d{3}$/.test(tokens[next]?.text ?? "") || tokens[next]!.start !== tokens[to - 1]!.end + 1) break;
    number = number * 1000 + Number(tokens[next]!.text);
    to = next + 1;
  }
  const after = tokens[to];
  const times = after?.kind === "word" ? MULTIPLIERS.get(after.lower) : undefined;
  if (after === undefined || times === undefined || !isMultiplier(tokens, to, number))
    return { number, to, digits: true };
  return { number: number * times, to: to + 1, digits: true };
}

/** "8k people" and "31k" are thousands, "5k" is a run. */
function isMultiplier(tokens: readonly Token[], at: number, number: number): boolean {
  const { lower, start } = tokens[at]!;
  // "3 cent" is money.
  if (lower === "cent") return false;
  if (lower.length > 1) return true;
  const next = tokens[at + 1];
  const counts = next?.kind === "word" && contentStem(next.lower) !== null;
  return lower === "k" && start === tokens[at - 1]!.end && (number >= LARGE_BEFORE_K || counts);
}

const LARGE_BEFORE_K = 15;
/** These begin a number without another before them. */
const ALONE: ReadonlySet<string> = new Set(["mil", "mille", "tausend", "hundert", "cent"]);
const AND: ReadonlySet<string> = new Set(["-", "and", "y", "et"]);

/** "two hundred and fifty", "mil novecientos sesenta", "twenty-seven". */
function readWords(tokens: readonly Token[], at: number): ReadNumber | null {
  const lower = (place: number) => tokens[place]?.lower ?? "";
  const word = lower(at);
  if (word === "half" && /^(?:an?|-)$/.test(lower(at + 1)) && lower(at + 2) === "dozen")
    return { number: 6, to: at + 3, digits: false };
  // Eleven in Spanish.
  if (word === "once" && !isForeign({ tokens })) return null;
  const small =
    SMALL_NUMBERS.get(word) ?? (word === "a" && MULTIPLIERS.has(lower(at + 1)) && lower(at + 1) !== "cent" ? 1 : null);
  const alone = ALONE.has(word) ? MULTIPLIERS.get(word)! : null;
  if (small === null && alone === null) return null;
  /** Whole thousands, and what is below them. */
  let [sum, part] = alone === 1000 ? [1000, 0] : [0, alone ?? small!];
  let to = at + 1;
  for (;;) {
    const joined = AND.has(lower(to)) ? 1 : 0;
    const next = lower(to + joined);
    const before = lower(to - 1);
    const added = before === "quatre" && /^vingts?$/.test(next) ? 76 : SMALL_NUMBERS.get(next);
    const times = MULTIPLIERS.get(isFrenchHundreds(before, next, lower(to + 1)) ? "cent" : next);
    if (
      added !== undefined &&
      (fits(part, added) || fitsInFrench(part, added, before) || (part === 0 && sum > 0 && joined === 0))
    )
      part += added;
    else if (times !== undefined && next.length > 1 && joined === 0) {
      if (times >= 1000) [sum, part] = [sum + part * times, 0];
      else part *= times;
    } else break;
    to += joined + 1;
  }
  return { number: sum + part, to, digits: false };
}

const FRENCH_DIGITS: ReadonlySet<string> = new Set("deux trois quatre cinq sept huit neuf".split(" "));

/** "Cinq cents euros"; five cents are money of their own, and six are so in both. */
function isFrenchHundreds(before: string, word: string, after: string): boolean {
  return word === "cents" && (FRENCH_DIGITS.has(before) || (before === "six" && /^(?:euros?|€|francs?)$/.test(after)));
}

/** "Quatre-vingts", "soixante-quinze", "quatre-vingt-onze", "dix-sept". */
function fitsInFrench(part: number, added: number, before: string): boolean {
  if (added === 76) return before === "quatre";
  if (before === "soixante" || (part % 100 === 80 && /^vingts?$/.test(before))) return added < 20;
  return before === "dix" && added >= 7 && added <= 9;
}

/** "twenty" takes a one, "hundred" whatever is below it. */
function fits(part: number, added: number): boolean {
  if (part === 0) return false;
  return part % 100 === 0 ? added < 100 : part % 10 === 0 && part % 100 >= 20 && added < 10;
}
