// Keeps what a model is given within a size: long texts are cut, and then lists.

/** Of an answer as JSON: what a model still reads with profit. */
export const ANSWER_BYTES_MAX = 32 * 1024;
/** Of a text and of a list of plain texts; halved until the answer fits. */
const CHARS_AT_FIRST = 16_384;
const CHARS_AT_LEAST = 64;
/** Ids of a list that stay for so many characters of a text. */
const CHARS_AN_ENTRY = 64;

export interface BoundAnswer {
  readonly value: unknown;
  readonly wasCut: boolean;
}

/** The same fields, so that it still is what its schema says; every entry of a list keeps its id as long as that fits. */
export function boundAnswer(answer: unknown, bytesMax = ANSWER_BYTES_MAX): BoundAnswer {
  if (fits(answer, bytesMax)) return { value: answer, wasCut: false };
  for (let chars = CHARS_AT_FIRST; chars >= CHARS_AT_LEAST; chars /= 2) {
    const value = withTextsOf(answer, chars);
    if (fits(value, bytesMax)) return { value, wasCut: true };
  }
  const short = withTextsOf(answer, CHARS_AT_LEAST);
  for (let entries = 512; entries >= 1; entries /= 2) {
    const value = withListsOf(short, entries);
    if (fits(value, bytesMax)) return { value, wasCut: true };
  }
  throw new Error("an answer is larger than its lists and texts");
}

function fits(value: unknown, bytesMax: number): boolean {
  return Buffer.byteLength(JSON.stringify(value)) <= bytesMax;
}

function withTextsOf(value: unknown, chars: number): unknown {
  if (typeof value === "string") return cutTo(value, chars);
  if (Array.isArray(value)) {
    const isOfTexts = value.every((each) => typeof each === "string");
    const kept = isOfTexts ? value.slice(0, Math.ceil(chars / CHARS_AN_ENTRY)) : value;
    return kept.map((each) => withTextsOf(each, chars));
  }
  return mapFields(value, (field) => withTextsOf(field, chars));
}

function withListsOf(value: unknown, entries: number): unknown {
  if (Array.isArray(value)) return value.slice(0, entries).map((each) => withListsOf(each, entries));
  return mapFields(value, (field) => withListsOf(field, entries));
}

function mapFields(value: unknown, map: (field: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, map(field)]));
}

function cutTo(text: string, chars: number): string {
  if (text.length <= chars) return text;
  // Half a pair of surrogates is no character.
  const head = text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, "");
  return `${head} […]`;
}
