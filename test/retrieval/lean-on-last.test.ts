import { expect, test } from "bun:test";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { Packet } from "../../src/domain/packet.ts";
import { NO_STANCE } from "../../src/domain/question-stance.ts";
import { leanOn, turnBefore } from "../../src/retrieval/lean-on-last.ts";
import type { Lookup } from "../../src/retrieval/lookup.ts";

const axis = (at: number) => Float32Array.from({ length: DIMENSION }, (_, index) => Number(index === at));
const LAST = { seq: 7, input: "what to cook tonight" } as Packet;

function lookupOf(leaning: number, session: string | null = "talk"): Lookup {
  const question = { text: "Yes please.", vector: axis(0), session, stance: { ...NO_STANCE, leaning }, ahead: null };
  return { brain: 1, question } as unknown as Lookup;
}

test("the turn before is the session's last, and none where the input leans on nothing or names no session", async () => {
  const asked: unknown[] = [];
  const packets = {
    listSession: async (...of: unknown[]) => {
      asked.push(of);
      return [LAST];
    },
  };
  expect(await turnBefore(packets, lookupOf(1))).toBe(LAST);
  expect(await turnBefore(packets, lookupOf(0))).toBeNull();
  expect(await turnBefore(packets, lookupOf(1, null))).toBeNull();
  expect(asked).toEqual([[1, "talk", { limit: 1, before: null }]]);
  expect(await turnBefore({ listSession: async () => [] }, lookupOf(1))).toBeNull();
});

test("the question takes up its meaning, the more the more it leans, and its words where it has next to none", async () => {
  const vectors = { compare: async () => [{ similarity: 0, vector: axis(1) }] };
  const leaned = async (leaning: number) => (await leanOn(vectors, lookupOf(leaning), LAST)).question;
  const whole = await leaned(1);
  expect(whole.text).toBe("what to cook tonight\nYes please.");
  expect(whole.vector[0]).toBeCloseTo(Math.SQRT1_2, 6);
  expect(whole.vector[1]).toBeCloseTo(Math.SQRT1_2, 6);
  const hardly = await leaned(0.25);
  expect(hardly.text).toBe("Yes please.");
  expect(hardly.vector[1]! / hardly.vector[0]!).toBeCloseTo(0.25, 6);
});

test("a last turn without an embedding leaves the question's own", async () => {
  const { question } = await leanOn({ compare: async () => [null] }, lookupOf(1), LAST);
  expect(question.vector).toEqual(axis(0));
});
