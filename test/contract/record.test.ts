import { afterAll, describe, expect, test } from "bun:test";
import type { MemoryPage } from "../support/bodies.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

describe("POST /record", () => {
  test("answers { ok: true } and what it stored is input, newline, answer", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("What is my size?");
    const answer = await agent.record(turn_token, "Forty-two.");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ok: true });
    const { items } = (await agent.get<MemoryPage>("/memory")).body;
    expect(items.map((item) => item.text)).toEqual(["What is my size?\nForty-two."]);
    expect(items[0]?.created_at).toBe(t.clock.iso());
  });

  test("stores an ordinary turn with confidence 0.5 and a correction with 0.7", async () => {
    const { agent } = await t.account();
    const raw = await agent.turn("plain words", "fine", { correction: false });
    const correction = await agent.turn("other words", "fine", { correction: true });
    const unset = await agent.turn("third words", "fine", { correction: null });
    expect((await agent.get(`/memory/${raw}`)).body).toMatchObject({ packet_type: "raw", confidence: 0.5 });
    expect((await agent.get(`/memory/${unset}`)).body).toMatchObject({ packet_type: "raw", confidence: 0.5 });
    expect((await agent.get(`/memory/${correction}`)).body).toMatchObject({
      packet_type: "correction",
      confidence: 0.7,
    });
  });

  test("keeps session and moment of the turn", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("hello", {
      session: "chat-7",
      occurred_at: "2026-01-31T09:30:00+02:00",
    });
    await agent.record(turn_token, "hi");
    const [item] = (await agent.get<MemoryPage>("/memory")).body.items;
    expect((await agent.get(`/memory/${item?.id}`)).body).toMatchObject({
      session: "chat-7",
      occurred_at: "2026-01-31T07:30:00.000Z",
    });
  });

  const good: [string, string][] = [
    ["one character", "a"],
    ["only white space, which the limit allows", "  \n"],
    ["131,072 characters", "a".repeat(131_072)],
    ["131,072 emoji", "\u{1f600}".repeat(131_072)],
    ["every kind of line end", "a\nb\rc\r\nd\u2028e\u2029f\u0085g\vh\fi"],
  ];
  test.each(good)("takes an answer of %s and gives it back unchanged", async (_, answer) => {
    const { agent } = await t.account();
    await agent.turn("q", answer);
    expect((await agent.get<MemoryPage>("/memory")).body.items[0]?.text).toBe(`q\n${answer}`);
  });

  const bad: [string, (token: string) => Record<string, unknown>, string][] = [
    ["a missing answer", (turn_token) => ({ turn_token }), "answer"],
    ["a null answer", (turn_token) => ({ turn_token, answer: null }), "answer"],
    ["an empty answer", (turn_token) => ({ turn_token, answer: "" }), "answer"],
    ["a numeric answer", (turn_token) => ({ turn_token, answer: 1 }), "answer"],
    ["an answer in pieces", (turn_token) => ({ turn_token, answer: ["a", "b"] }), "answer"],
    ["an answer with a NUL", (turn_token) => ({ turn_token, answer: "\u0000" }), "answer"],
    ["an answer with a lone surrogate", (turn_token) => ({ turn_token, answer: "\udfff" }), "answer"],
    ["131,073 characters", (turn_token) => ({ turn_token, answer: "a".repeat(131_073) }), "answer"],
    ["131,073 emoji", (turn_token) => ({ turn_token, answer: "\u{1f600}".repeat(131_073) }), "answer"],
    ["a correction in words", (turn_token) => ({ turn_token, answer: "a", correction: "true" }), "correction"],
    ["a correction as a number", (turn_token) => ({ turn_token, answer: "a", correction: 1 }), "correction"],
    ["a missing token", () => ({ answer: "a" }), "turn_token"],
    ["a null token", () => ({ turn_token: null, answer: "a" }), "turn_token"],
    ["a numeric token", () => ({ turn_token: 7, answer: "a" }), "turn_token"],
    ["a token in a list", (turn_token) => ({ turn_token: [turn_token], answer: "a" }), "turn_token"],
    ["a token with a NUL", (turn_token) => ({ turn_token: `${turn_token}\u0000`, answer: "a" }), "turn_token"],
  ];
  test.each(bad)("refuses %s: nothing is stored, the token still serves", async (_, bodyOf, field) => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    const before = await agent.state();
    expectError(await agent.post("/record", bodyOf(turn_token)), 400, "invalid_request", field);
    expect(await agent.state()).toEqual(before);
    expect((await agent.record(turn_token, "good")).status).toBe(200);
    expect((await agent.state()).metrics).toMatchObject({ turns: 1, memory_size: 1 });
  });

  test("refuses a field that it does not know, and the token stays good", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    for (const more of [{ confidence: 1 }, { kind: "correction" }, { id: "mine" }]) {
      expectError(await agent.record(turn_token, "a", more), 400, "unknown_field");
    }
    expect((await agent.record(turn_token, "a")).status).toBe(200);
  });

  test("is done when it answers, although an embedding cannot be made, and the service goes on", async () => {
    const own = await startTestService();
    try {
      const { agent } = await own.account();
      own.words.fault = (text, lane) => (lane === "background" && text === "poison" ? new Error("bad text") : null);
      await agent.turn("first words", "poison");
      const good = await agent.turn("second words", "fine");
      expect((await agent.state()).metrics).toMatchObject({ turns: 2, memory_size: 2 });
      expect((await agent.prepare("second words")).sources.map((source) => source.id)).toEqual([good]);
      expect((await agent.get<MemoryPage>("/memory")).body.items[1]?.text).toBe("first words\npoison");
    } finally {
      await own.close();
    }
  });
});
