import { describe, expect, test } from "bun:test";
import type { PacketTerms, PacketWords } from "../../src/domain/ports/lexical-index.ts";
import type { Language } from "../../src/lexical/analyze-text.ts";
import { BrainWords } from "../../src/lexical/brain-words.ts";
import { answerCountOf, inputCountOf, positionOf } from "../../src/lexical/posting-lists.ts";
import { countTerms } from "../../src/lexical/read-terms.ts";
import { seededNumbers } from "../support/chance.ts";

const MINUTE_MS = 60_000;

type More = Partial<Pick<PacketWords, "session" | "at">> & { answer?: readonly string[]; language?: Language };

function countedTerms(input: readonly string[], { answer = [], language = "en" }: More): PacketTerms {
  return countTerms({ language, fields: [input, answer] });
}

function add(words: BrainWords, seq: number, input: readonly string[], more: More = {}): void {
  const { session = null, at = 0 } = more;
  words.append({ seq, session, at }, countedTerms(input, more));
}

/** [seq, count in the input, count in the answer] of each packet that holds the term, removed ones too. */
function held(words: BrainWords, term: string): number[][] {
  return Array.from(words.postingsOf(term), (each) => [
    words.seqs[positionOf(each)]!,
    inputCountOf(each),
    answerCountOf(each),
  ]);
}

/** Live packets with their neighbours, all by their seqs; 0 for none. */
function neighbours(words: BrainWords): number[][] {
  const seqOf = (position: number) => (position < 0 ? 0 : words.seqs[position]!);
  return [...Array(words.size).keys()]
    .filter((at) => words.live[at] === 1)
    .map((at) => [seqOf(words.before[at]!), seqOf(at), seqOf(words.after[at]!)]);
}

test("neighbours that were lent stay as they were when packets come and go", () => {
  const words = new BrainWords();
  for (const seq of [1, 2]) add(words, seq, ["a"]);
  const first = words.lendNeighbours();
  add(words, 3, ["a"]);
  const second = words.lendNeighbours();
  words.remove(2);
  expect([[...first.before], [...first.after]]).toEqual([
    [-1, 0],
    [1, -1],
  ]);
  expect([[...second.before], [...second.after]]).toEqual([
    [-1, 0, 1],
    [1, 2, -1],
  ]);
  expect(neighbours(words)).toEqual([
    [0, 1, 3],
    [1, 3, 0],
  ]);
});

describe("the terms of a packet", () => {
  test("are counted by field", () => {
    const words = new BrainWords();
    add(words, 3, ["a", "b", "a"], { answer: ["b", "c"] });
    add(words, 9, ["c"]);
    expect(held(words, "a")).toEqual([[3, 2, 0]]);
    expect(held(words, "b")).toEqual([[3, 1, 1]]);
    expect(held(words, "c")).toEqual([
      [3, 0, 1],
      [9, 1, 0],
    ]);
    expect(held(words, "d")).toEqual([]);
    expect([words.inputLengthSum, words.answerLengthSum, words.liveCount, words.lastSeq]).toEqual([4, 2, 2, 9]);
  });

  test("are counted up to 255 in either field, and one field's count never runs into the other's", () => {
    const words = new BrainWords();
    add(words, 1, Array(254).fill("x"), { answer: Array(256).fill("x") });
    add(words, 2, Array(70_000).fill("x"), { answer: Array(255).fill("x") });
    add(words, 3, [], { answer: Array(1_000).fill("x") });
    expect(held(words, "x")).toEqual([
      [1, 254, 255],
      [2, 255, 255],
      [3, 0, 255],
    ]);
    expect([...words.inputLengths.subarray(0, 3)]).toEqual([254, 70_000, 0]);
  });

  test("may be no words at all, and words that are members of every object", () => {
    const words = new BrainWords();
    add(words, 1, []);
    add(words, 2, ["constructor", "__proto__", "toString"]);
    expect(held(words, "__proto__")).toEqual([[2, 1, 0]]);
    expect(held(words, "constructor")).toEqual([[2, 1, 0]]);
    expect(held(words, "hasOwnProperty")).toEqual([]);
  });

  test("are kept as far as they are asked for, the lengths whole", () => {
    const words = new BrainWords(new Set(["b"]));
    add(words, 1, ["a", "b", "c"], { answer: ["b", "d"] });
    expect(held(words, "b")).toEqual([[1, 1, 1]]);
    expect(held(words, "a")).toEqual([]);
    expect([words.inputLengths[0], words.answerLengths[0]]).toEqual([3, 2]);
  });

  test("stand at their packet beyond the first room, at every size", () => {
    const words = new BrainWords();
    for (let seq = 1; seq <= 1_000; seq++) {
      add(words, seq, ["all", `only${seq}`], { at: seq * MINUTE_MS });
      expect(held(words, `only${seq}`)).toEqual([[seq, 1, 0]]);
    }
    expect(held(words, "all").map(([seq]) => seq)).toEqual([...Array(1_000).keys()].map((at) => at + 1));
    expect([...words.times.subarray(0, 3)]).toEqual([MINUTE_MS, 2 * MINUTE_MS, 3 * MINUTE_MS]);
  });

  test("cost bytes: more packets, postings and terms cost more", () => {
    const bytesOf = (packets: number, inputOf: (seq: number) => string[]) => {
      const words = new BrainWords();
      for (let seq = 1; seq <= packets; seq++) add(words, seq, inputOf(seq));
      return words.bytes;
    };
    const one = bytesOf(1, () => ["a"]);
    const many = bytesOf(1_000, () => ["a"]);
    const more = bytesOf(1_000, () => ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]);
    const other = bytesOf(1_000, (seq) => ["a", `${seq}`]);
    expect(one).toBeGreaterThan(0);
    expect(many).toBeGreaterThan(one + 40_000);
    expect(more).toBeGreaterThan(many + 8_000);
    expect(other).toBeGreaterThan(many + 40_000);
    expect(other).toBeLessThan(many + 200_000);
  });
});

describe("neighbours", () => {
  test("are the packets before and after in the same session, however far apart", () => {
    const words = new BrainWords();
    add(words, 1, [], { session: "a" });
    add(words, 2, [], { session: "b", at: 1 });
    add(words, 3, [], { session: "a", at: 365 * 24 * 60 * MINUTE_MS });
    add(words, 4, [], { session: null, at: 2 });
    add(words, 5, [], { session: "b", at: 3 });
    add(words, 6, [], { session: "a", at: 4 });
    expect(neighbours(words)).toEqual([
      [0, 1, 3],
      [0, 2, 5],
      [1, 3, 6],
      [0, 4, 0],
      [2, 5, 0],
      [3, 6, 0],
    ]);
  });

  test.each([
    [30 * MINUTE_MS - 1, true],
    [30 * MINUTE_MS, false],
    [-30 * MINUTE_MS + 1, true],
    [-30 * MINUTE_MS, false],
  ])("without a session are the next ones in time: %d ms later is one: %p", (gap, near) => {
    const words = new BrainWords();
    add(words, 1, [], { at: 1e12 });
    add(words, 2, [], { at: 1e12 + gap });
    expect(neighbours(words)).toEqual(
      near
        ? [
            [0, 1, 2],
            [1, 2, 0],
          ]
        : [
            [0, 1, 0],
            [0, 2, 0],
          ],
    );
  });

  test("close ranks over a removed one, where the gap allows it", () => {
    const words = new BrainWords();
    for (const seq of [1, 2, 3]) add(words, seq, [], { session: "a" });
    for (const seq of [4, 5, 6]) add(words, seq, [], { at: seq * 20 * MINUTE_MS });
    words.remove(2);
    words.remove(5);
    expect(neighbours(words)).toEqual([
      [0, 1, 3],
      [1, 3, 0],
      [0, 4, 0],
      [0, 6, 0],
    ]);
    words.remove(3);
    add(words, 7, [], { session: "a" });
    expect(neighbours(words)).toContainEqual([0, 1, 7]);
  });
});

describe("a removed packet", () => {
  test("is gone once: what is not there cannot be removed", () => {
    const words = new BrainWords();
    add(words, 2, ["a"], { answer: ["b"], language: "de" });
    add(words, 4, ["a", "c"], { language: "en" });
    expect(words.languagesPresent()).toEqual(["de", "en"]);
    expect([1, 3, 5, 2, 2].map((seq) => words.remove(seq))).toEqual([false, false, false, true, false]);
    expect([words.size, words.liveCount, words.inputLengthSum, words.answerLengthSum]).toEqual([2, 1, 2, 0]);
    expect(words.languagesPresent()).toEqual(["en"]);
  });

  test("takes its language along with the last of its kind", () => {
    const words = new BrainWords();
    for (const [seq, language] of [
      [1, "fr"],
      [2, ""],
      [3, "fr"],
    ] as const) {
      add(words, seq, ["a"], { language });
    }
    words.remove(1);
    expect(words.languagesPresent()).toEqual(["", "fr"]);
    words.remove(3);
    expect(words.languagesPresent()).toEqual([""]);
  });
});

test("after a long random mix of additions, changes and removals all is as in one that never held what went", () => {
  const next = seededNumbers(72);
  const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!;
  const words = new BrainWords();
  let kept: Parameters<typeof add>[] = [];
  for (let seq = 1; seq <= 600; seq++) {
    const terms = () => Array.from({ length: Math.floor(next() * 4) }, () => pick(["a", "b", "c", "d"]));
    const more = { session: pick([null, "x", "y"]), at: seq * 25 * MINUTE_MS * next(), answer: terms() };
    const packet: Parameters<typeof add> = [
      words,
      seq,
      terms(),
      { ...more, language: pick(["en", "de", ""] as const) },
    ];
    add(...packet);
    kept.push(packet);
    if (next() < 0.3) {
      const [, gone] = pick(kept);
      expect(words.remove(gone)).toBe(true);
      kept = kept.filter(([, seq]) => seq !== gone);
    }
    if (next() < 0.3 && kept.length > 0) {
      const [, changed, input, former = {}] = pick(kept);
      const more = { ...former, answer: terms(), language: pick(["en", "de", ""] as const) };
      const now: Parameters<typeof add> = [words, changed, terms(), more];
      expect(words.replace(changed, countedTerms(input, former), countedTerms(now[2], more))).toBe(true);
      kept = kept.map((each) => (each[1] === changed ? now : each));
    }
    if (seq % 60 !== 0) continue;
    const fresh = new BrainWords();
    for (const [, ...packet] of kept) add(fresh, ...packet);
    expect(neighbours(words)).toEqual(neighbours(fresh));
    expect(words.languagesPresent()).toEqual(fresh.languagesPresent());
    expect([words.liveCount, words.inputLengthSum, words.answerLengthSum]).toEqual([
      fresh.liveCount,
      fresh.inputLengthSum,
      fresh.answerLengthSum,
    ]);
    const live = new Set(kept.map(([, seq]) => seq));
    for (const term of ["a", "b", "c", "d"]) {
      expect(held(words, term).filter(([seq]) => live.has(seq!))).toEqual(held(fresh, term));
    }
  }
});

test("terms that a packet does not have are not replaced, and a packet that is not there is nothing to replace", () => {
  const words = new BrainWords();
  add(words, 1, ["a"]);
  add(words, 3, ["a"]);
  expect(words.replace(2, countedTerms(["a"], {}), countedTerms(["b"], {}))).toBe(true);
  expect(held(words, "b")).toEqual([]);
  expect(words.replace(3, countedTerms(["b"], {}), countedTerms(["c"], {}))).toBe(false);
  words.remove(1);
  expect(words.replace(1, countedTerms(["a"], {}), countedTerms(["b"], {}))).toBe(true);
  expect(held(words, "b")).toEqual([]);
});
