import { afterAll, describe, expect, test } from "bun:test";
import { expectError, idsOf } from "../support/expectations.ts";
import { filler } from "../support/hybrid.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const DEFAULTS = {
  retrieval_mode: "cosine",
  retrieval_mode_chosen: null,
  sources_max: 8,
  sources_max_chosen: null,
  memory_tokens: 0,
  model: "",
};

describe("/admin/settings", () => {
  test("shows the defaults until they are changed", async () => {
    const { admin } = await t.account();
    expect((await admin.get("/admin/settings")).body).toMatchObject(DEFAULTS);
  });

  test("changes what is named and leaves the rest, in this account alone", async () => {
    const { admin } = await t.account();
    const other = (await t.account()).admin;
    const one = await admin.patch("/admin/settings", { sources_max: 3 });
    expect([one.status, one.body]).toMatchObject([200, { ...DEFAULTS, sources_max: 3, sources_max_chosen: 3 }]);
    const two = await admin.patch("/admin/settings", { model: "gpt-4", memory_tokens: 500, sources_max: null });
    expect(two.body).toMatchObject({
      ...DEFAULTS,
      sources_max: 3,
      sources_max_chosen: 3,
      model: "gpt-4",
      memory_tokens: 500,
    });
    expect((await admin.get("/admin/settings")).body).toEqual(two.body);
    expect((await other.get("/admin/settings")).body).toMatchObject(DEFAULTS);
  });

  const bad: [string, Record<string, unknown>, string][] = [
    ["sources_max 0", { sources_max: 0 }, "sources_max"],
    ["sources_max 1001", { sources_max: 1_001 }, "sources_max"],
    ["sources_max in words", { sources_max: "3" }, "sources_max"],
    ["a broken sources_max", { sources_max: 2.5 }, "sources_max"],
    ["negative memory_tokens", { memory_tokens: -1 }, "memory_tokens"],
    ["memory_tokens in words", { memory_tokens: "many" }, "memory_tokens"],
    ["a retrieval mode that is not built", { retrieval_mode: "graph" }, "retrieval_mode"],
    ["a numeric model", { model: 4 }, "model"],
    ["a model of 201 characters", { model: "a".repeat(201) }, "model"],
  ];
  test.each(bad)("refuses %s, and changes nothing of what is named beside it", async (_, change, field) => {
    const { admin } = await t.account();
    const body = { memory_tokens: 700, sources_max: 5, ...change };
    expectError(await admin.patch("/admin/settings", body), 400, "invalid_request", field);
    expect((await admin.get("/admin/settings")).body).toMatchObject(DEFAULTS);
  });
});

describe("retrieval_mode", () => {
  test("of an account that chose none is the server's, and a null takes a choice back", async () => {
    const service = await startTestService({ accountDefaults: { retrievalMode: "hybrid" } });
    try {
      const { name, admin } = await service.account();
      const id = await admin.turn(`${filler(15)} CODE-77 ${filler(15)}`, "noted");
      /** Words alone bring it back, so cosine mode does not find it. */
      const isFound = async () => idsOf(await admin.prepare("What was CODE-77?")).includes(id);
      const shown = async () => {
        const { body } = await admin.get<Record<string, unknown>>("/admin/settings");
        return [body.retrieval_mode, body.retrieval_mode_chosen];
      };
      expect([await shown(), await isFound()]).toEqual([["hybrid", null], true]);
      const chosen = await admin.patch("/admin/settings", { retrieval_mode: "cosine" });
      expect(chosen.body).toMatchObject({ retrieval_mode: "cosine", retrieval_mode_chosen: "cosine" });
      await admin.patch("/admin/settings", { sources_max: 5 });
      expect([await shown(), await isFound()]).toEqual([["cosine", "cosine"], false]);
      await admin.patch("/admin/settings", { retrieval_mode: null });
      expect([await shown(), await isFound()]).toEqual([["hybrid", null], true]);
      // An export holds what was chosen alone, so that an import elsewhere leaves that server's mode.
      expect(await service.service.exports.settings(name)).toEqual({ sourcesMax: 5 });
    } finally {
      await service.close();
    }
  });
});

describe("sources_max", () => {
  test("bounds the sources of a turn and of a recall, above 8 too", async () => {
    const { admin } = await t.account();
    const ids: string[] = [];
    for (let at = 0; at < 11; at += 1) ids.unshift(await admin.remember("the same"));
    for (const most of [1, 3, 10, 11, 1_000]) {
      await admin.patch("/admin/settings", { sources_max: most });
      expect(idsOf(await admin.prepare("the same"))).toEqual(ids.slice(0, most));
      const { body } = await admin.post<{ sources: { id: string }[] }>("/recall", { query: "the same" });
      expect(idsOf(body)).toEqual(ids.slice(0, most));
    }
  });
});

test("an account that chose no number has up to 16 short sources in hybrid mode, and 8 in cosine mode", async () => {
  const { admin } = await t.account();
  for (let at = 0; at < 20; at += 1) await admin.remember("my brown dog");
  const settings = async () =>
    (await admin.get<{ sources_max: number; sources_max_chosen: number | null }>("/admin/settings")).body;
  const shown = async () => [
    (await settings()).sources_max,
    (await admin.prepare("my brown dog")).sources.length,
    (await admin.post<{ sources: unknown[] }>("/recall", { query: "my brown dog" })).body.sources.length,
  ];
  expect(await shown()).toEqual([8, 8, 8]);
  await admin.patch("/admin/settings", { retrieval_mode: "hybrid" });
  expect(await shown()).toEqual([16, 16, 16]);
  await admin.patch("/admin/settings", { memory_tokens: 60 });
  expect((await shown())[1]).toBeLessThan(16);
  await admin.patch("/admin/settings", { sources_max: 8 });
  expect(await settings()).toMatchObject({ sources_max: 8, sources_max_chosen: 8 });
  await admin.delete("/admin/settings/sources_max");
  expect(await settings()).toMatchObject({ sources_max: 16, sources_max_chosen: null });
});

describe("memory_tokens and model", () => {
  /** Characters of memory in a brief of a brain that has far more to say. */
  async function quotedOf(
    settings: Record<string, unknown>,
    hint?: string,
  ): Promise<{ characters: number; sources: number }> {
    const { admin } = await t.account();
    for (let at = 0; at < 8; at += 1) await admin.turn(`topic ${at}`, `Sentence ${at} of the topic. `.repeat(400));
    await admin.patch("/admin/settings", settings);
    const { sources } = await admin.prepare("topic", { model: hint ?? null });
    return { characters: sources.map((source) => source.text).join("").length, sources: sources.length };
  }

  test("the account's number bounds the quoted memory, and overrides every hint", async () => {
    const small = await quotedOf({ memory_tokens: 200 });
    const large = await quotedOf({ memory_tokens: 6_000 });
    expect(small.sources).toBeGreaterThan(0);
    // A token is between one and six characters of such text.
    expect(small.characters).toBeLessThan(200 * 6);
    expect(large.characters).toBeGreaterThan(small.characters * 5);
    expect(large.characters).toBeLessThan(6_000 * 6);
    expect(await quotedOf({ memory_tokens: 200, model: "claude-x" }, "gemini-x")).toEqual(small);
  });

  test("a hint of a model with a small context quotes less than one with a large context", async () => {
    const none = await quotedOf({});
    const small = await quotedOf({}, "tinyllama-1.1b");
    const large = await quotedOf({}, "claude-sonnet");
    expect(small.characters).toBeLessThan(none.characters);
    expect(large.characters).toBeGreaterThan(none.characters);
    expect(await quotedOf({}, "no-table-knows-me")).toEqual(none);
  });

  test("the account's model overrides the hint of the request", async () => {
    const small = await quotedOf({}, "tinyllama-1.1b");
    expect(await quotedOf({ model: "tinyllama-1.1b" }, "claude-sonnet")).toEqual(small);
    expect(await quotedOf({ model: "tinyllama-1.1b" })).toEqual(small);
  });

  test("a budget too small for anything leaves a turn without sources, and the turn is served", async () => {
    const { admin } = await t.account();
    await admin.remember("topic of many words here that no budget of one takes");
    await admin.patch("/admin/settings", { memory_tokens: 1 });
    const turn = await admin.prepare("topic of many words here that no budget of one takes");
    expect(turn.allowed).toBe(true);
    expect(turn.coherence === null).toBe(turn.sources.length === 0);
    expect((await admin.record(turn.turn_token, "fine")).status).toBe(200);
  });
});
