// What the page of one's own memory computes.
import { describe, expect, test } from "bun:test";
import { type ExportSource, exportLines } from "../../../src/ui/pages/mine/export-lines.ts";

function item(created_at: string) {
  return { id: created_at, text: "said\nanswered", created_at, session: null, occurred_at: null, metadata: {} };
}

/** Noon of the viewer's, so that no zone makes another day of it. */
const noon = (day: number) => new Date(2026, 2, day, 12).toISOString();

function sourceOf(memories: number, page: number): ExportSource {
  const counts = { turns: memories, memory_size: memories, lessons: 1, sessions: 0 };
  const lesson = {
    ...{ id: "les_1", packet_type: "lesson" as const, response_text: "Be brief.", use_count: 0, pinned: false },
    ...{ created_at: noon(1), expires_at: noon(30), source_link: [], llm_cost: null, superseded_by: null },
  };
  return {
    profile: async () => ({ attributes: [], lessons: [lesson], preferences: [], counts }),
    lessons: async () => ({ items: [lesson], next_cursor: null }),
    memories: async (cursor) => {
      const from = Number(cursor ?? 0);
      const until = Math.min(memories, from + page);
      const items = Array.from({ length: until - from }, (_, at) => item(`${from + at}`));
      return { items, next_cursor: until < memories ? String(until) : null };
    },
  };
}

describe("an export of one's own memory", () => {
  const idle = new AbortController().signal;

  test("every page of it is there, between a header and an end that counts", async () => {
    const seen: [number, number][] = [];
    const told = (done: number, total: number) => seen.push([done, total]);
    const { lines, memories, lessons } = await exportLines(sourceOf(25, 10), { user: "ann" }, told, idle);
    expect([memories, lessons]).toEqual([25, 1]);
    const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(read[0]).toMatchObject({ type: "header", user: "ann", version: 1 });
    expect(read.at(-1)).toEqual({ type: "end", memories: 25, lessons: 1 });
    expect(read.filter(({ type }) => type === "memory").map(({ id }) => id)).toEqual(
      Array.from({ length: 25 }, (_, at) => String(at)),
    );
    expect(seen).toEqual([
      [0, 25],
      [10, 25],
      [20, 25],
      [25, 25],
    ]);
    expect(lines.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
  });

  test("who has nothing gets a whole file all the same", async () => {
    const { lines } = await exportLines(sourceOf(0, 10), {}, () => {}, idle);
    expect(lines).toHaveLength(4);
  });

  test("it ends where it is ended, and fails with what failed", async () => {
    const end = new AbortController();
    const ended = exportLines(sourceOf(25, 10), {}, (done) => done >= 10 && end.abort(), end.signal);
    await expect(ended).rejects.toThrow("abort");
    const broken = { ...sourceOf(25, 10), lessons: () => Promise.reject(new Error("gone")) };
    await expect(exportLines(broken, {}, () => {}, idle)).rejects.toThrow("gone");
  });
});
