import { afterAll, describe, expect, test } from "bun:test";
import { MemoryError } from "../../src/domain/errors.ts";
import type { TurnBody } from "../support/bodies.ts";
import { briefOf, expectError, idsOf } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const BLANKS = ["", " ", "\n\t ", "\u00a0\u3000", "\ufeff"];

describe("POST /prepare answers a turn", () => {
  test("with every documented field and no other", async () => {
    const { agent } = await t.account();
    const { status, body } = await agent.post<TurnBody>("/prepare", { input: "hello there" });
    expect(status).toBe(200);
    const { messages, turn_token, ...rest } = body;
    expect(rest).toEqual({ coherence: null, sources: [], allowed: true, reason: null });
    expect(turn_token).toMatch(/^\S{20,}$/);
    expect(messages.map((message) => message.role)).toEqual(["system", "user"]);
    expect(messages.every((message) => Object.keys(message).sort().join() === "content,role")).toBe(true);
  });

  test("whose last message is the input, unchanged", async () => {
    const { agent } = await t.account();
    const input = "  ## Heading\r\n> \u2028 \u{1f600} tab\t end  ";
    expect((await agent.prepare(input)).messages.at(-1)).toEqual({ role: "user", content: input });
  });

  test("with a token of its own each time", async () => {
    const { agent } = await t.account();
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await agent.prepare("same")).turn_token));
    expect(new Set(tokens).size).toBe(20);
  });

  test("without memory, lessons or coherence in the brief of an empty brain", async () => {
    const { agent } = await t.account();
    const brief = briefOf(await agent.prepare("hello"));
    expect(brief).not.toMatch(/^> /m);
    expect(brief.toLowerCase()).not.toContain("coherence");
  });

  test("with constitution, context, rules, memory with its date, and coherence in the brief, in this order", async () => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/default", { text: "CONSTITUTION-TEXT" });
    await admin.patch("/cores/default", { context: "CONTEXT-TEXT" });
    await admin.teach("Prefer rule-text always.");
    await admin.remember("we talked of apples");
    const day = t.clock.iso().slice(0, 10);
    const brief = briefOf(await admin.prepare("we talked of apples"));
    const places = ["CONSTITUTION-TEXT", "CONTEXT-TEXT", "Prefer rule-text", day, "we talked of apples", "1.00"].map(
      (part) => brief.indexOf(part),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("with the date on which a turn happened, where the caller said it", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("old story", { occurred_at: "2019-07-04T10:00:00Z" });
    await agent.record(turn_token, "old story");
    expect(briefOf(await agent.prepare("old story"))).toContain("2019-07-04");
  });

  test("that sees a turn whose record was acknowledged before, even while its embedding is still being made", async () => {
    const { agent } = await t.account();
    const release = t.words.holdBackground();
    const { turn_token } = await agent.prepare("red green blue");
    expect((await agent.record(turn_token, "red green blue")).status).toBe(200);
    const asked = agent.prepare("red green blue");
    // A service that did not wait would have answered long before this many turns of the event loop.
    for (let turn = 0; turn < 50; turn += 1) await Bun.sleep(0);
    release();
    expect((await asked).sources).toHaveLength(1);
  });
});

describe("POST /prepare refuses", () => {
  test.each(BLANKS)("the blank input %j", async (input) => {
    const { agent } = await t.account();
    const before = t.countRows("brains");
    expectError(await agent.post("/prepare", { input }), 400, "invalid_request", "input");
    expect(t.countRows("brains")).toBe(before);
  });

  const bad: [string, Record<string, unknown>, string][] = [
    ["a missing input", {}, "input"],
    ["a null input", { input: null }, "input"],
    ["a numeric input", { input: 5 }, "input"],
    ["a list as input", { input: ["a"] }, "input"],
    ["an object as input", { input: { text: "a" } }, "input"],
    ["an input with a NUL", { input: "a\u0000b" }, "input"],
    ["an input with a lone high surrogate", { input: "a\ud800" }, "input"],
    ["an input with a lone low surrogate", { input: "\udc00a" }, "input"],
    ["an input of 32,769 characters", { input: "a".repeat(32_769) }, "input"],
    ["an input of 32,769 emoji", { input: "\u{1f600}".repeat(32_769) }, "input"],
    ["a numeric model", { input: "a", model: 4 }, "model"],
    ["a numeric constitution", { input: "a", constitution: 4 }, "constitution"],
    ["a session of 129 characters", { input: "a", session: "s".repeat(129) }, "session"],
    ["an empty session", { input: "a", session: "" }, "session"],
    ["a moment that is a number", { input: "a", occurred_at: 1_700_000_000 }, "occurred_at"],
    ["a moment without seconds", { input: "a", occurred_at: "2026-01-31T09:30" }, "occurred_at"],
    ["a day that no calendar has", { input: "a", occurred_at: "2026-02-31T09:30:00Z" }, "occurred_at"],
    ["a moment in words", { input: "a", occurred_at: "yesterday" }, "occurred_at"],
  ];
  test.each(bad)("%s, and makes neither token nor brain", async (_, body, field) => {
    const { agent } = await t.account();
    const before = [t.countRows("brains"), t.countRows("turns")];
    expectError(await agent.at({ user: "new" }).post("/prepare", body), 400, "invalid_request", field);
    expect([t.countRows("brains"), t.countRows("turns")]).toEqual(before);
  });

  test("an unknown constitution, and makes neither token nor brain", async () => {
    const { agent } = await t.account();
    const before = [t.countRows("brains"), t.countRows("turns")];
    const answer = await agent.post("/prepare", { input: "a", constitution: "nowhere" });
    expectError(answer, 400, "unknown_constitution");
    expect([t.countRows("brains"), t.countRows("turns")]).toEqual(before);
  });

  test("a turn while the embedder is overloaded: 503 with Retry-After, nothing made", async () => {
    const { agent } = await t.account();
    const before = [t.countRows("brains"), t.countRows("turns")];
    t.words.fault = () => new MemoryError("overloaded", "too much to embed");
    const answer = await agent.post("/prepare", { input: "a" });
    t.words.fault = null;
    expectError(answer, 503, "overloaded");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect([t.countRows("brains"), t.countRows("turns")]).toEqual(before);
  });
});

describe("POST /prepare takes", () => {
  const good: [string, Record<string, unknown>][] = [
    ["an input of one character", { input: "a" }],
    ["an input of 32,768 characters", { input: "a".repeat(32_768) }],
    ["an input of 32,768 emoji", { input: "\u{1f600}".repeat(32_768) }],
    [
      "null for every optional field",
      { input: "a", model: null, constitution: null, session: null, occurred_at: null },
    ],
    ["a model that no table knows", { input: "a", model: "my own model 7B" }],
    ["the constitution that is always there", { input: "a", constitution: "default" }],
    ["a session of 128 emoji", { input: "a", session: "\u{1f600}".repeat(128) }],
    ["a moment with an offset", { input: "a", occurred_at: "2026-01-31T09:30:00.123+05:30" }],
  ];
  test.each(good)("%s", async (_, body) => {
    const { agent } = await t.account();
    const answer = await agent.post<TurnBody>("/prepare", body);
    expect(answer.status).toBe(200);
    expect(answer.body.allowed).toBe(true);
    expect((await agent.record(answer.body.turn_token ?? "", "fine")).status).toBe(200);
  });

  test("text of other scripts and signs, and gives it back as it came", async () => {
    const { agent } = await t.account();
    const input = "Grüße, мир, 世界, \u0627\u0644\u0639\u0627\u0644\u0645, e\u0301, \u200d\ufeff\u202e";
    await agent.turn(input, "ответ \u{1f468}\u200d\u{1f469}");
    expect((await agent.prepare(input)).sources[0]?.text).toBe(`${input}\nответ \u{1f468}\u200d\u{1f469}`);
  });
});

describe("the brain of a user", () => {
  test("is made by its first prepare, and by no other request before", async () => {
    const { agent } = await t.account();
    const ann = agent.at({ user: "ann" });
    const before = t.countRows("brains");
    for (const path of ["/memory", "/lessons", "/metrics", "/cores"]) expect((await ann.get(path)).status).toBe(200);
    expectError(await ann.get("/memory/mem_unknown"), 404, "memory_not_found");
    expect((await ann.post("/recall", { query: "a" })).status).toBe(200);
    expect((await ann.post("/verify", { answer: "a" })).status).toBe(200);
    expectError(await ann.record("turn_unknown", "a"), 404, "token_not_found");
    expect((await ann.delete("/memory")).status).toBe(200);
    expect(t.countRows("brains")).toBe(before);
    await ann.prepare("hello");
    expect(t.countRows("brains")).toBe(before + 1);
  });
});

describe("the sources of a turn", () => {
  test("hold id, text and score, and the id is that of the memory", async () => {
    const { agent } = await t.account();
    const id = await agent.turn("sun moon", "moon sun");
    const { sources } = await agent.prepare("sun moon");
    expect(sources.map(({ score: _, ...rest }) => rest)).toEqual([{ id, text: "sun moon\nmoon sun" }]);
    expect(typeof sources[0]?.score).toBe("number");
    expect(idsOf(await agent.prepare("sun moon"))).toEqual([id]);
  });
});
