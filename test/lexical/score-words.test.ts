// The scores against a second writing of their formula, which knows nothing of postings, positions or removals.
import { describe, expect, test } from "bun:test";
import {
  NEED_MARK,
  type PacketWords,
  type QuestionWord,
  type WordMatches,
} from "../../src/domain/ports/lexical-index.ts";
import { BrainWords } from "../../src/lexical/brain-words.ts";
import { tieMark } from "../../src/lexical/name-ties.ts";
import { countTerms } from "../../src/lexical/read-terms.ts";
import { scoreWords } from "../../src/lexical/score-words.ts";
import { seededNumbers } from "../support/chance.ts";

const K1 = 0.9;
const B = 0.25;
const SELF_CONTAINED = 60;
const TELLING = 4.6;

/** What a synonym counts for. */
const SYNONYM = 0.5;
const TELLING_SHARE = 0.8;
const PLAIN = { synonyms: [], rivals: [], unsaidIn: [], distinctive: false, isOwn: false, isImplied: false };

interface Told {
  readonly packet: PacketWords;
  readonly fields: readonly [readonly string[], readonly string[]];
}

interface Naive {
  readonly scores: number[];
  readonly matched: number[];
  readonly telling: number[];
  readonly leaning: number[];
  readonly before: number[];
  readonly after: number[];
  readonly weight: number;
}

function naive(all: readonly Told[], question: readonly QuestionWord[], contextWeight: number): Naive {
  const n = all.length;
  const mean = (field: 0 | 1) => all.reduce((sum, { fields }) => sum + fields[field].length, 0) / n;
  const means = [mean(0), mean(1)] as const;
  const sameTalk = (a: Told, b: Told) =>
    a.packet.session === b.packet.session &&
    (a.packet.session !== null || Math.abs(a.packet.at - b.packet.at) < 30 * 60_000);
  const before = all.map((each, at) => {
    const last = all.slice(0, at).findLastIndex(({ packet }) => packet.session === each.packet.session);
    return last >= 0 && sameTalk(all[last]!, each) ? last : -1;
  });
  const after = all.map((_, at) => before.indexOf(at));
  const leaning = all.map(({ fields }) => Math.min(1, SELF_CONTAINED / (fields[0].length + fields[1].length || 1)));
  /** Occurrences under the term that gives the most, the input first. */
  const countsOf = ({ fields }: Told, terms: readonly string[]) =>
    terms
      .map((term) => fields.map((field) => Math.min(255, field.filter((each) => each === term).length)))
      .reduce((a, b) => (b[0]! > a[0]! || (b[0] === a[0] && b[1]! > a[1]!) ? b : a), [0, 0]);
  const scores = all.map(() => 0);
  const matched = all.map(() => 0);
  const telling = all.map(() => 0);
  const weightOf = (df: number) => Math.log(1 + (n - df + 0.5) / (df + 0.5));
  const tellingFrom = Math.min(TELLING, TELLING_SHARE * weightOf(1));
  let weights = 0;
  for (const word of question) {
    const frequenciesBy = (terms: readonly string[]) =>
      all.map((each) => {
        const counts = countsOf(each, terms);
        return ([0, 1] as const).reduce((sum: number, field) => {
          const count = counts[field]!;
          return sum + (count === 0 ? 0 : count / (1 - B + (B * each.fields[field].length) / means[field]));
        }, 0);
      });
    const said = frequenciesBy(word.terms);
    const meant = frequenciesBy(word.synonyms);
    const own = said.map((frequency, at) => (frequency > 0 ? frequency : SYNONYM * meant[at]!));
    const holders = (said.some((frequency) => frequency > 0) ? said : meant).filter((frequency) => frequency > 0);
    const weight = weightOf(holders.length);
    weights += weight;
    for (let at = 0; at < n; at++) {
      const around = (own[before[at]!] ?? 0) + (own[after[at]!] ?? 0);
      const f = own[at]! + contextWeight * leaning[at]! * around;
      if (f === 0) continue;
      scores[at] = scores[at]! + (weight * f * (K1 + 1)) / (f + K1);
      matched[at] = matched[at]! + 1;
      if (said[at]! > 0 && (word.distinctive || weight >= tellingFrom)) telling[at] = 1;
    }
  }
  return { scores, matched, telling, leaning, before, after, weight: weights };
}

function expectNear(found: WordMatches, told: readonly Told[], expected: Naive): void {
  expect(found.count).toBe(told.length);
  expect([...found.seqs]).toEqual(told.map(({ packet }) => packet.seq));
  expect([...found.times]).toEqual(told.map(({ packet }) => packet.at));
  expect([...found.matched]).toEqual(expected.matched);
  expect([...found.telling]).toEqual(expected.telling);
  expect([...found.before]).toEqual(expected.before);
  expect([...found.after]).toEqual(expected.after);
  expect([...found.leaning]).toEqual(expected.leaning);
  expect(Math.abs(found.weight - expected.weight)).toBeLessThan(1e-12 * Math.max(1, expected.weight));
  for (const [at, score] of expected.scores.entries()) {
    expect(Math.abs(found.scores[at]! - score)).toBeLessThan(1e-12 * Math.max(1, score));
  }
}

function wordsOf(told: readonly Told[]): BrainWords {
  const words = new BrainWords();
  for (const { packet, fields } of told) words.append(packet, countTerms({ language: "en", fields }));
  return words;
}

function tell(seq: number, input: string, answer = "", more: Partial<Pick<PacketWords, "session" | "at">> = {}): Told {
  const split = (text: string) => text.split(" ").filter((each) => each !== "");
  const { session = `s${seq}`, at = seq } = more;
  return { packet: { seq, input, answer, session, at }, fields: [split(input), split(answer)] };
}

function ask(...words: (string | readonly string[])[]): QuestionWord[] {
  return words.map((word) => ({ ...PLAIN, terms: typeof word === "string" ? [word] : word }));
}

/** Random packets of some sessions over a small vocabulary, frequent and rare words in it. */
function randomTold(seed: number, count: number): Told[] {
  const next = seededNumbers(seed);
  const words = (most: number) =>
    Array.from({ length: Math.floor(next() * most) }, () => `w${Math.floor(next() ** 3 * 60)}`).join(" ");
  let at = 1e12;
  return Array.from({ length: count }, (_, place) => {
    at += next() * 50 * 60_000;
    const session = [null, null, "a", "b"][Math.floor(next() * 4)]!;
    return tell(1 + place * 3, words(next() < 0.1 ? 300 : 12), words(next() < 0.3 ? 150 : 5), { session, at });
  });
}

function randomQuestion(seed: number): QuestionWord[] {
  const next = seededNumbers(seed);
  return Array.from({ length: 1 + Math.floor(next() * 6) }, () => ({
    ...PLAIN,
    synonyms: next() < 0.3 ? [`w${70 + Math.floor(next() * 5)}`, `w${Math.floor(next() * 60)}`] : [],
    terms: Array.from({ length: 1 + Math.floor(next() * 3) }, () => `w${Math.floor(next() * 70)}`),
    distinctive: next() < 0.2,
  }));
}

describe("the score of words", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("is what its formula says (seed %d)", (seed) => {
    const told = randomTold(seed, [1, 2, 17, 60, 200, 200, 333, 500][seed - 1]!);
    const words = wordsOf(told);
    for (let question = 0; question < 12; question++) {
      const asked = randomQuestion(seed * 100 + question);
      for (const contextWeight of [0, 0.3, 1]) {
        expectNear(scoreWords(words, asked, contextWeight), told, naive(told, asked, contextWeight));
      }
    }
  });

  test.each([11, 12, 13])(
    "is the same to the bit where packets came and went as where they never were (seed %d)",
    (seed) => {
      const told = randomTold(seed, 150);
      const next = seededNumbers(seed);
      const words = wordsOf(told);
      let kept = told;
      for (let step = 0; step < 30; step++) {
        const gone = kept[Math.floor(next() * kept.length)]!;
        words.remove(gone.packet.seq);
        kept = kept.filter((each) => each !== gone);
        const asked = randomQuestion(seed * 1_000 + step);
        const found = scoreWords(words, asked, 0.3);
        expect(found).toEqual(scoreWords(wordsOf(kept), asked, 0.3));
        expectNear(found, kept, naive(kept, asked, 0.3));
      }
    },
  );

  test("is the same to the bit where only the question's terms were kept", () => {
    const told = randomTold(14, 200);
    for (let step = 0; step < 20; step++) {
      const asked = randomQuestion(step);
      const words = new BrainWords(new Set(asked.flatMap(({ terms, synonyms }) => [...terms, ...synonyms])));
      for (const { packet, fields } of told) words.append(packet, countTerms({ language: "en", fields }));
      expect(scoreWords(words, asked, 0.3)).toEqual(scoreWords(wordsOf(told), asked, 0.3));
    }
  });

  test("of no packet is none, and of packets that were all removed too", () => {
    const words = wordsOf([]);
    expect(scoreWords(words, ask("a"), 0.3)).toMatchObject({ count: 0, scores: new Float64Array(0) });
    const emptied = wordsOf([tell(1, "a"), tell(2, "b")]);
    emptied.remove(1);
    emptied.remove(2);
    const { count, weight } = scoreWords(emptied, ask("a"), 0.3);
    expect(count).toBe(0);
    expect(weight).toBeGreaterThan(0);
  });

  test("of a question without words is 0 everywhere", () => {
    const found = scoreWords(wordsOf([tell(1, "a"), tell(2, "")]), [], 0.3);
    expect([[...found.scores], [...found.matched], found.weight]).toEqual([[0, 0], [0, 0], 0]);
  });

  test("is a number where no packet has a word in one of its fields", () => {
    const found = scoreWords(wordsOf([tell(1, ""), tell(2, "")]), ask("a"), 0.3);
    expect([...found.scores]).toEqual([0, 0]);
    const answersOnly = scoreWords(wordsOf([tell(1, "", "a"), tell(2, "", "b")]), ask("a"), 0.3);
    expect(answersOnly.scores[0]).toBeGreaterThan(0);
    expect(answersOnly.scores[1]).toBe(0);
  });

  test("counts a word once that a packet holds under two terms, and by the one it holds most often", () => {
    const told = [tell(1, "cafe café cafe"), tell(2, "tea"), tell(3, "cafe cafe")];
    const both = scoreWords(wordsOf(told), ask(["café", "cafe"]), 0);
    expect([...both.matched]).toEqual([1, 0, 1]);
    expectNear(both, told, naive(told, ask(["café", "cafe"]), 0));
  });

  test("is higher for the rare word than for the frequent one", () => {
    const told = [...Array(9).keys()].map((at) => tell(at + 1, at === 0 ? "rare other" : "often other"));
    const found = scoreWords(wordsOf(told), ask("rare", "often"), 0);
    expect(found.scores[0]).toBeGreaterThan(found.scores[1]!);
  });

  test("of a short input with a long answer is hardly less than with a short one", () => {
    const long = Array.from({ length: 500 }, (_, at) => `filler${at}`).join(" ");
    const told = [tell(1, "the boiler code", long), tell(2, "the boiler code", "noted"), tell(3, "other", "other")];
    const found = scoreWords(wordsOf(told), ask("boiler", "code"), 0);
    expect(found.scores[0]).toBe(found.scores[1]!);
    expect(found.scores[2]).toBe(0);
  });

  test("takes a neighbour's words at their share, less for a long packet, and nothing of the neighbour after it", () => {
    const long = Array.from({ length: 600 }, (_, at) => `filler${at}`).join(" ");
    const talk = { session: "talk" };
    const told = [
      tell(1, "boiler", "", talk),
      tell(2, "yes", "", talk),
      tell(3, "no", "", talk),
      tell(4, "boiler", "", { session: "other" }),
      tell(5, long, "", { session: "other" }),
    ];
    const { scores, matched, telling } = scoreWords(wordsOf(told), ask("boiler"), 0.3);
    expect(scores[1]).toBeGreaterThan(scores[4]!);
    expect(scores[4]).toBeGreaterThan(0);
    expect(scores[2]).toBe(0);
    expect([...matched]).toEqual([1, 1, 0, 1, 1]);
    expect([...telling]).toEqual([0, 0, 0, 0, 0]);
  });

  test("how rare a word must be to tell follows from the size of the brain: of ten packets one, of forty two, of 300 three", () => {
    const tells = (count: number, holders: number) => {
      const told = [...Array(count).keys()].map((at) => tell(at + 1, at < holders ? "rare" : "often"));
      return scoreWords(wordsOf(told), ask("rare"), 0).telling[0] === 1;
    };
    for (const [count, most] of [
      [10, 1],
      [40, 2],
      [300, 3],
      [1_000, 9],
    ] as const) {
      expect([tells(count, most), tells(count, most + 1)]).toEqual([true, false]);
    }
  });

  test("counts a synonym by half, where the word itself is not there, and as no evidence", () => {
    const told = [tell(1, "boss"), tell(2, "manager"), tell(3, "boss manager"), tell(4, "tea")];
    const [boss] = ask("boss");
    const found = scoreWords(wordsOf(told), [{ ...boss!, synonyms: ["manager"] }], 0);
    expect(found.scores[1]).toBeGreaterThan(0);
    expect(found.scores[1]).toBeLessThan(found.scores[0]!);
    expect(found.scores[2]).toBe(scoreWords(wordsOf(told), ask("boss"), 0).scores[2]!);
    expect([...found.telling]).toEqual([0, 0, 0, 0]);
  });

  test("finds a name by the relation that a packet ties it to, and back, until that packet is gone", () => {
    const words = new BrainWords();
    const append = (seq: number, input: string, marks: readonly string[] = []) => {
      const { packet, fields } = tell(seq, input);
      words.append(packet, countTerms({ language: "en", fields }, marks));
    };
    append(1, "husband tom", [tieMark("husband", "tom")]);
    append(2, "tom harbour");
    append(3, "husband tired");
    append(4, "tea");
    const scoresOf = (word: string, isOwn: boolean) => [
      ...scoreWords(words, [{ ...PLAIN, isOwn, terms: [word] }], 0).scores,
    ];
    expect(scoresOf("husband", true).map((score) => score > 0)).toEqual([true, true, true, false]);
    expect(scoresOf("tom", true).map((score) => score > 0)).toEqual([true, true, true, false]);
    expect(scoresOf("husband", false).map((score) => score > 0)).toEqual([true, false, true, false]);
    words.remove(1);
    expect(scoresOf("husband", true).map((score) => score > 0)).toEqual([false, true, false]);
  });

  test("hands what is said of one of the family to no turn about another, in a question about the user's own", () => {
    const words = new BrainWords();
    for (const [seq, input] of [
      [1, "mum bungalow"],
      [2, "dad spain"],
      [3, "mum garden"],
      [4, "she tired"],
    ] as const) {
      const { packet, fields } = tell(seq, input, "", { session: "family" });
      words.append(packet, countTerms({ language: "en", fields }));
    }
    const scoresOf = (isOwn: boolean) => [
      ...scoreWords(words, [{ ...PLAIN, isOwn, terms: ["mum"], rivals: ["dad"] }], 0.3).scores,
    ];
    expect(scoresOf(true).map((score) => score > 0)).toEqual([true, false, true, true]);
    expect(scoresOf(false).map((score) => score > 0)).toEqual([true, true, true, true]);
  });

  test("keeps what a question implies apart: it is no match, weighs nothing, and asks nothing", () => {
    const words = new BrainWords();
    for (const [seq, marks] of [
      [1, []],
      [2, [NEED_MARK]],
    ] as const) {
      const { packet, fields } = tell(seq, "tea");
      words.append(packet, countTerms({ language: "en", fields }, marks));
    }
    const needed = { ...PLAIN, terms: [NEED_MARK], isImplied: true };
    const { implied, ...others } = scoreWords(words, [...ask("tea"), needed], 0.3);
    const { implied: none, ...plain } = scoreWords(words, ask("tea"), 0.3);
    expect([implied[0], implied[1]! > 0, none.length]).toEqual([0, true, 0]);
    expect(others).toEqual(plain);
  });

  test("does not change what it was given: the answer is a copy", () => {
    const words = wordsOf([tell(1, "a", "", { session: "x" }), tell(2, "a", "", { session: "x" })]);
    const found = scoreWords(words, ask("a"), 0.3);
    words.remove(1);
    expect([...found.before]).toEqual([-1, 0]);
    expect([...found.seqs]).toEqual([1, 2]);
  });
});
