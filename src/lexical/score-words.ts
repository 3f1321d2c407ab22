// BM25 of a question over one brain's packets, with what their neighbours say.
import { copyStretches, forEachStretch, liveStretches } from "../base/live-stretches.ts";
import { createReusedRoom } from "../base/reused-room.ts";
import type { QuestionWord, WordMatches } from "../domain/ports/lexical-index.ts";
import { answerCountOf, type BrainWords, inputCountOf, positionOf } from "./brain-words.ts";
import { naturalLog } from "./natural-log.ts";

/** Saturation and length of BM25: best of .6-1.3 and .15-.5 on LoCoMo, see test/bench/recall.ts. */
const K1 = 0.9;
const B = 0.25;

/** A word of this weight or more is evidence by itself: one packet of 150 has it. */
const TELLING_WEIGHT = 4.6;

/**
 * score = sum over the question's words of weight x f x (K1 + 1) / (f + K1), where weight = ln(1 + (n - df + .5) / (df +
 * .5)) over the live packets of this brain alone. f is how often the packet holds the word: its count in each field
 * over (1 - B + B x length / mean length), added up, so that a long answer does not bury a short input, plus
 * contextWeight x leaning x the same sum of both neighbours. `matched` counts words, however many of their terms are
 * there.
 */
export function scoreWords(words: BrainWords, question: readonly QuestionWord[], contextWeight: number): WordMatches {
  const { size } = words;
  const scores = new Float64Array(size);
  const matched = new Uint16Array(size);
  const telling = new Uint8Array(size);
  const { before, after, leaning, inputLengths, answerLengths } = words;
  const inputMean = words.inputLengthSum / words.liveCount;
  const answerMean = words.answerLengthSum / words.liveCount;
  const { frequencies, touched } = scratchFor(size);
  let weights = 0;
  // A frequent word is in thousands of packets: this loop makes no arrays, and only calls that are inlined.
  for (const word of question) {
    const held = postingsOf(words, word);
    const weight = naturalLog(1 + (words.liveCount - held.length + 0.5) / (held.length + 0.5));
    weights += weight;
    const isTelling = word.distinctive || weight >= TELLING_WEIGHT;
    let touchedCount = 0;
    for (let index = 0; index < held.length; index++) {
      const posting = held[index]!;
      const at = positionOf(posting);
      const inputCount = inputCountOf(posting);
      const answerCount = answerCountOf(posting);
      // An empty field has the count 0, and what the count is divided by may be NaN.
      const frequency =
        (inputCount === 0 ? 0 : inputCount / (1 - B + (B * inputLengths[at]!) / inputMean)) +
        (answerCount === 0 ? 0 : answerCount / (1 - B + (B * answerLengths[at]!) / answerMean));
      if (frequencies[at] === 0) touched[touchedCount++] = at;
      frequencies[at] = frequencies[at]! + frequency;
      if (isTelling) telling[at] = 1;
      if (contextWeight === 0) continue;
      const previous = before[at]!;
      if (previous >= 0) {
        if (frequencies[previous] === 0) touched[touchedCount++] = previous;
        frequencies[previous] = frequencies[previous]! + contextWeight * leaning[previous]! * frequency;
      }
      const next = after[at]!;
      if (next >= 0) {
        if (frequencies[next] === 0) touched[touchedCount++] = next;
        frequencies[next] = frequencies[next]! + contextWeight * leaning[next]! * frequency;
      }
    }
    for (let index = 0; index < touchedCount; index++) {
      const at = touched[index]!;
      const frequency = frequencies[at]!;
      scores[at] = scores[at]! + (weight * frequency * (K1 + 1)) / (frequency + K1);
      matched[at] = matched[at]! + 1;
      frequencies[at] = 0;
    }
  }
  let best = 0;
  for (let at = 0; at < size; at++) if (scores[at]! > best) best = scores[at]!;
  return liveOnly(words, { best, scores, matched, telling, weight: weights, asked: question.length });
}

/** `frequencies` are all 0 before and after each use. */
const scratchFor = createReusedRoom((size) => ({
  frequencies: new Float64Array(size),
  touched: new Int32Array(size),
}));

/** A posting for each live packet that holds the word under any of its terms, ascending by position. */
function postingsOf(words: BrainWords, { terms }: QuestionWord): readonly number[] {
  const lists = terms.map((term) => words.postingsOf(term)).filter((list) => list.length > 0);
  const [first = [], second] = lists;
  const isLive = (posting: number) => words.live[positionOf(posting)] === 1;
  if (second === undefined) return words.liveCount === words.size ? first : first.filter(isLive);
  // A packet may hold the word under two terms, such as a stem with and without its accent: the larger count is taken.
  const best = new Map<number, number>();
  for (const posting of lists.flat().filter(isLive)) {
    const at = positionOf(posting);
    best.set(at, Math.max(best.get(at) ?? 0, posting));
  }
  return [...best.values()].sort((a, b) => a - b);
}

type Columns = Pick<WordMatches, "best" | "scores" | "matched" | "telling" | "weight" | "asked">;

/** Leaves out the positions of removed packets. */
function liveOnly(words: BrainWords, columns: Columns): WordMatches {
  const { size, liveCount } = words;
  if (liveCount === size) {
    return {
      ...columns,
      count: size,
      seqs: words.seqs.subarray(0, size),
      leaning: words.leaning.subarray(0, size),
      ...words.lendNeighbours(),
      times: words.times.subarray(0, size),
    };
  }
  const live = liveStretches(words.live.subarray(0, size));
  const indexOf = new Int32Array(size).fill(-1);
  forEachStretch(live, (from, end, to) => {
    for (let at = from; at < end; at++) indexOf[at] = to + at - from;
  });
  const neighbours = (column: Int32Array) => {
    const kept = copyStretches(column, new Int32Array(liveCount), live);
    for (let index = 0; index < liveCount; index++) if (kept[index]! >= 0) kept[index] = indexOf[kept[index]!]!;
    return kept;
  };
  return {
    ...columns,
    count: liveCount,
    seqs: copyStretches(words.seqs, new Uint32Array(liveCount), live),
    scores: copyStretches(columns.scores, new Float64Array(liveCount), live),
    matched: copyStretches(columns.matched, new Uint16Array(liveCount), live),
    telling: copyStretches(columns.telling, new Uint8Array(liveCount), live),
    leaning: copyStretches(words.leaning, new Float64Array(liveCount), live),
    before: neighbours(words.before),
    after: neighbours(words.after),
    times: copyStretches(words.times, new Float64Array(liveCount), live),
  };
}
