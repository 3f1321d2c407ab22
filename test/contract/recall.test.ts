import { afterAll, describe, expect, test } from "bun:test";
import type { SourceItem } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

async function recall(client: Client, query: string, limit?: number): Promise<readonly SourceItem[]> {
  const { status, body } = await client.post<{ sources: SourceItem[] }>("/recall", { query, limit: limit ?? null });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(Object.keys(body)).toEqual(["sources"]);
  return body.sources;
}

describe("POST /recall", () => {
  test("answers the sources that a prepare would use, and no token", async () => {
    const { agent } = await t.account();
    await agent.remember("sun moon stars");
    await agent.remember("sun moon sea", { correction: true });
    await agent.remember("unlike all");
    const sources = await recall(agent, "sun moon stars");
    expect(sources).toHaveLength(2);
    expect(sources).toEqual([...(await agent.prepare("sun moon stars")).sources]);
  });

  test("answers none for a brain that is empty or unlike the query", async () => {
    const { agent } = await t.account();
    expect(await recall(agent, "sun")).toEqual([]);
    await agent.remember("sea");
    expect(await recall(agent, "sun")).toEqual([]);
  });

  test("answers 8 at most, or as many as `limit` says", async () => {
    const { agent } = await t.account();
    for (let at = 0; at < 11; at += 1) await agent.remember("the same words");
    expect(await recall(agent, "the same words")).toHaveLength(8);
    for (const limit of [1, 3, 11, 1_000]) {
      expect(await recall(agent, "the same words", limit)).toHaveLength(Math.min(limit, 11));
    }
  });

  test("gives each source whole, and without `limit` as many as a brief has", async () => {
    const { admin } = await t.account();
    await admin.patch("/admin/settings", { memory_tokens: 250 });
    const long = "The topic goes on and on. ".repeat(100).trim();
    for (let at = 0; at < 4; at += 1) await admin.turn(`${long} ${at}`, "noted");
    expect((await recall(admin, "the topic goes on", 1))[0]?.text).toBe(`${long} 3\nnoted`);
    const { sources } = await admin.prepare("the topic goes on");
    const whole = await recall(admin, "the topic goes on");
    expect(sources.length).toBeLessThan(4);
    expect(whole.map(({ id, score }) => ({ id, score }))).toEqual(sources.map(({ id, score }) => ({ id, score })));
    expect(whole.every(({ text }) => text.startsWith(long) && text.endsWith("\nnoted"))).toBe(true);
    expect(sources.every(({ text }) => text.includes("[…]"))).toBe(true);
  });

  test("stores nothing, mints nothing, moves no number and renews no lesson", async () => {
    const { admin } = await t.account();
    await admin.remember("sun moon");
    await admin.teach("sun moon");
    const before = [await admin.state(), t.countRows("turns"), t.countRows("packets")];
    await recall(admin, "sun moon");
    await recall(admin, "sun moon", 5);
    expect([await admin.state(), t.countRows("turns"), t.countRows("packets")]).toEqual(before);
  });

  test("sees a turn whose record was acknowledged before", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("red green");
    const release = t.words.holdBackground();
    await agent.record(turn_token, "red green");
    const asked = recall(agent, "red green");
    for (let turn = 0; turn < 50; turn += 1) await Bun.sleep(0);
    release();
    expect(await asked).toHaveLength(1);
  });

  const bad: [string, Record<string, unknown>, string][] = [
    ["a missing query", {}, "query"],
    ["a null query", { query: null }, "query"],
    ["an empty query", { query: "" }, "query"],
    ["a blank query", { query: " \n" }, "query"],
    ["a numeric query", { query: 1 }, "query"],
    ["32,769 characters", { query: "a".repeat(32_769) }, "query"],
    ["a NUL", { query: "\u0000" }, "query"],
    ["a lone surrogate", { query: "\udc00" }, "query"],
    ["limit 0", { query: "a", limit: 0 }, "limit"],
    ["limit 1001", { query: "a", limit: 1_001 }, "limit"],
    ["a limit in words", { query: "a", limit: "5" }, "limit"],
    ["a broken limit", { query: "a", limit: 1.5 }, "limit"],
  ];
  test.each(bad)("refuses %s", async (_, body, field) => {
    const { agent } = await t.account();
    expectError(await agent.post("/recall", body), 400, "invalid_request", field);
  });
});
