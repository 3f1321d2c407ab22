import { expect, test } from "bun:test";
import {
  answerCountOf,
  inputCountOf,
  PostingLists,
  type Postings,
  positionOf,
} from "../../src/lexical/posting-lists.ts";
import { seededNumbers } from "../support/chance.ts";

const shown = (postings: Postings) =>
  Array.from(postings, (each) => [positionOf(each), inputCountOf(each), answerCountOf(each)]);

test("a term without a posting has none, whatever its number", () => {
  const lists = new PostingLists();
  lists.add(70, 5, 1, 0);
  expect([-1, 0, 69, 70, 1_000].map((term) => shown(lists.read(term)))).toEqual([[], [], [], [[5, 1, 0]], []]);
  expect([lists.remove(0, 5), lists.remove(70, 4), lists.remove(-1, 5)]).toEqual([false, false, false]);
});

test("steps and counts of every size come back as they went in", () => {
  const steps = [0, 1, 30, 31, 32, 33, 4_094, 4_095, 4_096, 524_287, 524_288, 67_108_863, 67_108_864, 1_000_000_000];
  const counts = [0, 1, 2, 127, 128, 254, 255];
  const lists = new PostingLists();
  const expected: number[][] = [];
  let position = -1;
  for (const step of steps) {
    position += step + 1;
    const [input, answer] = [counts[expected.length % 7]!, counts[(3 * expected.length) % 5]!];
    lists.add(0, position, input, answer);
    expected.push([position, input, answer]);
  }
  expect(shown(lists.read(0))).toEqual(expected);
  for (const input of counts) {
    for (const answer of counts) {
      const one = new PostingLists();
      one.add(3, 9, input, answer);
      expect(shown(one.read(3))).toEqual([[9, input, answer]]);
    }
  }
});

test("lists that grow, shrink and change side by side stay what they are", () => {
  const next = seededNumbers(19);
  const below = (bound: number) => Math.floor(next() * bound);
  const lists = new PostingLists();
  const expected = Array.from({ length: 40 }, () => new Map<number, number[]>());
  for (let round = 0; round < 6_000; round++) {
    const term = below(next() < 0.5 ? 3 : 40);
    const of = expected[term]!;
    // Mostly at the end, as packets come; sometimes between others.
    const position = next() < 0.8 ? 10 * round + below(10) : below(10 * round + 1);
    const counts = [1 + below(3), below(260) % 256];
    if (next() < 0.15 && of.size > 0) {
      const gone = [...of.keys()][below(of.size)]!;
      expect(lists.remove(term, gone)).toBe(true);
      of.delete(gone);
    } else if (!of.has(position)) {
      lists.add(term, position, counts[0]!, counts[1]!);
      of.set(position, counts);
    }
    if (round % 500 !== 0) continue;
    for (const [each, held] of expected.entries()) {
      const ascending = [...held].sort(([a], [b]) => a - b).map(([at, both]) => [at, ...both]);
      expect(shown(lists.read(each))).toEqual(ascending);
    }
  }
});

test("a posting of a frequent term takes two bytes, and what a shorter list leaves is used again", () => {
  const lists = new PostingLists();
  for (let at = 0; at < 100_000; at++) lists.add(0, at, 1, 0);
  const { bytes } = lists;
  expect(bytes).toBeLessThan(200_000);
  for (let round = 0; round < 20; round++) {
    expect(lists.remove(0, 50_000)).toBe(true);
    lists.add(0, 50_000, 1, 0);
  }
  expect(lists.bytes).toBe(bytes);
  expect(lists.read(0).length).toBe(100_000);
});
