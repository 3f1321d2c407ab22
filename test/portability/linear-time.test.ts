// Whatever a file of another program holds, the time to read it grows with its length.
import { describe, expect, test } from "bun:test";
import { CONFIDENCE } from "../../src/domain/packet.ts";
import { formatOf, isExport } from "../../src/portability/detect-format.ts";
import { sessionOf, timeOf } from "../../src/portability/foreign-turn.ts";
import { readChat } from "../../src/portability/read-chat.ts";
import { parseDocument, readBytes } from "../../src/portability/read-document.ts";
import * as read from "../../src/portability/read-fields.ts";
import { LineFault } from "../../src/portability/read-fields.ts";
import { readLines } from "../../src/portability/read-lines.ts";
import { readMem0 } from "../../src/portability/read-mem0.ts";
import { readNotes } from "../../src/portability/read-notes.ts";
import { type DraftPacket, SelfReader } from "../../src/portability/read-self.ts";
import { decideAttributes } from "../../src/turns/decide-attributes.ts";
import { sameValue } from "../../src/understanding/same-value.ts";
import { createTurnReader } from "../../src/understanding/turn-reader.ts";
import { expectLinearUpTo } from "../support/growth.ts";

const MIB = 1024 * 1024;
const reader = createTurnReader();
const ignore = () => {};

/** A text that is refused was read as well. */
async function tried(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
  }
}

/** `unit` again and again between `start` and `end`. */
const filled =
  (start: string, unit: string, end = "") =>
  (length: number) =>
    start + unit.repeat(Math.max(1, Math.floor(length / unit.length))) + end;

describe("a note in Markdown", () => {
  test.each<[string, (length: number) => string]>([
    ["a dash and spaces", filled("- ", " ")],
    ["a dash, words and spaces", filled("- a", " ", "x")],
    ["a dash and tabs before an open bracket", filled("- ", " \t", "[")],
    ["dashes and spaces", filled("", "- ")],
    ["open brackets", filled("- ", "[")],
    ["open links", filled("- ", "[[a")],
    ["a link that never ends", filled("- a [[", "b")],
    ["a kind of underscores", filled("- ", "_-", " [[a]]")],
    ["a kind of spaces", filled("- a", " ", "[[b]]")],
    ["a category that never ends", filled("- [", "a")],
    ["a category of spaces", filled("- [", " ", "] a")],
    ["spaces behind a category", filled("- [ab]", " ", "\u2028")],
    ["an observation without a break", filled("- [ab] ", "x")],
    ["an observation of sentences", filled("- [ab] ", "a. ")],
    ["a mark and spaces", filled("#", " ")],
    ["a heading of spaces", filled("# a", " ", "b")],
    ["a heading of marks", filled("# a", "#", "b")],
    ["a heading of marks and spaces", filled("# a", "# ", "b")],
    ["a heading of spaces and marks", filled("# a", " #")],
    ["a heading of other line ends", filled("# a", "\u2028")],
    ["front matter that never ends", filled("---\n", "a: 1\n")],
    ["front matter with fences that are none", filled("---\n", "--- x\n")],
    ["front matter with a fence of spaces", filled("---\na: 1\n---", " ", "x")],
    ["a first fence of spaces", filled("---", " \t", "x")],
    ["front matter of open lists", filled("---\na: ", "[", "\n---\n")],
    ["front matter that refers to itself", filled("---\na: &a [b]\n", "c: {<<: *a}\n", "\n---\n")],
    ["a paragraph without a break", filled("", "x")],
    ["a paragraph of spaces between two words", filled("a", " ", "b")],
    ["a paragraph of sentences", filled("", "a. ")],
    ["a paragraph of early sentences", filled("", `a. ${"x".repeat(997)}`)],
    ["a paragraph of lines", filled("", "a\n")],
    ["paragraphs", filled("", "a\n\n")],
    ["blank lines", filled("", "\n")],
    ["carriage returns", filled("", "\r", "x")],
    ["many headings", filled("", "# a\nb\n")],
  ])("%s", async (_, textOf) => {
    await expectLinearUpTo(MIB, (length) => tried(() => readNotes(textOf(length), ignore)));
  });

  test("facts under one long title, which is not told before each of them in full", async () => {
    const noteOf = (length: number) => `# ${"t".repeat(length / 2)}\n${"a\n\n".repeat(length / 6)}`;
    const facts = readNotes(noteOf(32_768), ignore);
    expect(facts.length).toBeGreaterThan(5_000);
    for (const { input } of facts) expect(input.length).toBeLessThan(500);
    // Written out, as they are where they are stored.
    await expectLinearUpTo(MIB / 4, (length) => {
      for (const { input } of readNotes(noteOf(length), ignore)) new TextEncoder().encode(input);
    });
  });
});

/** The same bytes in pieces of `pieceBytes`. */
function fileOf(text: string, pieceBytes = MIB) {
  const bytes = new TextEncoder().encode(text);
  return {
    async *read() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    },
  };
}

test.each<[string, (length: number) => string]>([
  ["spaces", filled("", " ", "x")],
  ["a fence of spaces", filled("---", " ", "x")],
  ["marks", filled("", "#")],
  ["open lists", filled("", "[")],
  ["open objects", filled("", '{"a":')],
  ["lines of JSON", filled("", "{}\n")],
  ["messages", filled("[", '{"role":"user"},', "0]")],
  ["blank lines in lines of JSON", filled("{}", " \n", "{}")],
])("telling what wrote %s", async (_, textOf) => {
  await expectLinearUpTo(MIB, async (length) => {
    const file = fileOf(textOf(length));
    expect(await isExport(file)).toBe(false);
    await tried(async () => formatOf(parseDocument(await readBytes(file), ignore)));
  });
});

test("lines, in pieces of whatever length", async () => {
  for (const textOf of [filled("", "\n"), filled("", "x"), filled("", "ab\n")]) {
    await expectLinearUpTo(MIB / 4, async (length) => {
      for await (const { bytes } of readLines(fileOf(textOf(length), 16).read(), MIB)) bytes.at(0);
    });
  }
});

describe("a field", () => {
  const digits = filled("2025-01-01T00:00:00.", "1", "x");
  test.each<[string, (text: string) => unknown, (length: number) => string]>([
    ["moment of another program", (text) => timeOf({ at: text }, "at"), digits],
    ["moment of an export", (text) => read.time({ at: text }, "at"), digits],
    ["session", sessionOf, filled("", "\u0000")],
    ["id", (text) => read.id({ id: text }, "id"), filled("", "a")],
    ["core", (text) => read.coreSlug({ core: text }, "core"), filled("", "a-", "!")],
    ["user", (text) => read.userOrNull({ user: text }, "user"), filled("", "a:", "!")],
    ["hash", (text) => read.sha256({ sha256: text }, "sha256"), filled("", "0")],
    ["text", (text) => read.statement({ text }, "text", MIB), filled("", " ")],
    ["embedding", (text) => read.vectorOrNull({ vector: text }, "vector"), filled("", "A")],
  ])("%s", async (_, check, textOf) => {
    await expectLinearUpTo(MIB, (length) => tried(() => check(textOf(length))));
  });
});

describe("memories and messages", () => {
  test("memories of spaces", async () => {
    await expectLinearUpTo(MIB, (length) => tried(() => readMem0([{ memory: `${" ".repeat(length)}x` }], ignore)));
  });

  test("messages of one side in a row", async () => {
    await expectLinearUpTo(MIB, (length) => {
      const said = Array.from({ length: length / 32 }, () => ({ role: "user", content: "a", timestamp: 1 }));
      return tried(() => readChat([...said, { role: "assistant", content: "b" }], ignore));
    });
  });

  test("a chat in which the user gives a new name in each turn", async () => {
    // 64 turns have as many open claims as there can be.
    await expectLinearUpTo(MIB / 64, (length) => {
      const self = new SelfReader(sameValue, decideAttributes, []);
      for (let at = 0; at < 64 + length / 16; at++) take(self, draftOf(`My name is Da${letters(at)}.`));
    });
  });
});

function letters(number: number): string {
  return [...number.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("");
}

function take(self: SelfReader, draft: DraftPacket): void {
  self.take(draft, reader.readInput(draft.input));
}

function draftOf(input: string): DraftPacket {
  return {
    id: "mem_1",
    kind: "raw",
    input,
    answer: "ok",
    confidence: CONFIDENCE.raw,
    unconfirmedOverwrite: false,
    cues: [],
    session: null,
    occurredAt: null,
    metadata: {},
    createdAt: 0,
    inputTokens: 1,
    attributes: [],
    learned: false,
    learnable: true,
    vector: null,
    inputVector: null,
  };
}

test("a claim is confirmed when it is said again, if not too many others came between", () => {
  const saidAgain = (between: number) => {
    const self = new SelfReader(sameValue, decideAttributes, []);
    const drafts = ["Dana", "Diana", ...Array.from({ length: between }, (_, at) => `Da${letters(at)}`), "Diana"].map(
      (name) => draftOf(`My name is ${name}.`),
    );
    for (const draft of drafts) take(self, draft);
    return [drafts[1], drafts.at(-1)].map((draft) => draft?.unconfirmedOverwrite);
  };
  expect(saidAgain(0)).toEqual([false, false]);
  expect(saidAgain(20)).toEqual([false, false]);
  expect(saidAgain(60)).toEqual([true, true]);
});
