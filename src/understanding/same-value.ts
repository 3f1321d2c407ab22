// Tells whether two values of a self-attribute mean the same.

import { capMarks } from "../base/cap-marks.ts";
import { isSameSpelling } from "../base/spelling-keys.ts";
import { wordSet } from "../base/word-set.ts";
import type { SelfAttribute } from "../domain/learning.ts";

/** No name and no occupation is longer. */
const VALUE_UNITS_MAX = 200;

const TITLES = wordSet("dr doctor mr mister mrs ms miss prof professor sir madam phd md rn jr sr");
const ARTICLES = wordSet("a an the");
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ["ceo", "chief executive officer"],
  ["cto", "chief technology officer"],
  ["cfo", "chief financial officer"],
  ["coo", "chief operating officer"],
  ["vp", "vice president"],
  ["dev", "developer"],
  ["vet", "veterinarian"],
  ["physio", "physiotherapist"],
  ["counsellor", "counselor"],
  ["adviser", "advisor"],
]);

function wordsOf(value: string): string[] {
  const plain = capMarks(value.slice(0, VALUE_UNITS_MAX)).normalize("NFC").toLowerCase().replace(/['’.]/g, "");
  return (plain.match(/[\p{L}\p{M}\d+#&]+/gu) ?? []).filter((word) => !ARTICLES.has(word));
}

function endsWith(long: readonly string[], short: readonly string[]): boolean {
  return (
    short.length <= long.length &&
    short.every((word, at) => isSameSpelling(word, long[long.length - short.length + at]!))
  );
}

/** "Robert" is "Robert Smith", and "Dr. Evans" is "Evans": the words of one are all among the other's. */
function sameName(a: string, b: string): boolean {
  const [short, long] = [a, b]
    .map((value) => {
      const words = wordsOf(value);
      const names = words.filter((word) => !TITLES.has(word));
      return names.length > 0 ? names : words;
    })
    .sort((x, y) => x.length - y.length) as [string[], string[]];
  return short.length === 0
    ? long.length === 0
    : short.every((word) => long.some((other) => isSameSpelling(word, other)));
}

/** "engineer", "software engineer" and "software engineer at Acme" are one: a head phrase ends with the other. */
function sameOccupation(a: string, b: string): boolean {
  const [x, y] = [a, b].map((value) => {
    const all = wordsOf(value).flatMap((word) => SHORT_FORMS.get(word)?.split(" ") ?? [word]);
    const end = all.findIndex((word, at) => at > 0 && /^(?:of|for|at|in|with)$/.test(word));
    return { head: all.slice(0, end === -1 ? undefined : end), area: end === -1 ? [] : all.slice(end) };
  }) as [{ head: string[]; area: string[] }, { head: string[]; area: string[] }];
  if (x.head.length === 0 || y.head.length === 0) return x.head.length === y.head.length;
  // "head of sales" and "head of marketing" share a head and are two occupations.
  if (x.area.length > 0 && y.area.length > 0 && x.area.join(" ") !== y.area.join(" ")) return false;
  return endsWith(x.head, y.head) || endsWith(y.head, x.head);
}

export function sameValue(attribute: SelfAttribute, a: string, b: string): boolean {
  return attribute === "name" ? sameName(a, b) : sameOccupation(a, b);
}
