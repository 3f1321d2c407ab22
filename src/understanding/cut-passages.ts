// Cuts a text into what may be quoted of it by itself: sentences, list items, rows of a table, whole blocks of code.
import { countFourths, endWithin } from "../base/count-tokens.ts";

/** A piece of a text. No two overlap, and only white space stands between one and the next. */
export interface Passage {
  /** UTF-16 units of the text. */
  readonly start: number;
  readonly end: number;
  /** A line that says what the lines below it are about: a heading, a table's head, "What to pack:". */
  readonly heads: boolean;
  /** The passage without which this one is hard to understand, always an earlier one; -1: none. */
  readonly leansOn: number;
  readonly code: boolean;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const LINE = /[^\r\n\u2028\u2029]+/g;
const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^#{1,6}\s/;
/** A line that is bold from end to end is a heading too. */
const BOLD_LINE = /^\*\*[^*]+\*\*:?$/;
const ITEM = /^(?:[-*+•‣–]|\d{1,3}[.)])\s/;
const TABLE_RULE = /^[|:\-\s]+$/;
const ENDS_WITH_COLON = /[:：](?:\*\*)?$/;
/** Words at the beginning of a sentence that speak of the sentence before it. */
const LEANS =
  /^(?:it|its|it's|they|their|this|that|that's|these|those|he|she|his|her|both|then|so|but|and|or|also|otherwise|because|therefore|there)\b/i;

/** A lead of this many characters or more is no heading, but a sentence of its own. */
const HEAD_CHARS_MAX = 160;
/** A sentence of fewer fourths of a token says little by itself ("Yes."), and is quoted with the next one. */
const SENTENCE_FOURTHS_MIN = 24;
/** A longer sentence or item is cut between words, or anywhere where it has none; code is not. */
const PASSAGE_TOKENS_MAX = 80;

/** In the order of the text; takes time in proportion to its length. */
export function cutPassages(text: string): Passage[] {
  return new Cutter(text).cut();
}

class Cutter {
  readonly #passages: Passage[] = [];
  /** What the next line may lean on. */
  #heading = -1;
  #lead = -1;
  /** Indents of the items that the next one may stand below, with the passage of each. */
  #items: { readonly indent: number; readonly at: number; readonly leansOn: number }[] = [];

  constructor(private readonly text: string) {}

  cut(): Passage[] {
    const lines = [...this.text.matchAll(LINE)].map(
      ({ 0: text, index }): Line => ({ start: index, end: index + text.length, text }),
    );
    for (let at = 0; at < lines.length; ) at = this.#take(lines, at);
    return this.#passages;
  }

  /** Takes the line at `at`, with those that belong to it; returns where the next one stands. */
  #take(lines: readonly Line[], at: number): number {
    const line = lines[at]!;
    const said = line.text.trim();
    if (said === "") return at + 1;
    if (FENCE.test(line.text)) return this.#takeCode(lines, at);
    if (said.startsWith("|")) return this.#takeTable(lines, at);
    if (ITEM.test(said)) this.#takeItem(line);
    else if (HEADING.test(said) || BOLD_LINE.test(said)) this.#takeHeading(line);
    else this.#takeProse(line);
    return at + 1;
  }

  #takeHeading({ start, end }: Line): void {
    this.#items = [];
    this.#heading = this.#add(start, end, { heads: true });
    this.#lead = this.#heading;
  }

  /** A block that is never closed is no block: its lines are taken one by one. */
  #takeCode(lines: readonly Line[], at: number): number {
    const fence = lines[at]!.text.trimStart().slice(0, 3);
    let last = this.#closeOf(lines, at, fence);
    const code = last > at;
    if (!code) last = at;
    this.#add(lines[at]!.start, lines[last]!.end, { code, leansOn: this.#lead });
    return last + 1;
  }

  #closeOf(lines: readonly Line[], at: number, fence: string): number {
    if (this.#unclosed.has(fence)) return -1;
    for (let next = at + 1; next < lines.length; next++) {
      if (lines[next]!.text.trim().startsWith(fence)) return next;
    }
    this.#unclosed.add(fence);
    return -1;
  }

  /** Fences of which no further one follows, so that nobody looks for it again. */
  readonly #unclosed = new Set<string>();

  #takeTable(lines: readonly Line[], at: number): number {
    const next = lines[at + 1]?.text.trim() ?? "";
    const hasHead = next.startsWith("|") && TABLE_RULE.test(next);
    const first = hasHead ? at + 1 : at;
    const head = this.#add(lines[at]!.start, lines[first]!.end, { heads: hasHead, leansOn: this.#lead });
    let end = first + 1;
    for (; end < lines.length && lines[end]!.text.trim().startsWith("|"); end++) {
      this.#add(lines[end]!.start, lines[end]!.end, { leansOn: hasHead ? head : this.#lead });
    }
    return end;
  }

  #takeItem(line: Line): void {
    const indent = line.text.length - line.text.trimStart().length;
    while (this.#items.length > 0 && this.#items.at(-1)!.indent > indent) this.#items.pop();
    const above = this.#items.at(-1);
    const leansOn = above === undefined ? this.#lead : above.indent < indent ? above.at : above.leansOn;
    const at = this.#add(line.start, line.end, { leansOn });
    if (above?.indent === indent) this.#items.pop();
    this.#items.push({ indent, at, leansOn });
  }

  #takeProse(line: Line): void {
    this.#items = [];
    this.#lead = this.#heading;
    let before = -1;
    for (const [start, end] of sentencesOf(this.text, line.start, line.end)) {
      const leans = before >= 0 && LEANS.test(this.text.slice(start, start + 16));
      before = this.#add(start, end, { leansOn: leans ? before : before < 0 ? this.#heading : -1 });
    }
    const last = this.#passages[before];
    if (last === undefined || !ENDS_WITH_COLON.test(this.text.slice(last.end - 3, last.end))) return;
    if (last.end - last.start >= HEAD_CHARS_MAX) return;
    this.#passages[before] = { ...last, heads: true };
    this.#lead = before;
  }

  /** Adds a passage, or several where it is too long; answers the first. */
  #add(start: number, end: number, { heads = false, code = false, leansOn = -1 }: Partial<Passage>): number {
    const first = this.#passages.length;
    for (let from = start; from < end; ) {
      const most = code ? end : endWithin(this.text, from, end, PASSAGE_TOKENS_MAX);
      const to = most === end ? end : wordEnd(this.text, from, most);
      this.#passages.push({ start: from, end: to, heads, code, leansOn });
      from = to;
    }
    return first;
  }
}

const SPACE = /\s/;

/** Behind the last white space in the second half before `most`; `most` where there is none. */
function wordEnd(text: string, from: number, most: number): number {
  for (let at = most; at > (from + most) / 2; at--) if (SPACE.test(text[at - 1]!)) return at;
  return most;
}

const MARKS = new Set(".!?…");
/** These end a sentence in a script that puts no space after it. */
const WIDE_MARKS = new Set("。！？।");
const CLOSING = new Set("\"'”’)]»*_`」』");
const NO_END = /(?:^|[\s(])(?:\p{L}|dr|mr|mrs|ms|prof|st|vs|no|nr|approx|ca|etc|bzw|usw|z\.b|e\.g|i\.e)\.$/iu;
const GOES_ON = /^\s+[\p{Ll}]/u;

/** Beginning and end of each sentence within a line, white space around it left out. */
function* sentencesOf(text: string, lineStart: number, lineEnd: number): Generator<readonly [number, number]> {
  let from = lineStart;
  for (let at = lineStart; at < lineEnd; at++) {
    const char = text[at]!;
    if (WIDE_MARKS.has(char) || MARKS.has(char)) {
      let end = at + 1;
      while (end < lineEnd && (CLOSING.has(text[end]!) || MARKS.has(text[end]!))) end++;
      at = end - 1;
      if (!WIDE_MARKS.has(char) && !endsSentence(text, from, end, lineEnd)) continue;
      if (end - from < SENTENCE_FOURTHS_MIN && countFourths(text, from, end) < SENTENCE_FOURTHS_MIN) continue;
      yield trimmed(text, from, end);
      from = end;
    }
  }
  const rest = trimmed(text, from, lineEnd);
  if (rest[1] > rest[0]) yield rest;
}

function endsSentence(text: string, from: number, end: number, lineEnd: number): boolean {
  if (end === lineEnd) return true;
  if (!SPACE.test(text[end]!)) return false;
  if (GOES_ON.test(text.slice(end, end + 4))) return false;
  return !NO_END.test(text.slice(Math.max(from, end - 8), end));
}

function trimmed(text: string, from: number, to: number): readonly [number, number] {
  let [start, end] = [from, to];
  while (start < end && SPACE.test(text[start]!)) start++;
  while (end > start && SPACE.test(text[end - 1]!)) end--;
  return [start, end];
}
