import { describe, expect, test } from "bun:test";
import { countersWith, findConflict, type HeldIds, scannedWith } from "../../src/domain/decide-import.ts";
import type { AtLine, ConflictQuestion, PortableLesson, PortablePacket } from "../../src/domain/portability.ts";

const ADA = { account: "acme", core: "default", user: "ada" };
const BOB = { account: "acme", core: "default", user: "bob" };
const FOREIGN = { account: "other", core: "default", user: "ada" };
const SAID = { input: "hi", answer: "ho", session: null, occurredAt: null, metadata: {} };

function packet(id: string, line: number, said: Partial<typeof SAID> = {}): AtLine<PortablePacket> {
  return {
    ...{ id, line, ...SAID, ...said, kind: "raw", confidence: 0.5, unconfirmedOverwrite: false, cues: [] },
    ...{
      createdAt: 0,
      inputTokens: 1,
      attributes: [],
      learned: false,
      learnable: false,
      vector: null,
      inputVector: null,
    },
  };
}

function lesson(id: string, line: number): AtLine<PortableLesson> {
  return {
    id,
    line,
    text: "t",
    useCount: 0,
    createdAt: 0,
    expiresAt: 9,
    isGeneral: false,
    llmCost: null,
    sourceLink: [],
    vector: null,
  };
}

function question(changes: Partial<ConflictQuestion>): ConflictQuestion {
  return { brain: ADA, reach: { core: null, user: null }, packets: [], lessons: [], ...changes };
}

function held(changes: Partial<HeldIds> = {}): HeldIds {
  const owners = new Map([
    [1, ADA],
    [2, BOB],
    [3, FOREIGN],
  ]);
  return { packets: new Map(), lessons: new Map(), owners, ...changes };
}

const heldIn = (brain: number) => held({ packets: new Map([["a", [{ ...SAID, brain }]]]) });

describe("an import", () => {
  test("meets nothing in the way where the same was said under the id, here or in the file itself", () => {
    expect(findConflict(question({ packets: [packet("a", 2), packet("a", 3)] }), 1, heldIn(1))).toBeNull();
    expect(findConflict(question({ packets: [packet("a", 2), packet("a", 3)] }), null, held())).toBeNull();
  });

  test.each([
    { input: "other" },
    { answer: "other" },
    { session: "s" as unknown as null },
    { occurredAt: 5 as unknown as null },
  ])("meets a memory of the id with other content: %p", (said) => {
    const asked = question({ packets: [packet("a", 4, said)] });
    expect(findConflict(asked, 1, heldIn(1))?.line).toBe(4);
    const twice = question({ packets: [packet("a", 4), packet("a", 5, said)] });
    expect(findConflict(twice, null, held())?.line).toBe(5);
  });

  test("meets an id of another brain where its key reaches that, and learns nothing where it does not", () => {
    const asked = question({ packets: [packet("a", 2)] });
    expect(findConflict(asked, 1, heldIn(2))?.reason).toBe("its id belongs to another brain here");
    expect(findConflict({ ...asked, reach: { core: "default", user: "bob" } }, 1, heldIn(2))).not.toBeNull();
    for (const reach of [
      { core: null, user: "ada" },
      { core: "work", user: null },
    ]) {
      expect(findConflict({ ...asked, reach }, 1, heldIn(2))).toBeNull();
    }
    expect(findConflict(asked, 1, heldIn(3))).toBeNull();
    // A brain that was erased between the two looks is nobody's.
    expect(findConflict(asked, 1, heldIn(4))).toBeNull();
  });

  test("keeps its own where another brain has the same id too", () => {
    const both = held({ packets: new Map([["a", [2, 1].map((brain) => ({ ...SAID, brain }))]]) });
    expect(findConflict(question({ packets: [packet("a", 2)] }), 1, both)).toBeNull();
  });

  test("may bring a lesson again, but not one of another brain", () => {
    const asked = question({ lessons: [lesson("l", 7)] });
    const lessonIn = (...brains: number[]) => held({ lessons: new Map([["l", brains.map((brain) => ({ brain }))]]) });
    expect(findConflict(asked, 1, lessonIn(1, 2))).toBeNull();
    expect(findConflict(asked, 1, lessonIn(2))?.line).toBe(7);
    expect(findConflict(asked, 1, lessonIn(3))).toBeNull();
  });

  test("is told of the first line that conflicts, whatever it holds", () => {
    const asked = question({ packets: [packet("a", 9, { input: "other" })], lessons: [lesson("l", 7)] });
    const all = held({ ...heldIn(1), lessons: new Map([["l", [{ brain: 2 }]]]) });
    expect(findConflict(asked, 1, all)?.line).toBe(7);
  });
});

test("the watermark follows packets that were learned, and stops for good before the first that was not", () => {
  const after = (learned: boolean[], scanned = { through: 0, lastPacket: 0 }) =>
    learned.reduce((now, each, at) => scannedWith(now, { seq: scanned.lastPacket + at + 1, learned: each }), scanned);
  expect(after([true, true])).toEqual({ through: 2, lastPacket: 2 });
  expect(after([true, false, true])).toEqual({ through: 1, lastPacket: 3 });
  // A packet of the brain's own waits to be learned from.
  expect(after([true], { through: 4, lastPacket: 6 })).toEqual({ through: 4, lastPacket: 7 });
  // What was scanned last was erased since.
  expect(scannedWith({ through: 8, lastPacket: 6 }, { seq: 9, learned: true })).toEqual({ through: 9, lastPacket: 9 });
});

test("counters take the greater, coherence as a pair; without counters every packet is a turn", () => {
  const standing = { turns: 4, coherenceSum: 3, coherenceCount: 4, memorySize: 5 };
  expect(countersWith(standing, null)).toEqual({ turns: 5, coherenceSum: 3, coherenceCount: 4 });
  // What was remembered without a turn is no turn in the file either.
  const fewer = { turns: 2, coherenceSum: 1, coherenceCount: 1 };
  expect(countersWith(standing, fewer)).toEqual({ turns: 4, coherenceSum: 3, coherenceCount: 4 });
  const more = { turns: 9, coherenceSum: 1, coherenceCount: 8 };
  expect(countersWith(standing, more)).toEqual(more);
  const asLong = { turns: 9, coherenceSum: 1, coherenceCount: 4 };
  expect(countersWith(standing, asLong)).toEqual({ ...asLong, coherenceSum: 3 });
});
