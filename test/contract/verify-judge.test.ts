// What /verify leaves to the model that reads claim and memory side by side, and what it makes of its answers.
import { afterAll, beforeEach, expect, test } from "bun:test";
import type { AnswerJudge, Doubt } from "../../src/domain/ports/answer-judge.ts";
import type { VerdictBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { startTestService } from "../support/test-service.ts";

/** Sure of a contradiction where this is among what was told. */
let against: string | null = null;
let asked: Doubt[] = [];
let answers: () => Promise<number | null> = async () => null;
const judge: AnswerJudge = {
  thresholds: { contradicts: 0.9, agrees: 0.1, agreesOnNumbers: 0.2 },
  async shareOf(doubt) {
    asked.push(doubt);
    if (against === null) return answers();
    return doubt.told.includes(against) ? 0.95 : 0.2;
  },
};
const t = await startTestService({ judge });
afterAll(() => t.close());
beforeEach(() => {
  against = null;
  asked = [];
  answers = async () => null;
});

const CABIN = "we've got an inside cabin on the ship";
const CHANGED = "they moved us to a balcony, lovely";
const DOG = "the dog has a new lead";
const SAILS = "we sail from Southampton on the 31st of May";
const LATE = "dinner on board is at half past six";

async function told(client: Client): Promise<string[]> {
  const ids = [];
  for (const each of [CABIN, DOG, CHANGED, SAILS, LATE]) ids.push(await client.turn(each, "Noted."));
  return ids;
}

async function verdict(client: Client, input: string, answer: string): Promise<VerdictBody> {
  const { turn_token } = await client.prepare(input);
  const { status, body } = await client.post<VerdictBody>("/verify", { answer, turn_token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

test("it reads the question, what is claimed and what the user told of it, in the order of time", async () => {
  const { agent } = await t.account();
  await told(agent);
  expect(await verdict(agent, "what sort of cabin is it?", "An inside cabin.")).toMatchObject({ ok: true });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ question: "what sort of cabin is it?", claim: "An inside cabin." });
  expect(asked[0]!.told).toEqual([CABIN, DOG, CHANGED, SAILS, LATE]);
});

test("a contradiction names the passage without which there is none", async () => {
  const { agent } = await t.account();
  const ids = await told(agent);
  against = CHANGED;
  const { ok, contradictions } = await verdict(agent, "what sort of cabin is it?", "An inside cabin.");
  expect(ok).toBe(false);
  expect(contradictions).toEqual([
    { sentence: "An inside cabin.", source_id: ids[2]!, remembered: CHANGED, kind: "outdated" },
  ]);
});

test("what looks like a contradiction by its words passes where it reads that both agree", async () => {
  const { agent } = await t.account();
  await told(agent);
  await agent.turn("the rent is 640 euros a month", "Noted.");
  await agent.turn("the rent is 690 euros a month now", "Noted.");
  expect((await verdict(agent, "what's the rent?", "640 euros a month.")).ok).toBe(false);
  answers = async () => 0.5;
  expect((await verdict(agent, "what's the rent?", "640 euros a month.")).ok).toBe(false);
  answers = async () => 0.05;
  expect((await verdict(agent, "what's the rent?", "640 euros a month.")).ok).toBe(true);
});

test("of another number it must be surer than of what was replaced", async () => {
  const { agent } = await t.account();
  await told(agent);
  await agent.turn("the rent is 640 euros a month", "Noted.");
  await agent.turn("the rent is 690 euros a month now", "Noted.");
  await agent.turn("the garage costs 85 euros a month", "Noted.");
  answers = async () => 0.15;
  expect((await verdict(agent, "what's the rent?", "640 euros a month.")).contradictions[0]?.kind).toBe("outdated");
  expect((await verdict(agent, "what does the garage cost?", "95 euros a month.")).ok).toBe(true);
  answers = async () => 0.25;
  expect((await verdict(agent, "what does the garage cost?", "95 euros a month.")).contradictions[0]?.kind).toBe(
    "number",
  );
});

test("in a young brain it reads the only message, which a contradiction then names", async () => {
  const { agent } = await t.account();
  const id = await agent.turn(CABIN, "Noted.");
  against = CABIN;
  const { contradictions } = await verdict(agent, "what sort of cabin is it?", "A suite with a terrace.");
  expect(asked.map(({ told: read }) => read)).toEqual([[CABIN]]);
  expect(contradictions).toEqual([
    { sentence: "A suite with a terrace.", source_id: id, remembered: CABIN, kind: "value" },
  ]);
});

test("it is not asked where nothing was told, and of long answers", async () => {
  const { agent } = await t.account();
  await verdict(agent, "what is the capital of Peru?", "Lima, on the coast of the Pacific.");
  await told(agent);
  await verdict(agent, "what sort of cabin is it?", "An inside cabin on the ship with a bed and a lamp. ".repeat(5));
  expect(asked).toEqual([]);
});

test("words alone decide where it has no time or has died", async () => {
  const { agent } = await t.account();
  await told(agent);
  for (const answer of [async () => null, () => Promise.reject(new Error("it died"))]) {
    answers = answer;
    expect((await verdict(agent, "what sort of cabin is it?", "An inside cabin.")).ok).toBe(true);
  }
  expect(asked).toHaveLength(2);
});
