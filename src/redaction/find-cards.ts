// Finds numbers of payment cards: the issuers' ranges and lengths, the check digit, and the way people write them.
import { linear } from "../matching/linear-expression.ts";
import { type Finder, type Span, spansOf } from "./span.ts";

const WHAT = "card number";
const DIGITS_MIN = 13;
const DIGITS_MAX = 19;

/** First digits from, to, and the lengths that the issuer uses. */
const ISSUERS: readonly (readonly [from: number, to: number, lengths: readonly number[]])[] = [
  [4, 4, [13, 16, 19]],
  [51, 55, [16]],
  [2221, 2720, [16]],
  [34, 34, [15]],
  [37, 37, [15]],
  [300, 305, [14, 16, 19]],
  [3095, 3095, [14, 16, 19]],
  [36, 36, [14, 16, 19]],
  [38, 39, [14, 16, 19]],
  [3528, 3589, [16, 17, 18, 19]],
  [6011, 6011, [16, 17, 18, 19]],
  [644, 659, [16, 17, 18, 19]],
  [62, 62, [16, 17, 18, 19]],
  [81, 81, [16, 17, 18, 19]],
  [2200, 2205, [16, 17, 18, 19]],
  [9792, 9792, [16]],
  [508, 508, [16]],
  [5018, 5018, [16, 18, 19]],
  [5020, 5020, [16, 18, 19]],
  [5038, 5038, [16, 18, 19]],
  [5893, 5893, [16, 18, 19]],
  [6304, 6304, [16, 18, 19]],
  [6759, 6763, [16, 18, 19]],
];
/** How cards print their digits in groups. A number without any separator is one group and needs no shape. */
const SHAPES = new Set(["4-4-4-4", "4-6-5", "4-6-4", "4-4-4-4-3", "4-4-4-4-1", "4-4-4-4-2", "6-13", "4-4-4-1", "8-8"]);
const GROUP = linear(/(?<![\p{L}\d_])\d{1,19}(?![\p{L}\d_])/gu);
const SEPARATORS = new Set([" ", "-", "\u00a0", "\u202f", "\u2011", "\u2013"]);
/** As many groups as the longest shape has. */
const GROUPS_MAX = 5;
/** Most numbers of 13 digits that begin with 4 are barcodes: a word about cards must stand before them. */
const CARD_WORDS = /card|visa|karte|carte|tarjeta|cartão|carta|credit|debit/i;
const WORDS_BEFORE = 60;
const CODE =
  /(?<![\p{L}\d])(?:cvv2?|cvc2?|card (?:security|verification) code)(?: ?(?:is|:|=|code))? ?(\d{3,4})(?!\d)/dgiu;

interface Group {
  readonly at: number;
  readonly digits: string;
}

const findCards: Finder = (text) => {
  const spans: Span[] = [];
  const groups = [...text.matchAll(GROUP)].map((match): Group => ({ at: match.index, digits: match[0] }));
  for (let first = 0; first < groups.length; first++) {
    const count = cardAt(text, groups, first);
    if (count === 0) continue;
    const last = groups[first + count - 1]!;
    spans.push({ from: groups[first]!.at, to: last.at + last.digits.length, what: WHAT });
    first += count - 1;
  }
  return spans;
};

export const CARD_FINDERS: readonly Finder[] = [findCards, (text) => spansOf(text, CODE, "card code")];

/** How many groups from `first` on are a card's number; 0 where none is. */
function cardAt(text: string, groups: readonly Group[], first: number): number {
  let digits = "";
  let shape = "";
  let separator = "";
  let found = 0;
  for (let count = 1; count <= GROUPS_MAX; count++) {
    const group = groups[first + count - 1];
    if (group === undefined) break;
    if (count > 1) {
      const before = groups[first + count - 2]!;
      const between = text.slice(before.at + before.digits.length, group.at);
      if (!SEPARATORS.has(between) || (count > 2 && between !== separator)) break;
      separator = between;
    }
    digits += group.digits;
    if (digits.length > DIGITS_MAX) break;
    shape += `${count === 1 ? "" : "-"}${group.digits.length}`;
    const isWritten = count === 1 || SHAPES.has(shape);
    if (digits.length >= DIGITS_MIN && isWritten && isCardNumber(digits, text, groups[first]!.at)) found = count;
  }
  return found;
}

function isCardNumber(digits: string, text: string, at: number): boolean {
  if (!hasIssuer(digits) || !passesLuhn(digits) || isPartOfNumber(text, at)) return false;
  return digits.length > DIGITS_MIN || CARD_WORDS.test(text.slice(Math.max(0, at - WORDS_BEFORE), at));
}

/** Whether these digits follow a decimal point or comma. */
function isPartOfNumber(text: string, at: number): boolean {
  return /\d[.,]$/.test(text.slice(Math.max(0, at - 2), at));
}

function hasIssuer(digits: string): boolean {
  return ISSUERS.some(([from, to, lengths]) => {
    if (!lengths.includes(digits.length)) return false;
    const head = Number(digits.slice(0, String(from).length));
    return head >= from && head <= to;
  });
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const value = at % 2 === 1 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
