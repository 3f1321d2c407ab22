import { expect, test } from "bun:test";
import { ANSWER_BYTES_MAX, boundAnswer } from "../../src/mcp/bound-answer.ts";

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("an answer that fits is left as it is", () => {
  const answer = { sources: [{ id: "mem_1", text: "x".repeat(30_000) }] };
  expect(boundAnswer(answer)).toEqual({ value: answer, wasCut: false });
});

test("long texts are cut with a mark, and every entry keeps its id", () => {
  const sources = Array.from({ length: 100 }, (_, n) => ({ id: `mem_${n}`, text: "é😀".repeat(2_000), score: 0.5 }));
  const { value, wasCut } = boundAnswer({ sources });
  expect(wasCut).toBe(true);
  expect(bytes(value)).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
  const cut = (value as { sources: typeof sources }).sources;
  expect(cut.map(({ id }) => id)).toEqual(sources.map(({ id }) => id));
  for (const { text } of cut) {
    expect(text).toEndWith(" […]");
    expect(text.isWellFormed()).toBe(true);
  }
});

test("a list of ids is cut too, and at last a list of entries", () => {
  const many = { lessons: [{ id: "les_1", source_link: Array.from({ length: 5_000 }, (_, n) => `mem_${n}`) }] };
  expect(bytes(boundAnswer(many).value)).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
  const entries = { sources: Array.from({ length: 5_000 }, (_, n) => ({ id: `mem_${n}`, text: "tea" })) };
  const { value, wasCut } = boundAnswer(entries);
  expect(wasCut).toBe(true);
  expect(bytes(value)).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
  expect((value as typeof entries).sources.length).toBeGreaterThan(200);
});
