import { describe, expect, test } from "bun:test";
import { decideRecord, whatRises } from "../../src/domain/decide-record.ts";
import { MemoryError } from "../../src/domain/errors.ts";

const YES = new Uint8Array([1, 2]);
const NO = new Uint8Array([1, 3]);
const TURN = { brain: 7, expiresAt: 100, input: "hi", inputVector: YES, consumedAt: null, answerHash: null };
const CONSUMED = { ...TURN, input: null, inputVector: null, consumedAt: 50, answerHash: YES };
const ASKED = { brain: 7, answerHash: YES, attributes: [], attributesVersion: 3, now: 99 };

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof MemoryError) return error.code;
    throw error;
  }
  return "no error";
}

describe("a record", () => {
  test("of a turn that waits for it is made, with what was prepared", () => {
    expect(decideRecord(TURN, ASKED, null)).toEqual({ kind: "record", turn: TURN });
  });

  test("of the same answer again is a repetition, even after the token's end; of another one it is refused", () => {
    expect(decideRecord(CONSUMED, ASKED, null)).toEqual({ kind: "repeated" });
    expect(decideRecord(CONSUMED, { ...ASKED, now: 1_000 }, null)).toEqual({ kind: "repeated" });
    for (const answerHash of [NO, new Uint8Array([1]), new Uint8Array([1, 2, 3])]) {
      expect(codeOf(() => decideRecord(CONSUMED, { ...ASKED, answerHash }, null))).toBe("token_consumed");
    }
  });

  test("of no turn, or of another brain's, finds no token, whatever became of it", () => {
    expect(codeOf(() => decideRecord(null, ASKED, null))).toBe("token_not_found");
    expect(codeOf(() => decideRecord({ ...TURN, brain: 8 }, ASKED, null))).toBe("token_not_found");
    expect(codeOf(() => decideRecord({ ...CONSUMED, brain: 8 }, ASKED, null))).toBe("token_not_found");
  });

  test("is too late from the token's end on, and once what was prepared is gone", () => {
    expect(codeOf(() => decideRecord(TURN, { ...ASKED, now: 100 }, null))).toBe("token_expired");
    expect(codeOf(() => decideRecord({ ...TURN, input: null }, ASKED, null))).toBe("token_expired");
    expect(codeOf(() => decideRecord({ ...TURN, inputVector: null }, ASKED, null))).toBe("token_expired");
  });

  test("that states self-attributes is outdated where they changed; one that states none never is", () => {
    const stating = { ...ASKED, attributes: ["name"] };
    expect(decideRecord(TURN, stating, 4)).toEqual({ kind: "outdated" });
    expect(decideRecord(TURN, stating, 3)).toEqual({ kind: "record", turn: TURN });
    expect(decideRecord(TURN, ASKED, 4)).toEqual({ kind: "record", turn: TURN });
    // Nothing would be written anyway: what became of the token is what counts.
    expect(decideRecord(CONSUMED, stating, 4)).toEqual({ kind: "repeated" });
  });
});

test("a packet rises to the confidence of its kind, unless another of its claims is open", () => {
  const claimants = [
    { seq: 1, kind: "raw" as const },
    { seq: 2, kind: "correction" as const },
    { seq: 3, kind: "raw" as const },
  ];
  expect(whatRises(claimants, new Set([3, 9]))).toEqual([
    { seq: 1, confidence: 0.5 },
    { seq: 2, confidence: 0.7 },
  ]);
});
