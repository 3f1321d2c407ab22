// The user's own name and occupation: the first value stands until another one is confirmed.
import { afterAll, describe, expect, spyOn, test } from "bun:test";
import type { MemoryDetailBody, TurnBody, VerdictBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const CLAIM = { packet_type: "raw", confidence: 0.15, unconfirmed_overwrite: true };
const PLAIN = { packet_type: "raw", confidence: 0.5, unconfirmed_overwrite: false };
const CORRECTION = { packet_type: "correction", confidence: 0.7, unconfirmed_overwrite: false };

async function memoryOf(client: Client, id: string): Promise<MemoryDetailBody> {
  const { status, body } = await client.get<MemoryDetailBody>(`/memory/${id}`);
  expect(status).toBe(200);
  return body;
}

/** Records the words and says what became of the packet. */
async function say(client: Client, input: string): Promise<{ id: string; packet: MemoryDetailBody }> {
  const id = await client.remember(input);
  return { id, packet: await memoryOf(client, id) };
}

function scoreOf({ sources }: TurnBody, id: string): number | undefined {
  return sources.find((source) => source.id === id)?.score;
}

async function contradicts(client: Client, answer: string, turnToken?: string): Promise<boolean> {
  const { status, body } = await client.post<VerdictBody>("/verify", { answer, turn_token: turnToken ?? null });
  expect(status).toBe(200);
  expect(body.ok).toBe(body.reason === "");
  if (body.contradiction) expect(body.ok).toBe(false);
  return body.contradiction;
}

describe.each([
  ["name", "My name is Dana.", "My name is Diana.", "No, my name is Diana.", "MY NAME IS DANA"],
  ["name", "Call me Dana.", "Call me Diana.", "No, call me Diana.", "call me dana"],
  ["occupation", "I'm a nurse.", "I'm a teacher.", "No, I'm a teacher.", "i'm a NURSE"],
  ["occupation", "I work as a nurse.", "I work as a teacher.", "No, I work as a teacher.", "I work as a Nurse"],
])("the %s stated by %j", (_, first, other, corrected, again) => {
  test("is confirmed as the first value, with a cue", async () => {
    const { agent } = await t.account();
    const { packet } = await say(agent, first);
    expect(packet).toMatchObject(PLAIN);
    expect(packet.cues).toHaveLength(1);
  });

  test("stands against another value that is said once", async () => {
    const { agent } = await t.account();
    const old = await say(agent, first);
    const claim = await say(agent, other);
    expect(claim.packet).toMatchObject(CLAIM);
    expect(await memoryOf(agent, old.id)).toMatchObject(PLAIN);
    expect(scoreOf(await agent.prepare(other), claim.id)).toBeCloseTo(0.15, 5);
    // The old value is still the brain's own.
    expect((await say(agent, again)).packet).toMatchObject(PLAIN);
  });

  test("gives way to another value that is said twice: both packets rise at once, the old one stays", async () => {
    const { agent } = await t.account();
    const old = await say(agent, first);
    const one = await say(agent, other);
    expect(scoreOf(await agent.prepare(other), one.id)).toBeCloseTo(0.15, 5);
    const two = await say(agent, other);
    const turn = await agent.prepare(other);
    expect(scoreOf(turn, one.id)).toBeCloseTo(0.5, 5);
    expect(scoreOf(turn, two.id)).toBeCloseTo(0.5, 5);
    for (const { id } of [one, two, old]) expect(await memoryOf(agent, id)).toMatchObject(PLAIN);
    // Now the first value is the one that would overwrite.
    expect((await say(agent, first)).packet).toMatchObject(CLAIM);
  });

  test("gives way to an explicit correction at once", async () => {
    const { agent } = await t.account();
    const old = await say(agent, first);
    const correction = await say(agent, corrected);
    expect(correction.packet).toMatchObject(CORRECTION);
    expect(scoreOf(await agent.prepare(corrected), correction.id)).toBeCloseTo(0.7, 5);
    expect(await memoryOf(agent, old.id)).toMatchObject(PLAIN);
    expect((await say(agent, other)).packet).toMatchObject(PLAIN);
    expect((await say(agent, first)).packet).toMatchObject(CLAIM);
  });

  test("is not overwritten by itself in another case", async () => {
    const { agent } = await t.account();
    await say(agent, first);
    expect((await say(agent, again)).packet).toMatchObject(PLAIN);
  });

  test("is free again once the packet that states it is erased", async () => {
    const { agent } = await t.account();
    const { id } = await say(agent, first);
    await agent.delete(`/memory/${id}`);
    expect((await say(agent, other)).packet).toMatchObject(PLAIN);
    expect((await say(agent, first)).packet).toMatchObject(CLAIM);
  });

  test("is free again once the memory is erased, with what was claimed against it", async () => {
    const { agent } = await t.account();
    await say(agent, first);
    await say(agent, other);
    await agent.delete("/memory");
    expect((await say(agent, first)).packet).toMatchObject(PLAIN);
    expect((await say(agent, other)).packet).toMatchObject(CLAIM);
  });

  test("belongs to one brain", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    await say(admin.at({ user: "ann" }), first);
    for (const each of [admin, admin.at({ user: "bob" }), admin.at({ user: "ann", core: "blue" })]) {
      expect((await say(each, other)).packet).toMatchObject(PLAIN);
    }
    expect((await say((await t.account()).agent.at({ user: "ann" }), other)).packet).toMatchObject(PLAIN);
    expect((await say(admin.at({ user: "ann" }), other)).packet).toMatchObject(CLAIM);
  });
});

describe("an overwrite", () => {
  test("is confirmed where the caller calls it a correction", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    const id = await agent.remember("My name is Diana.", { correction: true });
    expect(await memoryOf(agent, id)).toMatchObject(CORRECTION);
    expect(await contradicts(agent, "Your name is Dana.")).toBe(true);
  });

  test.each([
    ["I'm a nurse.", "I got promoted, I'm head of product now.", "i-am-title", "head of product"],
    ["I'm a nurse.", "I've just started as a paramedic", "i-work-as", "paramedic"],
    ["My name is Anna.", "I changed my name to Clara.", "changed-name-to", "Clara"],
    ["My name is Anna.", "I go by Sam now", "go-by", "Sam"],
  ])("of %p is confirmed at once by an announced change: %p", async (first, changed, cue, value) => {
    const { agent } = await t.account();
    const old = await say(agent, first);
    expect((await say(agent, changed)).packet).toMatchObject({ ...PLAIN, cues: [cue] });
    expect(await memoryOf(agent, old.id)).toMatchObject(PLAIN);
    expect((await agent.get<{ attributes: object[] }>("/profile")).body.attributes).toMatchObject([{ value }]);
    expect((await say(agent, first)).packet).toMatchObject(CLAIM);
  });

  test("is not confirmed by somebody else's change", async () => {
    const { agent } = await t.account();
    await say(agent, "I'm a nurse.");
    expect((await say(agent, "My sister got promoted, I'm a teacher.")).packet).toMatchObject(CLAIM);
  });

  test("that a correction confirms raises what was claimed before", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    const claim = await say(agent, "My name is Diana.");
    await say(agent, "No, my name is Diana.");
    expect(await memoryOf(agent, claim.id)).toMatchObject(PLAIN);
    expect(scoreOf(await agent.prepare("My name is Diana."), claim.id)).toBeCloseTo(0.5, 5);
  });

  test("is confirmed by the same value in another case and other words", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    const claim = await say(agent, "My name is Diana.");
    expect((await say(agent, "call me diana")).packet).toMatchObject(PLAIN);
    expect(await memoryOf(agent, claim.id)).toMatchObject(PLAIN);
  });

  test("is not confirmed by a third value, nor by the same record again", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    const { turn_token } = await agent.prepare("My name is Diana.");
    await agent.record(turn_token, "noted");
    await agent.record(turn_token, "noted");
    const [claim] = (await agent.state()).memory.items;
    expect((await say(agent, "My name is Maria.")).packet).toMatchObject(CLAIM);
    expect(await memoryOf(agent, claim?.id ?? "")).toMatchObject(CLAIM);
    expect(await contradicts(agent, "Your name is Dana.")).toBe(false);
  });

  test("is not confirmed by one that was erased", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    const { id } = await say(agent, "My name is Diana.");
    await agent.delete(`/memory/${id}`);
    expect((await say(agent, "My name is Diana.")).packet).toMatchObject(CLAIM);
  });

  test("of the name leaves the occupation alone", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    await say(agent, "I'm a nurse.");
    expect((await say(agent, "My name is Diana.")).packet).toMatchObject(CLAIM);
    expect((await say(agent, "I'm a nurse.")).packet).toMatchObject(PLAIN);
  });

  test("of two attributes in one turn rises when both are confirmed", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana. I work as a nurse.");
    const both = await say(agent, "My name is Diana. I work as a teacher.");
    expect(both.packet).toMatchObject(CLAIM);
    await say(agent, "My name is Diana.");
    expect(await memoryOf(agent, both.id)).toMatchObject(CLAIM);
    await say(agent, "I work as a teacher.");
    expect(await memoryOf(agent, both.id)).toMatchObject(PLAIN);
  });

  test("is stored all the same and is found", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    const { id } = await say(agent, "My name is Diana.");
    expect((await agent.state()).metrics).toMatchObject({ turns: 2, memory_size: 2 });
    expect((await agent.prepare("My name is Diana.")).sources.map((source) => source.id)).toContain(id);
  });
});

describe("what is no self-attribute", () => {
  test.each([
    "My sister's name is Diana.",
    "Her name is Diana.",
    "My daughter is called Diana.",
    "My sister is a teacher.",
    "I'm tired.",
    "I'm a bit late.",
    "I'm at home.",
    "Call me tomorrow.",
    'How do I say "my name is Diana" in Korean?',
  ])("overwrites nothing: %j", async (input) => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    await say(agent, "I'm a nurse.");
    expect((await say(agent, input)).packet).toMatchObject({ ...PLAIN, cues: [] });
  });

  test("is what the answer says", async () => {
    const { agent } = await t.account();
    await agent.turn("Who are you?", "My name is Diana. I'm a teacher.");
    expect((await say(agent, "My name is Dana.")).packet).toMatchObject(PLAIN);
    expect((await say(agent, "I'm a nurse.")).packet).toMatchObject(PLAIN);
  });
});

describe("POST /verify", () => {
  test("finds a contradiction of the confirmed name, with a token and without, and none in the right name", async () => {
    const { agent } = await t.account();
    await agent.turn("My name is Dana.", "Nice to meet you.");
    const { turn_token } = await agent.prepare("What is my name?");
    for (const token of [turn_token, undefined]) {
      expect(await contradicts(agent, "Your name is Diana.", token)).toBe(true);
      expect(await contradicts(agent, "Hello there. Your name is Diana, of course.", token)).toBe(true);
      expect(await contradicts(agent, "Your name is Dana.", token)).toBe(false);
      expect(await contradicts(agent, "your name is DANA", token)).toBe(false);
      expect(await contradicts(agent, "Your sister's name is Diana.", token)).toBe(false);
    }
  });

  test("holds the answer to the confirmed value, not to one that was claimed once", async () => {
    const { agent } = await t.account();
    await agent.turn("My name is Dana.", "Nice to meet you.");
    await agent.turn("My name is Diana.", "Nice to meet you.");
    expect(await contradicts(agent, "Your name is Dana.")).toBe(false);
    expect(await contradicts(agent, "Your name is Diana.")).toBe(true);
    await agent.turn("My name is Diana.", "Nice to meet you.");
    expect(await contradicts(agent, "Your name is Diana.")).toBe(false);
    expect(await contradicts(agent, "Your name is Dana.")).toBe(true);
  });

  test("knows nothing of other brains, nor of what was erased", async () => {
    const { agent } = await t.account();
    await agent.turn("My name is Dana.", "Nice to meet you.");
    expect(await contradicts(agent.at({ user: "ann" }), "Your name is Diana.")).toBe(false);
    await agent.delete("/memory");
    expect(await contradicts(agent, "Your name is Diana.")).toBe(false);
  });
});

describe("at the same time", () => {
  /** Prepared one after another, recorded together; the packets in the order of the inputs. */
  async function sayTogether(client: Client, inputs: readonly string[]): Promise<MemoryDetailBody[]> {
    const turns = [];
    for (const input of inputs) turns.push(await client.prepare(input));
    const answers = await Promise.all(turns.map(({ turn_token }, at) => client.record(turn_token, `noted ${at}`)));
    expect(answers.map(({ status }) => status)).toEqual(inputs.map(() => 200));
    const { items } = (await client.state()).memory;
    const ids = inputs.map((input, at) => items.find(({ text }) => text === `${input}\nnoted ${at}`)?.id ?? "");
    return Promise.all(ids.map((id) => memoryOf(client, id)));
  }

  test("two statements of one other value confirm it", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    const both = await sayTogether(agent, ["My name is Diana.", "My name is Diana."]);
    expect(both).toMatchObject([PLAIN, PLAIN]);
    expect(await contradicts(agent, "Your name is Dana.")).toBe(true);
  });

  test("two other values are both claimed", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    expect(await sayTogether(agent, ["My name is Diana.", "My name is Maria."])).toMatchObject([CLAIM, CLAIM]);
  });

  test("of two first values one is confirmed and one is claimed", async () => {
    const { agent } = await t.account();
    const both = await sayTogether(agent, ["My name is Diana.", "My name is Maria."]);
    expect(both.map(({ confidence }) => confidence).sort()).toEqual([0.15, 0.5]);
  });

  test("a value whose packet is erased meanwhile stands against nothing", async () => {
    const { agent } = await t.account();
    const old = await say(agent, "My name is Dana.");
    const { turn_token } = await agent.prepare("My name is Diana.");
    const { brains } = t.service;
    const read = brains.attributes.bind(brains);
    const late = spyOn(brains, "attributes").mockImplementationOnce(async (brain) => {
      const known = await read(brain);
      expect((await agent.delete(`/memory/${old.id}`)).status).toBe(200);
      return known;
    });
    const { status } = await agent.record(turn_token, "noted");
    late.mockRestore();
    expect(status).toBe(200);
    const [item] = (await agent.state()).memory.items;
    expect(await memoryOf(agent, item?.id ?? "")).toMatchObject(PLAIN);
  });

  test("a claim rises although its embedding still waits", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    const turns = [await agent.prepare("My name is Diana."), await agent.prepare("My name is Diana.")];
    const release = t.words.holdBackground();
    for (const { turn_token } of turns) await agent.record(turn_token, "My name is Diana.");
    release();
    const { sources } = await agent.prepare("My name is Diana.");
    expect(sources.slice(0, 2).map(({ score }) => Math.round(score * 1_000))).toEqual([500, 500]);
  });

  test("fifty statements are all recorded", async () => {
    const { agent } = await t.account();
    await say(agent, "My name is Dana.");
    const names = ["Diana", "Maria", "Omar", "Priya", "Karl", "Anna", "Tom", "Ellen", "Martha", "Peter"];
    const inputs = Array.from({ length: 50 }, (_, at) => `My name is ${names[at % names.length]}.`);
    expect(await sayTogether(agent, inputs)).toHaveLength(50);
    expect((await agent.state()).metrics).toMatchObject({ turns: 51 });
  });
});
