// What a finder finds: a stretch of a text, and what is written in its place.

export interface Span {
  readonly from: number;
  readonly to: number;
  /** What was found, in the words of the mark. */
  readonly what: string;
}

/** Takes time linear in the text. */
export type Finder = (text: string) => Span[];

/** Spans of the first group that matched, or of the whole match; `isReal` decides on the value and what stands before it. */
export function spansOf(
  text: string,
  pattern: RegExp,
  what: string,
  isReal: (value: string, match: RegExpExecArray) => boolean = () => true,
): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const { indices } = match;
    if (indices === undefined) throw new TypeError("a finder's pattern needs the flags g and d");
    const [from, to] = indices.slice(1).find((each) => each !== undefined) ?? indices[0] ?? [0, 0];
    if (isReal(text.slice(from, to), match)) spans.push({ from, to, what });
  }
  return spans;
}

export function finderOf(
  pattern: RegExp,
  what: string,
  isReal?: (value: string, match: RegExpExecArray) => boolean,
): Finder {
  return (text) => spansOf(text, pattern, what, isReal);
}

/** For what finds nothing in a text that `needed` does not find: most texts are spared the search. */
export function onlyWhere(needed: RegExp, find: Finder): Finder {
  return (text) => (needed.test(text) ? find(text) : []);
}
