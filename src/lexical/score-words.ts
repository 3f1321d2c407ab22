// BM25 of a question over one brain's packets, with what their neighbours say.
import { copyStretches, forEachStretch, liveStretches } from "../base/live-stretches.ts";
import { createReusedRoom } from "../base/reused-room.ts";
import type { QuestionWord, WordMatches } from "../domain/ports/lexical-index.ts";
import type { BrainWords } from "./brain-words.ts";
import { naturalLog } from "./natural-log.ts";
import { answerCountOf, inputCountOf, type Postings, positionOf } from "./posting-lists.ts";

/** Saturation and length of BM25: best of .6-1.3 and .15-.5 on LoCoMo, see test/bench/recall.ts. */
const K1 = 0.9;
const B = 0.25;

/**
 * A word of this weight or more is evidence by itself: one packet of 150 has it. In a smaller brain, where no word weighs
 * so much, one that weighs this share of the rarest: of ten packets one, of forty two.
 */
const TELLING_WEIGHT = 4.6;
const TELLING_SHARE = 0.8;

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
  const implied = question.some(({ isImplied }) => isImplied) ? new Float64Array(size) : NO_SCORES;
  const matched = new Uint16Array(size);
  const telling = new Uint8Array(size);
  const { before, after, leaning, inputLengths, answerLengths } = words;
  const inputMean = words.inputLengthSum / words.liveCount;
  const answerMean = words.answerLengthSum / words.liveCount;
  const { frequencies, touched } = scratchFor(size);
  const rarest = weightOf(1, words.liveCount);
  const tellingWeight = Math.min(TELLING_WEIGHT, TELLING_SHARE * rarest);
  let weights = 0;
  // A frequent word is in thousands of packets: this loop makes no arrays, and only calls that are inlined.
  for (const word of question) {
    const held = postingsOf(words, word.terms);
    const meant = meantBy(words, word, held);
    const { isImplied } = word;
    const known = weightOf(held.length > 0 ? held.length : meant.length, words.liveCount);
    const weight = isImplied ? known / rarest : known;
    if (!isImplied) weights += weight;
    const isTelling = !isImplied && (word.distinctive || weight >= tellingWeight);
    const gained = isImplied ? implied : scores;
    const others = word.isOwn && word.rivals.length > 0 ? positionsOf(words, word.rivals) : NOWHERE;
    let touchedCount = 0;
    for (let index = 0; index < held.length + meant.length; index++) {
      const isMeant = index >= held.length;
      const posting = isMeant ? meant[index - held.length]! : held[index]!;
      const at = positionOf(posting);
      const inputCount = inputCountOf(posting);
      const answerCount = answerCountOf(posting);
      // An empty field has the count 0, and what the count is divided by may be NaN.
      const frequency =
        (isMeant ? SYNONYM : 1) *
        ((inputCount === 0 ? 0 : inputCount / (1 - B + (B * inputLengths[at]!) / inputMean)) +
          (answerCount === 0 ? 0 : answerCount / (1 - B + (B * answerLengths[at]!) / answerMean)));
      if (frequencies[at] === 0) touched[touchedCount++] = at;
      frequencies[at] = frequencies[at]! + frequency;
      if (isTelling && !isMeant) telling[at] = 1;
      if (contextWeight === 0 || isImplied) continue;
      const previous = before[at]!;
      if (previous >= 0 && !others.has(previous)) {
        if (frequencies[previous] === 0) touched[touchedCount++] = previous;
        frequencies[previous] = frequencies[previous]! + contextWeight * leaning[previous]! * frequency;
      }
      const next = after[at]!;
      if (next >= 0 && !others.has(next)) {
        if (frequencies[next] === 0) touched[touchedCount++] = next;
        frequencies[next] = frequencies[next]! + contextWeight * leaning[next]! * frequency;
      }
    }
    for (let index = 0; index < touchedCount; index++) {
      const at = touched[index]!;
      const frequency = frequencies[at]!;
      gained[at] = gained[at]! + (weight * frequency * (K1 + 1)) / (frequency + K1);
      if (!isImplied) matched[at] = matched[at]! + 1;
      frequencies[at] = 0;
    }
  }
  let best = 0;
  for (let at = 0; at < size; at++) if (scores[at]! > best) best = scores[at]!;
  return liveOnly(words, {
    best,
    scores,
    implied,
    matched,
    telling,
    weight: weights,
    asked: question.filter(({ isImplied }) => !isImplied).length,
  });
}

/** What a synonym, or a name that is tied to a relation, counts for: with less, small brains lose; with more, LoCoMo. */
const SYNONYM = 0.5;

/** Of a word that `held` of `count` packets hold. */
function weightOf(held: number, count: number): number {
  return naturalLog(1 + (count - held + 0.5) / (held + 0.5));
}

/** `frequencies` are all 0 before and after each use. */
const scratchFor = createReusedRoom((size) => ({
  frequencies: new Float64Array(size),
  touched: new Int32Array(size),
}));

const NONE: Postings = new Float64Array(0);
const NOWHERE: ReadonlySet<number> = new Set();

/** Where one of the terms is said. */
function positionsOf(words: BrainWords, terms: readonly string[]): ReadonlySet<number> {
  return new Set(
    terms.flatMap((term) =>
      Array.from(
        words.postingsOf(term).filter((each) => inputCountOf(each) > 0),
        positionOf,
      ),
    ),
  );
}

const NO_SCORES = new Float64Array(0);

/** Postings of what the word may mean: its synonyms, and in this brain the name of a relation or the relation of a name. */
function meantBy(words: BrainWords, { terms, synonyms, isOwn }: QuestionWord, held: Postings): Postings {
  const tied = isOwn ? words.tiedTo([...terms, ...synonyms]) : [];
  if (synonyms.length + tied.length === 0) return NONE;
  const others = [...new Set([...synonyms, ...tied])].filter((term) => !terms.includes(term));
  return without(postingsOf(words, others), held);
}

/** Those of the postings whose packets are not among `others`; both ascending. */
function without(postings: Postings, others: Postings): Postings {
  let at = 0;
  return postings.filter((posting) => {
    const position = positionOf(posting);
    while (at < others.length && positionOf(others[at]!) < position) at++;
    return at === others.length || positionOf(others[at]!) !== position;
  });
}

/** A posting for each live packet that holds the word under any of its terms, ascending by position. */
function postingsOf(words: BrainWords, terms: readonly string[]): Postings {
  const lists = terms.map((term) => words.postingsOf(term)).filter((list) => list.length > 0);
  const [first = NONE, second] = lists;
  const isLive = (posting: number) => words.live[positionOf(posting)] === 1;
  if (second === undefined) return words.liveCount === words.size ? first : first.filter(isLive);
  // A packet may hold the word under two terms, such as a stem with and without its accent: the larger count is taken.
  const best = new Map<number, number>();
  for (const list of lists) {
    for (const posting of list.filter(isLive)) {
      const at = positionOf(posting);
      best.set(at, Math.max(best.get(at) ?? 0, posting));
    }
  }
  return Float64Array.from(best.values()).sort();
}

type Columns = Pick<WordMatches, "best" | "scores" | "implied" | "matched" | "telling" | "weight" | "asked">;

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
    implied:
      columns.implied === NO_SCORES ? NO_SCORES : copyStretches(columns.implied, new Float64Array(liveCount), live),
    matched: copyStretches(columns.matched, new Uint16Array(liveCount), live),
    telling: copyStretches(columns.telling, new Uint8Array(liveCount), live),
    leaning: copyStretches(words.leaning, new Float64Array(liveCount), live),
    before: neighbours(words.before),
    after: neighbours(words.after),
    times: copyStretches(words.times, new Float64Array(liveCount), live),
  };
}
