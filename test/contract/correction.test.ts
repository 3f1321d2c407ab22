// Which turns are taken for corrections when they are recorded, and what that makes of them.
import { afterAll, describe, expect, test } from "bun:test";
import type { MemoryDetailBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

async function memoryOf(client: Client, id: string): Promise<MemoryDetailBody> {
  const { status, body } = await client.get<MemoryDetailBody>(`/memory/${id}`);
  expect(status).toBe(200);
  return body;
}

describe("a turn that corrects what went before", () => {
  const corrections: string[] = [
    "No, it's on Wednesday.",
    "Actually, the meeting is at noon.",
    "That's wrong.",
    "I meant the bus station.",
    "Not Paris in France but Paris in Texas.",
    "Please stop calling me sir.",
    "You misunderstood me, I want to cancel the whole subscription.",
    "Actually I moved to Porto in May.",
    "No, always answer in French.",
    "Sorry, I meant 15 grams and not 15 ounces.",
    "no, it’s on wednesday",
  ];
  test.each(corrections)("is a correction by its words: %j", async (input) => {
    const { agent } = await t.account();
    const packet = await memoryOf(agent, await agent.turn(input, "noted"));
    expect(packet).toMatchObject({ packet_type: "correction", confidence: 0.7, unconfirmed_overwrite: false });
    expect(packet.cues.length).toBeGreaterThan(0);
    expect(packet.cues).not.toContain("asked-for");
  });

  const ordinary: string[] = [
    "No worries, take your time.",
    "Actually, that's great, thank you!",
    "No, thanks, I'm good.",
    "No problem at all, thanks!",
    "Not yet, but I will let you know.",
    "She is not only a doctor but also a painter.",
    "Isn't it Thursday today?",
    'What does "that\'s wrong" mean in Spanish?',
    'My boss said "no, it\'s due on Monday" and hung up.',
    "I actually enjoyed the film a lot.",
    "How do I write a letter?",
  ];
  test.each(ordinary)("is none where it only looks like one: %j", async (input) => {
    const { agent } = await t.account();
    expect(await memoryOf(agent, await agent.turn(input, "noted"))).toMatchObject({
      packet_type: "raw",
      confidence: 0.5,
      cues: [],
    });
  });

  test("is read from what the user said, not from what was answered", async () => {
    const { agent } = await t.account();
    const id = await agent.turn("When do we meet?", "Actually, the meeting is at noon. That's wrong, I meant one.");
    expect(await memoryOf(agent, id)).toMatchObject({ packet_type: "raw", cues: [] });
  });

  test("is one where the caller says so, with a cue of its own", async () => {
    const { agent } = await t.account();
    const id = await agent.turn("plain words", "noted", { correction: true });
    expect(await memoryOf(agent, id)).toMatchObject({
      packet_type: "correction",
      confidence: 0.7,
      cues: ["asked-for"],
    });
  });

  test("stays one where the caller says that it is none", async () => {
    const { agent } = await t.account();
    const id = await agent.turn("No, it's on Wednesday.", "noted", { correction: false });
    expect(await memoryOf(agent, id)).toMatchObject({ packet_type: "correction" });
  });

  test("has its confidence in the scores of the next turn, and outranks an ordinary one", async () => {
    const { agent } = await t.account();
    const raw = await agent.remember("It's on Wednesday.");
    const correction = await agent.remember("No, it's on Wednesday.");
    const { sources } = await agent.prepare("No, it's on Wednesday.");
    expect(sources.map(({ id }) => id)).toEqual([correction, raw]);
    expect(sources[0]?.score).toBeCloseTo(0.7, 5);
  });

  test("is the same turn when it is recorded again", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("No, it's on Wednesday.");
    await agent.record(turn_token, "noted");
    const before = await agent.state();
    expect((await agent.record(turn_token, "noted")).status).toBe(200);
    expect(await agent.state()).toEqual(before);
  });
});
