// Entries of a file gathered into parts: one brain each, and no larger than one write may be.
import { describe, expect, test } from "bun:test";
import { type Piece, piecesOf, targetOf } from "../../src/portability/import-parts.ts";
import type { Entry } from "../../src/portability/read-entry.ts";
import { collect, coreOf, lessonOf, MODEL, packetOf, ruleOf, streamOf } from "../support/portable-samples.ts";

const header: Entry = { type: "header", model: MODEL };
const core: Entry = { type: "core", core: coreOf() };
const packet: Entry = { type: "packet", packet: packetOf() };
const lesson: Entry = { type: "lesson", lesson: lessonOf() };
const rule: Entry = { type: "forgotten_rule", rule: ruleOf() };
const end: Entry = { type: "end", counts: { brains: 0, packets: 0, lessons: 0, forgottenRules: 0 }, sha256: "" };
const brain = (user: string | null): Entry => {
  return { type: "brain", brain: { core: "blue", user, createdAt: 1, counters: null } };
};

function pieces(entries: readonly Entry[], model: { id: string; sha256: string } | null = MODEL): Promise<Piece[]> {
  return collect(piecesOf(streamOf(entries.map((entry, at) => ({ line: at + 1, entry }))), model));
}

function shapeOf(piece: Piece): string {
  if (piece.kind === "profile") return `${piece.line} ${piece.entry.type}`;
  if (piece.kind === "brain") return `${piece.line} brain ${piece.brain.user}`;
  const { line, place, packets, lessons, rules } = piece.part;
  const lines = [...packets, ...lessons].map((each) => each.line);
  return `part of ${line} ${place.user}: ${lines.join(",")}+${rules.length}`;
}

test("each brain's line comes before its parts, each of which holds lines of that brain alone", async () => {
  const found = await pieces([
    header,
    core,
    brain("ada"),
    packet,
    lesson,
    rule,
    brain(null),
    packet,
    brain("bob"),
    end,
  ]);
  expect(found.map(shapeOf)).toEqual([
    "2 core",
    "3 brain ada",
    "part of 3 ada: 4,5+1",
    "7 brain null",
    "part of 7 null: 8+0",
    "9 brain bob",
    "part of 9 bob: +0",
  ]);
});

describe("a part", () => {
  const sizes = async (entries: readonly Entry[]) =>
    (await pieces([header, brain("ada"), ...entries])).flatMap((piece) =>
      piece.kind === "part" ? [piece.part.packets.length + piece.part.lessons.length + piece.part.rules.length] : [],
    );

  test("holds a hundred entries at most, of whatever kind", async () => {
    for (const entry of [packet, lesson, rule]) {
      expect(await sizes(Array(250).fill(entry))).toEqual([100, 100, 50]);
      expect(await sizes(Array(99).fill(entry))).toEqual([99]);
    }
  });

  test("of the next brain counts from its own first entry", async () => {
    const sixty: Entry[] = Array(60).fill(packet);
    expect(await sizes([...sixty, brain("bob"), ...sixty])).toEqual([60, 60]);
  });

  test("holds a million characters at most, and the one entry that is longer", async () => {
    const long = (chars: number): Entry => {
      return { type: "packet", packet: packetOf({ input: "x".repeat(chars / 2), answer: "y".repeat(chars / 2) }) };
    };
    const half = long(512 * 1024);
    expect(await sizes([half, half, half])).toEqual([2, 1]);
    expect(await sizes([long(2 * 1024 * 1024), packet])).toEqual([1, 1]);
    const longLesson: Entry = { type: "lesson", lesson: lessonOf({ text: "x".repeat(1024 * 1024) }) };
    expect(await sizes([longLesson, lesson])).toEqual([1, 1]);
  });

  test("that follows another of the same brain is held to its own size", async () => {
    const half: Entry = { type: "packet", packet: packetOf({ input: "x".repeat(512 * 1024), answer: "" }) };
    expect(await sizes([half, half, half, half, packet])).toEqual([2, 2, 1]);
    const others = [brain("bob"), half, packet, packet];
    expect((await pieces([header, brain("ada"), half, packet, ...others])).map(shapeOf)).toEqual([
      "2 brain ada",
      "part of 2 ada: 3,4+0",
      "5 brain bob",
      "part of 5 bob: 6,7,8+0",
    ]);
  });
});

test("embeddings are those of the model in use, or left out; a rule keeps what it was made with", async () => {
  const vectors = async (model: typeof MODEL | null, entries = [header, brain("ada"), packet, lesson, rule]) => {
    const part = (await pieces(entries, model)).flatMap((piece) => (piece.kind === "part" ? [piece.part] : []))[0];
    const found = [part?.packets[0]?.vector, part?.packets[0]?.inputVector, part?.lessons[0]?.vector];
    expect(part?.rules[0]).toMatchObject({ model: MODEL, vector: ruleOf().vector });
    return found.map((vector) => vector != null);
  };
  expect(await vectors(MODEL)).toEqual([true, true, true]);
  expect(await vectors({ ...MODEL, id: "renamed" })).toEqual([true, true, true]);
  expect(await vectors({ ...MODEL, sha256: "b".repeat(64) })).toEqual([false, false, false]);
  expect(await vectors(null)).toEqual([false, false, false]);
  // Another program's file has no header, and nothing of a model.
  expect(await vectors(MODEL, [brain("ada"), packet, lesson, rule])).toEqual([false, false, false]);
});

test("a brain goes to its own place, or to the one that was asked for, part by part", () => {
  const place = { core: "blue", user: "ada" };
  const to = (core: string | null, user: string | null) => targetOf(place, { account: "acme", core, user });
  expect(to(null, null)).toEqual({ account: "acme", core: "blue", user: "ada" });
  expect(to("red", null)).toEqual({ account: "acme", core: "red", user: "ada" });
  expect(to(null, "eve")).toEqual({ account: "acme", core: "blue", user: "eve" });
  expect(targetOf({ core: "blue", user: null }, { account: "acme", core: null, user: "eve" }).user).toBe("eve");
});
