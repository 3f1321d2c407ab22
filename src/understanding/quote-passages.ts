// Quotes long turns by the passages that matter to a question: what the user said, then what of the answer is nearest.
import { countFourths } from "../base/count-tokens.ts";
import { CUT_MARK, cutText } from "../base/cut-text.ts";
import type { Steps } from "../base/steps.ts";
import type { QuestionWord } from "../domain/ports/lexical-index.ts";
import type { LongTurn } from "../domain/ports/text-reading.ts";
import { cutPassages, type Passage } from "./cut-passages.ts";
import { type ReadTurn, scorePassages } from "./score-passages.ts";

/** Reads words as the index of words does. */
export interface PassageWords {
  /** The terms of each text; one language for all of them. */
  analyzeStored(
    texts: readonly string[],
  ): Steps<{ readonly language: string; readonly fields: readonly (readonly string[])[] }>;
  analyzeQuestion(text: string, languages: readonly string[]): Steps<readonly QuestionWord[]>;
}

export interface LongTurns {
  readonly question: string;
  /** Best first. */
  readonly turns: readonly LongTurn[];
}

/** What the user said is whole up to this share of a turn's room; beyond it, its best passages have this share. */
const INPUT_SHARE = 0.5;
/** A heading of more fourths of a token does not come along with what stands below it. */
const ABOVE_FOURTHS_MAX = 160;
/** " […] " */
const GAP_FOURTHS = 8;

/** What is quoted of each turn, at most its tokens and what other turns left over. */
export function* quotePassages(words: PassageWords, { question, turns }: LongTurns): Steps<string[]> {
  const read: ReadTurn[] = [];
  const languages = new Set<string>();
  for (const turn of turns) {
    yield;
    const cut = cutTurn(turn);
    const texts = cut.passages.map(({ start, end }) => cut.text.slice(start, end));
    const { language, fields } = yield* words.analyzeStored(texts);
    languages.add(language);
    read.push({ ...cut, terms: fields });
  }
  const asked = yield* words.analyzeQuestion(question, [...languages]);
  const scores = yield* scorePassages(read, question, asked);
  const quotations: Quotation[] = [];
  let left = 0;
  for (const [at, turn] of turns.entries()) {
    yield;
    const quotation = new Quotation(turn, read[at]!, scores[at]!);
    left += quotation.fill();
    quotations.push(quotation);
  }
  for (const quotation of quotations) {
    yield;
    left = quotation.fill(left);
  }
  return quotations.map((quotation) => quotation.write());
}

function cutTurn({ input, answer }: LongTurn): Omit<ReadTurn, "terms"> {
  const said = cutPassages(input.text);
  const offset = input.text.length + 1;
  const answered = cutPassages(answer.text).map((passage) => ({
    ...passage,
    start: passage.start + offset,
    end: passage.end + offset,
    leansOn: passage.leansOn < 0 ? -1 : passage.leansOn + said.length,
  }));
  return { text: `${input.text}\n${answer.text}`, passages: [...said, ...answered], inputCount: said.length };
}

/** The passages of one turn that are quoted. */
class Quotation {
  readonly #turn: LongTurn;
  readonly #text: string;
  readonly #passages: readonly Passage[];
  readonly #inputCount: number;
  /** What stands between each passage and the next: nothing, a space, one line end or two. */
  readonly #behind: readonly string[];
  /** Of each passage with what stands behind it. */
  readonly #fourths: readonly number[];
  /** Those that say something by themselves, by what they are worth. */
  readonly #order: readonly number[];
  readonly #chosen: Uint8Array;
  /** Fourths of a token that are not spent. Where nothing is chosen, a mark stands for the input and one for the answer. */
  #room: number;

  constructor(turn: LongTurn, { text, passages, inputCount }: ReadTurn, scores: Float64Array) {
    this.#turn = turn;
    this.#text = text;
    this.#passages = passages;
    this.#inputCount = inputCount;
    this.#behind = passages.map(({ end }, at) => separatorIn(text.slice(end, passages[at + 1]?.start)));
    this.#fourths = passages.map(({ start, end }, at) => countFourths(text, start, end) + this.#behind[at]!.length);
    // Of two passages of about the same score the shorter one goes first. Square roots are the same on every processor.
    const worth = this.#fourths.map((fourths, at) => scores[at]! / Math.sqrt(Math.sqrt(fourths)));
    this.#order = [...passages.keys()].filter((at) => worth[at]! > 0).sort((a, b) => worth[b]! - worth[a]! || a - b);
    this.#chosen = new Uint8Array(passages.length);
    this.#room = 4 * turn.tokensMax - 2 * GAP_FOURTHS - 1;
    for (const { isWhole } of [turn.input, turn.answer]) if (!isWhole) this.#room -= GAP_FOURTHS;
    this.#takeInput();
  }

  #takeInput(): void {
    const share = this.#room * INPUT_SHARE;
    const kept = this.#room - share;
    this.#room = share;
    const isShort = countFourths(this.#text, 0, this.#turn.input.text.length) <= share;
    const inputs = isShort ? this.#passages.keys() : this.#order;
    for (const at of inputs) if (at < this.#inputCount) this.#take(at);
    this.#room += kept;
  }

  /** Takes passages while there is room and `more`; answers what is left over. */
  fill(more = 0): number {
    this.#room += more;
    for (const at of this.#order) this.#take(at);
    const left = Math.max(0, this.#room);
    this.#room -= left;
    return left;
  }

  /** Takes a passage, with what it leans on if that fits too; leaves it where there is no room. */
  #take(at: number): void {
    if (this.#chosen[at] === 1) return;
    const all = [at];
    for (let above = this.#passages[at]!.leansOn; above >= 0; above = this.#passages[above]!.leansOn) {
      if (this.#chosen[above] === 1 || this.#fourths[above]! > ABOVE_FOURTHS_MAX || all.length === 3) break;
      all.push(above);
    }
    if (!this.#choose(all) && all.length > 1) this.#choose([at]);
  }

  #choose(all: readonly number[]): boolean {
    let cost = 0;
    for (const at of all) {
      const [first, end] = at < this.#inputCount ? [0, this.#inputCount] : [this.#inputCount, this.#chosen.length];
      // A mark stands for each gap: a passage within one makes two of it, one between two closes it.
      const gaps =
        Number(at > first && this.#chosen[at - 1] === 0) + Number(at + 1 < end && this.#chosen[at + 1] === 0);
      cost += this.#fourths[at]! + GAP_FOURTHS * (gaps - 1);
      this.#chosen[at] = 1;
    }
    const fits = cost <= this.#room;
    if (fits) this.#room -= cost;
    else for (const at of all) this.#chosen[at] = 0;
    return fits;
  }

  write(): string {
    if (!this.#chosen.includes(1)) return cutText(this.#text, this.#turn.tokensMax);
    const input = this.#part(0, this.#inputCount, this.#turn.input.isWhole);
    return `${input}\n${this.#part(this.#inputCount, this.#passages.length, this.#turn.answer.isWhole)}`;
  }

  /** What is chosen of the passages from `first` to `end`, with marks for what is not. */
  #part(first: number, end: number, isWhole: boolean): string {
    let written = "";
    let left = false;
    for (let at = first; at < end; at++) {
      if (this.#chosen[at] === 1) {
        const before = at === first ? "" : this.#behind[at - 1]!;
        if (left) written += `${CUT_MARK}${before.slice(0, 1) || " "}`;
        else written += before;
        written += this.#text.slice(this.#passages[at]!.start, this.#passages[at]!.end);
      } else if (!left && written !== "") written += " ";
      left = this.#chosen[at] === 0;
    }
    if (left) return `${written}${CUT_MARK}`;
    return isWhole ? written : `${written} ${CUT_MARK}`;
  }
}

function separatorIn(between: string): string {
  const ends = between.split(/\r\n|[\n\r\u2028\u2029]/).length - 1;
  return ends > 0 ? "\n".repeat(Math.min(2, ends)) : between === "" ? "" : " ";
}
