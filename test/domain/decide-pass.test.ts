import { describe, expect, test } from "bun:test";
import { decideLessons, decidePass, type ForgottenRule, wasForgotten } from "../../src/domain/decide-pass.ts";
import { MemoryError } from "../../src/domain/errors.ts";

const PASS = { status: "ok", after: 5, tokenHash: null } as const;
const PLANNED = { ...PASS, tokenHash: new Uint8Array([1]) };

describe("a pass that ends", () => {
  test("is kept where the watermark is where it began", () => {
    expect(decidePass(PASS, { isPlanOpen: false, through: 5 })).toBe("keep");
    expect(decidePass({ ...PASS, status: "partial" }, { isPlanOpen: false, through: 5 })).toBe("keep");
  });

  test("teaches nothing where it failed, or where another has taught the same packets", () => {
    expect(decidePass({ ...PASS, status: "failed" }, { isPlanOpen: false, through: 5 })).toBe("nothing");
    expect(decidePass(PASS, { isPlanOpen: false, through: 6 })).toBe("nothing");
    expect(decidePass({ ...PLANNED, status: "failed" }, { isPlanOpen: true, through: 5 })).toBe("nothing");
  });

  test("of an open plan is kept wherever the watermark is; of a closed one it is refused, even without a brain", () => {
    expect(decidePass(PLANNED, { isPlanOpen: true, through: 9 })).toBe("keep");
    for (const through of [5, null]) {
      expect(() => decidePass(PLANNED, { isPlanOpen: false, through })).toThrow(MemoryError);
    }
  });

  test("of a brain that is gone leaves nothing", () => {
    expect(decidePass(PASS, { isPlanOpen: false, through: null })).toBe("gone");
  });
});

const X = new Float32Array([1, 0]);
const Y = new Float32Array([0, 1]);
const NEAR_X = new Float32Array([0.9, Math.sqrt(1 - 0.81)]);
const WORDS = new Uint8Array([1]);
const OTHER_WORDS = new Uint8Array([2]);
const LIKENESS = { forgottenSimilarity: 0.85, cosineBaseline: 0 };

function rule(seq: number, changes: Partial<ForgottenRule> = {}): ForgottenRule {
  return { seq, vector: X, isCurrent: true, wording: WORDS, ...changes };
}

function lesson(id: string, changes: { vector?: Float32Array; wording?: Uint8Array; sourceSeqs?: number[] } = {}) {
  return { id, vector: Y, wording: OTHER_WORDS, sourceSeqs: [1], ...changes };
}

describe("a rule that was deleted for good", () => {
  test("is known by its meaning, from the similarity on that the pass says", () => {
    expect(wasForgotten(lesson("a", { vector: NEAR_X }), [rule(3)], LIKENESS)?.seq).toBe(3);
    expect(
      wasForgotten(lesson("a", { vector: NEAR_X }), [rule(3)], { ...LIKENESS, forgottenSimilarity: 0.95 }),
    ).toBeNull();
    expect(wasForgotten(lesson("a", { vector: NEAR_X }), [rule(3)], { ...LIKENESS, cosineBaseline: 0.7 })).toBeNull();
  });

  test("is known by its words alone where another model embedded it, and by nothing where they were not kept", () => {
    const same = lesson("a", { vector: X, wording: WORDS });
    expect(wasForgotten(same, [rule(3, { isCurrent: false, vector: Y })], LIKENESS)?.seq).toBe(3);
    expect(wasForgotten({ ...same, wording: OTHER_WORDS }, [rule(3, { isCurrent: false })], LIKENESS)).toBeNull();
    expect(wasForgotten(same, [rule(3, { isCurrent: false, wording: null })], LIKENESS)).toBeNull();
    // Where its embedding counts, the words do not.
    expect(wasForgotten(lesson("a", { wording: WORDS }), [rule(3)], LIKENESS)).toBeNull();
  });
});

describe("what a pass learned", () => {
  const standing = {
    rules: [] as ForgottenRule[],
    packetIds: new Map([
      [1, "mem_b"],
      [2, "mem_a"],
    ]),
    lessons: new Set([40]),
  };

  test("is linked to those of its packets that are left, by id; a lesson without any is unmade", () => {
    const lessons = [lesson("a", { sourceSeqs: [1, 2, 2, 3] }), lesson("b", { sourceSeqs: [3] })];
    const { made, unmade } = decideLessons({ ...LIKENESS, lessons, merges: [] }, standing);
    expect(made.map(({ lesson, sourceLink }) => [lesson.id, sourceLink])).toEqual([["a", ["mem_a", "mem_b"]]]);
    expect(unmade).toBe(1);
  });

  test("is merged into lessons that are left alone", () => {
    const merges = [
      { lessonSeq: 40, sourceSeqs: [2, 3] },
      { lessonSeq: 41, sourceSeqs: [1] },
    ];
    const { merged } = decideLessons({ ...LIKENESS, lessons: [], merges }, standing);
    expect(merged).toEqual([{ lessonSeq: 40, sourceLink: ["mem_a"] }]);
  });

  test("is not made where its meaning was deleted for good, packets or not", () => {
    const lessons = [lesson("a", { vector: X }), lesson("b"), lesson("c", { vector: X, sourceSeqs: [3] })];
    const decided = decideLessons({ ...LIKENESS, lessons, merges: [] }, { ...standing, rules: [rule(9)] });
    expect([decided.made.map(({ lesson }) => lesson.id), decided.unmade]).toEqual([["b"], 2]);
    expect(decided.renewed).toEqual([]);
  });

  test("makes a rule met by its words known by meaning, already for the lesson that follows", () => {
    const rules = [rule(9, { isCurrent: false, vector: Y })];
    const lessons = [lesson("a", { vector: X, wording: WORDS }), lesson("b", { vector: NEAR_X })];
    const decided = decideLessons({ ...LIKENESS, lessons, merges: [] }, { ...standing, rules });
    expect([decided.made, decided.unmade]).toEqual([[], 2]);
    expect(decided.renewed).toEqual([{ seq: 9, vector: X }]);
  });
});
