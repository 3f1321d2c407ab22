// `history` of /prepare: the last turns of a session as messages, which memory then does not quote again.
import { afterAll, describe, expect, test } from "bun:test";
import type { TurnBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { briefOf, expectError, idsOf } from "../support/expectations.ts";
import { hybrid, say } from "../support/hybrid.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

/** Turns of the session, numbered from `first`. */
async function talk(client: Client, session: string, count: number, first = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let at = first; at < first + count; at += 1)
    ids.push(await say(client, `ask ${at}`, `reply ${at}`, { session }));
  return ids;
}

/** What stands between the brief and the input, and the checks that hold for every turn. */
function between(turn: TurnBody, input: string): string[] {
  expect(turn.messages[0]?.role).toBe("system");
  expect(turn.messages.at(-1)).toEqual({ role: "user", content: input });
  return turn.messages.slice(1, -1).map(({ role, content }) => `${role}: ${content}`);
}

async function historyOf(
  client: Client,
  more: Readonly<Record<string, unknown>>,
  input = "and now?",
): Promise<string[]> {
  return between(await client.prepare(input, more), input);
}

const turns = (...numbers: number[]) => numbers.flatMap((at) => [`user: ask ${at}`, `assistant: reply ${at}`]);

describe("the messages", () => {
  test("are the session's last turns, the oldest first, before the input as it came", async () => {
    const { agent } = await t.account();
    await talk(agent, "s", 12);
    expect(await historyOf(agent, { session: "s", history: 3 }, " and\nnow ")).toEqual(turns(10, 11, 12));
    expect(await historyOf(agent, { session: "s", history: 1 })).toEqual(turns(12));
    expect(await historyOf(agent, { session: "s", history: 9 })).toEqual(turns(4, 5, 6, 7, 8, 9, 10, 11, 12));
    expect(await historyOf(agent, { session: "s", history: 50 })).toHaveLength(24);
  });

  test("are none without `history`, with 0, in a new session and in an empty brain", async () => {
    const { agent } = await t.account();
    expect(await historyOf(agent, { session: "s", history: 5 })).toEqual([]);
    await talk(agent, "s", 2);
    for (const more of [
      { session: "s" },
      { session: "s", history: 0 },
      { session: "s", history: null },
      { history: 0 },
    ]) {
      expect(await historyOf(agent, more), JSON.stringify(more)).toEqual([]);
    }
    expect(await historyOf(agent, { session: "t", history: 5 })).toEqual([]);
  });

  test("are those of the session of exactly this name, in this brain alone", async () => {
    const { agent } = await t.account();
    const bob = agent.at({ user: "bob" });
    await talk(bob, "s", 1, 50);
    for (const [at, session] of ["s", "S", "s ", "s1", "%", "s"].entries()) await talk(agent, session, 1, at + 1);
    await agent.turn("ask 9", "reply 9");
    expect(await historyOf(agent, { session: "s", history: 50 })).toEqual(turns(1, 6));
    expect(await historyOf(agent, { session: "s ", history: 50 })).toEqual(turns(3));
    expect(await historyOf(bob, { session: "s", history: 50 })).toEqual(turns(50));
    expect(await historyOf(agent.at({ user: "cem" }), { session: "s", history: 50 })).toEqual([]);
  });

  test("are recorded turns: one that was only prepared is none, and one that was erased is gone", async () => {
    const { agent } = await t.account();
    const [first = ""] = await talk(agent, "s", 2);
    await agent.prepare("ask 3", { session: "s" });
    await agent.delete(`/memory/${first}`);
    expect(await historyOf(agent, { session: "s", history: 5 })).toEqual(turns(2));
  });

  test("hold a turn from the moment of its record, though its embedding was late", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("ask 1", { session: "s" });
    const release = t.words.holdBackground();
    await agent.record(turn_token, "reply 1");
    const asked = historyOf(agent, { session: "s", history: 5 });
    release();
    expect(await asked).toEqual(turns(1));
  });

  test("show what was stored of a turn: what redaction took out is not there, and the session is found", async () => {
    const { admin } = await t.account();
    await admin.patch("/admin/settings", { redact: ["emails"] });
    await say(admin, "write to ada@example.com", "to ada@example.com", { session: "with ada@example.com" });
    expect(await historyOf(admin, { session: "with ada@example.com", history: 1 })).toEqual([
      "user: write to [redacted: email address]",
      "assistant: to [redacted: email address]",
    ]);
  });

  test("are none for a turn that a gate stops", async () => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/default", { text: "", gates: [{ pattern: "stop", reason: "no" }] });
    await talk(admin, "s", 2);
    const { body } = await admin.post<TurnBody>("/prepare", { input: "stop", session: "s", history: 2 });
    expect(body).toMatchObject({ allowed: false, messages: [], sources: [] });
  });
});

describe("the budget of the messages", () => {
  test("is as large as the memory's, and turns leave whole from the oldest end", async () => {
    const { admin } = await t.account();
    await admin.patch("/admin/settings", { memory_tokens: 100 });
    // A token for four characters: 40 a turn.
    for (const at of [1, 2, 3]) await say(admin, `${at}${"a".repeat(79)}`, "b".repeat(80), { session: "s" });
    const shown = await historyOf(admin, { session: "s", history: 3 });
    expect(shown.map((message) => message.slice(0, 7))).toEqual(["user: 2", "assista", "user: 3", "assista"]);
    expect(shown.every((message) => message.length >= 86)).toBe(true);
    await say(admin, `4${"a".repeat(400)}`, "b", { session: "s" });
    expect(await historyOf(admin, { session: "s", history: 3 })).toEqual([]);
  });

  test("follows the hint of the model, and is apart from what memory takes", async () => {
    const { agent } = await t.account();
    for (const at of [1, 2, 3, 4]) await say(agent, `topic ${at}`, "c".repeat(1_000), { session: "s" });
    for (const at of [5, 6, 7, 8]) await say(agent, `topic ${at}`, "d".repeat(1_000), { session: "other" });
    // TinyLlama's context leaves 256 tokens for memory, an unknown model 2,000; a turn has 252.
    expect(await historyOf(agent, { session: "s", history: 4, model: "tinyllama" }, "topic")).toHaveLength(2);
    const turn = await agent.prepare("topic", { session: "s", history: 4 });
    expect(between(turn, "topic")).toHaveLength(8);
    expect(turn.sources).toHaveLength(4);
  });
});

describe.each(["cosine", "hybrid"])("memory, in %s mode", (mode) => {
  async function account() {
    return mode === "hybrid" ? hybrid(t) : t.account();
  }

  test("does not quote what the messages show, and others move up", async () => {
    const { admin } = await account();
    await talk(admin, "old", 8);
    const shown = (await talk(admin, "s", 8, 9)).slice(3);
    await admin.patch("/admin/settings", { sources_max: 16 });
    const all = idsOf(await admin.prepare("ask reply", { session: "s" }));
    expect(all).toHaveLength(16);
    expect(all.slice(0, 8).some((id) => shown.includes(id))).toBe(true);
    await admin.patch("/admin/settings", { sources_max: 8 });
    const turn = await admin.prepare("ask reply", { session: "s", history: 5 });
    expect(between(turn, "ask reply")).toEqual(turns(12, 13, 14, 15, 16));
    expect(idsOf(turn)).toEqual(all.filter((id) => !shown.includes(id)).slice(0, 8));
    for (const at of [12, 16]) expect(briefOf(turn)).not.toContain(`> ask ${at}`);
    expect(briefOf(turn)).toContain("> ask 11");
  });

  test("may quote a turn of the session that the messages have no room for", async () => {
    const { admin } = await account();
    await admin.patch("/admin/settings", { memory_tokens: 100 });
    const id = await say(admin, "the code of the gate", `4711. ${"It is a long story. ".repeat(40)}`, { session: "s" });
    const turn = await admin.prepare("the code of the gate", { session: "s", history: 1 });
    expect([between(turn, "the code of the gate"), idsOf(turn)]).toEqual([[], [id]]);
  });
});

test("coherence is that of the sources alone, and /verify knows the turns that the messages showed", async () => {
  const { agent } = await t.account();
  await say(agent, "the red door", "the red door", { session: "s" });
  const turn = await agent.prepare("the red door", { session: "s", history: 1 });
  expect([turn.sources, turn.coherence]).toEqual([[], null]);
  const verify = async (turn_token: string) =>
    (await agent.post<{ coherence: number }>("/verify", { answer: "the red door", turn_token })).body.coherence;
  expect(await verify(turn.turn_token)).toBeGreaterThan(0.9);
});

describe("a request", () => {
  test("with `history` and no session is 400", async () => {
    const { agent } = await t.account();
    for (const session of [undefined, null]) {
      const answer = await agent.post("/prepare", { input: "a", history: 1, session });
      expectError(answer, 400, "invalid_request", "history");
    }
  });

  test.each([[-1], [51], [1.5], ["3"], [true], [[]], [1e21]])("with `history` %p is 400", async (history) => {
    const { agent } = await t.account();
    expectError(await agent.post("/prepare", { input: "a", session: "s", history }), 400, "invalid_request", "history");
  });
});
