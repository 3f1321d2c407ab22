import { afterAll, describe, expect, test } from "bun:test";
import type { MemoryDetailBody, MemoryItem, MemoryPage, SourceItem } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError, readAll } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

async function add(client: Client, body: Record<string, unknown>): Promise<MemoryDetailBody> {
  const answer = await client.post<MemoryDetailBody>("/memory", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function change(client: Client, id: string, body: Record<string, unknown>): Promise<MemoryDetailBody> {
  const answer = await client.patch<MemoryDetailBody>(`/memory/${id}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function textsOf(client: Client, query: string): Promise<string[]> {
  const { status, body } = await client.get<MemoryPage>(`/memory${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items.map(({ text }) => text);
}

async function recalled(client: Client, body: Record<string, unknown>): Promise<string[]> {
  const answer = await client.post<{ sources: SourceItem[] }>("/recall", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.sources.map(({ text }) => text);
}

describe("POST /memory", () => {
  test("answers the whole item, which the next question finds and GET shows the same", async () => {
    const { agent } = await t.account();
    const metadata = { topic: "food", stars: 4.5, verified: true };
    const said = { input: "sun moon", answer: "stars", session: "s", occurred_at: "2026-01-02T03:04:05.000Z" };
    const item = await add(agent, { ...said, metadata });
    expect(item).toEqual({
      ...{ id: expect.stringMatching(/^mem_/), text: "sun moon\nstars", created_at: t.clock.iso() },
      ...{ packet_type: "raw", confidence: 0.5, unconfirmed_overwrite: false, cues: [] },
      ...{ ...said, metadata },
    });
    expect((await agent.get(`/memory/${item.id}`)).body).toEqual(item);
    expect(await recalled(agent, { query: "sun moon stars" })).toEqual(["sun moon\nstars"]);
  });

  test("without an answer the text is the input alone, and what is absent is null or empty", async () => {
    const { agent } = await t.account();
    const item = await add(agent, { input: "sun moon", answer: null, session: null, metadata: null });
    expect(item).toMatchObject({ text: "sun moon", answer: "", session: null, occurred_at: null, metadata: {} });
  });

  test("counts as no turn, and as memory", async () => {
    const { agent } = await t.account();
    await add(agent, { input: "sun" });
    expect((await agent.get("/metrics")).body).toMatchObject({ turns: 0, memory_size: 1 });
  });

  test("is read as a turn is: corrections, orders and the user's own name", async () => {
    const { agent } = await t.account();
    expect((await add(agent, { input: "My name is Dana." })).cues).not.toEqual([]);
    expect(await add(agent, { input: "My name is Diana." })).toMatchObject({
      ...{ confidence: 0.15, unconfirmed_overwrite: true },
    });
    expect(await add(agent, { input: "No, my name is Diana." })).toMatchObject({
      ...{ packet_type: "correction", confidence: 0.7 },
    });
    const { body } = await agent.get<{ attributes: { value: string }[] }>("/profile");
    expect(body.attributes.map(({ value }) => value)).toEqual(["Diana"]);
  });

  test("makes the brain of a user, in a core that is there", async () => {
    const { agent } = await t.account();
    await add(agent.at({ user: "auth0|123" }), { input: "sun" });
    expect(await textsOf(agent.at({ user: "auth0|123" }), "")).toEqual(["sun"]);
    expect(await textsOf(agent, "")).toEqual([]);
    const answer = await agent.at({ core: "nowhere" }).post("/memory", { input: "sun" });
    expectError(answer, 404, "core_not_found");
  });

  test.each([
    [{}, "input"],
    [{ input: "" }, "input"],
    [{ input: " \n" }, "input"],
    [{ input: "a\u0000" }, "input"],
    [{ input: 5 }, "input"],
    [{ input: "a", answer: "" }, "answer"],
    [{ input: "a", session: "" }, "session"],
    [{ input: "a", session: "s".repeat(129) }, "session"],
    [{ input: "a", occurred_at: "yesterday" }, "occurred_at"],
    [{ input: "a", metadata: [] }, "metadata"],
    [{ input: "a", metadata: "x" }, "metadata"],
    [{ input: "a", metadata: { a: null } }, "metadata"],
    [{ input: "a", metadata: { a: { b: 1 } } }, "metadata"],
    [{ input: "a", metadata: { a: ["b"] } }, "metadata"],
    [{ input: "a", metadata: { "": 1 } }, "metadata"],
    [{ input: "a", metadata: { ["n".repeat(65)]: 1 } }, "metadata"],
    [{ input: "a", metadata: { a: "\ud800" } }, "metadata"],
    [{ input: "a", metadata: { a: "x".repeat(2_100) } }, "metadata"],
    [{ input: "a", metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`f${at}`, at])) }, "metadata"],
  ])("%j is 400 and stores nothing", async (body, field) => {
    const { agent } = await t.account();
    const answer = await agent.post("/memory", body);
    expectError(answer, 400, "invalid_request");
    expect(answer.body).toMatchObject({ details: { field } });
    expect(await textsOf(agent, "")).toEqual([]);
  });

  test("16 fields and odd names are kept as they are", async () => {
    const { agent } = await t.account();
    const metadata = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, at]));
    const odd = { ...metadata, __proto: 1, constructor: "c", "größe 😀": false, '"quoted"': "'; DROP TABLE packets" };
    expect((await add(agent, { input: "sun", metadata: odd })).metadata).toEqual(odd);
    expect(await textsOf(agent, `?metadata=${encodeURIComponent(JSON.stringify(odd))}`)).toEqual(["sun"]);
  });
});

describe("PATCH /memory/{id}", () => {
  test("changes the texts and what finds them; id, times and links stay", async () => {
    const { agent } = await t.account();
    const item = await add(agent, { input: "sun moon", answer: "stars", session: "s" });
    await add(agent, { input: "tea" });
    t.clock.advance(1_000);
    const changed = await change(agent, item.id, { input: "bread butter", answer: "jam" });
    expect(changed).toEqual({ ...item, input: "bread butter", answer: "jam", text: "bread butter\njam" });
    expect(await recalled(agent, { query: "sun moon stars" })).toEqual([]);
    expect(await recalled(agent, { query: "bread butter jam" })).toEqual(["bread butter\njam"]);
    expect(await textsOf(agent, "?q=moon")).toEqual([]);
    expect(await textsOf(agent, "?q=butter")).toEqual(["bread butter\njam"]);
    expect((await agent.get("/metrics")).body).toMatchObject({ memory_size: 2 });
  });

  test("what is not named stays, and an empty answer takes the answer away", async () => {
    const { agent } = await t.account();
    const { id } = await add(agent, { input: "sun", answer: "moon", metadata: { a: 1 } });
    expect(await change(agent, id, { metadata: { b: 2 } })).toMatchObject({ text: "sun\nmoon", metadata: { b: 2 } });
    expect(await change(agent, id, { answer: "" })).toMatchObject({ text: "sun", metadata: { b: 2 } });
    expect(await change(agent, id, { metadata: {} })).toMatchObject({ text: "sun", metadata: {} });
    expect(await textsOf(agent, '?metadata={"a":1}')).toEqual([]);
    expect(await textsOf(agent, '?metadata={"b":2}')).toEqual([]);
  });

  test("what the former input said of the user is known no more, and what the new one says is", async () => {
    const { agent } = await t.account();
    const namesNow = async () =>
      (await agent.get<{ attributes: { value: string }[] }>("/profile")).body.attributes.map(({ value }) => value);
    const first = await add(agent, { input: "My name is Dana." });
    const claim = await add(agent, { input: "My name is Eve." });
    expect(await namesNow()).toEqual(["Dana"]);
    expect(await change(agent, first.id, { input: "My name is Eve." })).toMatchObject({ confidence: 0.5 });
    expect(await namesNow()).toEqual(["Eve"]);
    expect((await agent.get(`/memory/${claim.id}`)).body).toMatchObject({ confidence: 0.5 });
    await change(agent, first.id, { input: "The sun." });
    expect(await namesNow()).toEqual([]);
  });

  test("two at once leave both changes", async () => {
    const { agent } = await t.account();
    const { id } = await add(agent, { input: "sun", answer: "moon" });
    await Promise.all([change(agent, id, { input: "bread" }), change(agent, id, { answer: "jam" })]);
    expect((await agent.get(`/memory/${id}`)).body).toMatchObject({ text: "bread\njam" });
    expect(await recalled(agent, { query: "bread jam" })).toEqual(["bread\njam"]);
  });

  test("404 for what is not there, in this brain", async () => {
    const { agent } = await t.account();
    const { id } = await add(agent.at({ user: "ann" }), { input: "sun" });
    for (const client of [agent, agent.at({ user: "bob" })]) {
      expectError(await client.patch(`/memory/${id}`, { input: "moon" }), 404, "memory_not_found");
    }
    expect(await textsOf(agent.at({ user: "ann" }), "")).toEqual(["sun"]);
  });

  test("a body that names nothing, or an unknown field, is 400", async () => {
    const { agent } = await t.account();
    const { id } = await add(agent, { input: "sun" });
    expectError(await agent.patch(`/memory/${id}`, {}), 400, "invalid_request");
    expectError(await agent.patch(`/memory/${id}`, { input: null }), 400, "invalid_request");
    expectError(await agent.patch(`/memory/${id}`, { input: "" }), 400, "invalid_request");
    expectError(await agent.patch(`/memory/${id}`, { id: "mem_x" }), 400, "unknown_field");
  });
});

describe("filters", () => {
  async function filled() {
    const { agent } = await t.account();
    const when = (day: number) => `2026-01-0${day}T00:00:00Z`;
    await add(agent, { input: "cats purr", session: "a", occurred_at: when(1), metadata: { kind: "pet", n: 1 } });
    await add(agent, { input: "dogs bark", session: "b", occurred_at: when(2), metadata: { kind: "pet", n: "1" } });
    await add(agent, { input: "the cat sat", session: "a", occurred_at: when(3), metadata: { kind: "verse" } });
    await add(agent, { input: "rain", occurred_at: when(4) });
    return agent;
  }

  test.each([
    ["?session=a", ["the cat sat", "cats purr"]],
    ["?session=A", []],
    ["?q=cat", ["the cat sat", "cats purr"]],
    ["?q=CAT%20sat", ["the cat sat"]],
    ["?q=cat%20dog", []],
    ["?q=the", []],
    ["?after=2026-01-02T00:00:00Z", ["rain", "the cat sat", "dogs bark"]],
    ["?before=2026-01-02T00:00:00Z", ["cats purr"]],
    ["?after=2026-01-02T00:00:00Z&before=2026-01-04T00:00:00%2B00:00", ["the cat sat", "dogs bark"]],
    ['?metadata={"kind":"pet"}', ["dogs bark", "cats purr"]],
    ['?metadata={"kind":"pet","n":1}', ["cats purr"]],
    ['?metadata={"n":"1"}', ["dogs bark"]],
    ['?metadata={"kind":"pe"}', []],
    ['?metadata={"kind":"pet"}&session=a', ["cats purr"]],
    ["?session=a&q=purr&before=2026-02-01T00:00:00Z", ["cats purr"]],
    ["?metadata={}", ["rain", "the cat sat", "dogs bark", "cats purr"]],
  ])("%s", async (query, texts) => {
    expect(await textsOf(await filled(), query)).toEqual(texts);
  });

  test("words that only another language of the brain has as words are not looked for", async () => {
    const { agent } = await t.account();
    await add(agent, { input: "My name is Ada and I bake sourdough on Sundays." });
    await add(agent, { input: "Ich esse keine Nüsse, bitte nie ein Rezept mit Nüssen." });
    const english = ["My name is Ada and I bake sourdough on Sundays."];
    expect(await textsOf(agent, "?q=My%20name%20is%20Ada")).toEqual(english);
    expect(await textsOf(agent, `?q=${encodeURIComponent(english[0]!)}`)).toEqual(english);
    expect(await textsOf(agent, "?q=Ich%20esse%20keine%20Nuss")).toHaveLength(1);
    expect(await textsOf(agent, "?q=is")).toEqual([]);
  });

  test("page through what they let through, without gap or repeat", async () => {
    const { agent } = await t.account();
    for (let at = 0; at < 23; at += 1) {
      await add(agent, { input: `penguin ${at}`, session: at % 2 === 0 ? "even" : "odd", metadata: { rest: at % 3 } });
    }
    const numbers = async (query: string) =>
      (await readAll<MemoryItem>(agent, `/memory?limit=3&${query}`, (page: MemoryPage) => page.items)).map(({ text }) =>
        Number(text.slice("penguin ".length)),
      );
    const all = Array.from({ length: 23 }, (_, at) => 22 - at);
    expect(await numbers("session=even")).toEqual(all.filter((at) => at % 2 === 0));
    expect(await numbers("q=penguins")).toEqual(all);
    expect(await numbers('metadata={"rest":1}')).toEqual(all.filter((at) => at % 3 === 1));
    expect(await numbers('metadata={"rest":1}&session=odd&q=penguin')).toEqual(all.filter((at) => at % 6 === 1));
  });

  test.each([
    ["?metadata=", "metadata"],
    ["?metadata=x", "metadata"],
    ["?metadata=[1]", "metadata"],
    ['?metadata={"a":{"b":1}}', "metadata"],
    ["?after=yesterday", "after"],
    ["?before=2026-02-30T00:00:00Z", "before"],
    ["?q=", "q"],
    ["?q=%20", "q"],
    ["?session=", "session"],
  ])("%s is 400", async (query, field) => {
    const { agent } = await t.account();
    const answer = await agent.get(`/memory${query}`);
    expectError(answer, 400, "invalid_request");
    expect(answer.body).toMatchObject({ details: { field } });
  });

  test.each(["cosine", "hybrid"])("of a recall, in %s mode, are exact", async (mode) => {
    const { agent, admin } = await t.account();
    await admin.patch("/admin/settings", { retrieval_mode: mode });
    await add(agent, { input: "sun moon stars", session: "a", metadata: { kind: "sky" } });
    await add(agent, { input: "sun moon sea", session: "b", metadata: { kind: "sea" } });
    const query = "sun moon stars";
    expect((await recalled(agent, { query })).sort()).toEqual(["sun moon sea", "sun moon stars"]);
    expect(await recalled(agent, { query, session: "b" })).toEqual(["sun moon sea"]);
    expect(await recalled(agent, { query, metadata: { kind: "sea" } })).toEqual(["sun moon sea"]);
    expect(await recalled(agent, { query, metadata: { kind: "sea" }, session: "a" })).toEqual([]);
    expect(await recalled(agent, { query, metadata: { kind: "none" } })).toEqual([]);
    expect(await recalled(agent.at({ user: "new" }), { query, metadata: { kind: "sea" } })).toEqual([]);
  });
});

describe("metadata of a turn", () => {
  test("is given at /prepare, and kept by the record alone", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("sun moon", { metadata: { topic: "sky" } });
    expect(await textsOf(agent, '?metadata={"topic":"sky"}')).toEqual([]);
    await agent.post("/record", { turn_token, answer: "stars" });
    expect(await textsOf(agent, '?metadata={"topic":"sky"}')).toEqual(["sun moon\nstars"]);
  });

  test("goes with the memory that it belongs to", async () => {
    const { agent } = await t.account();
    const { id } = await add(agent, { input: "sun", metadata: { topic: "sky" } });
    await agent.delete(`/memory/${id}`);
    expect(await textsOf(agent, '?metadata={"topic":"sky"}')).toEqual([]);
    await add(agent, { input: "moon", metadata: { topic: "sky" } });
    await agent.delete("/memory");
    expect(await textsOf(agent, '?metadata={"topic":"sky"}')).toEqual([]);
  });

  test("travels with an export", async () => {
    const { admin, agent } = await t.account();
    await add(agent, { input: "sun", metadata: { topic: "sky", n: 1 } });
    const { text } = await admin.text("/admin/export");
    const other = await t.account();
    const answer = await other.admin.send("/admin/import", {
      ...{ method: "POST", body: text },
      headers: { ...other.admin.headers(), "content-type": "application/x-ndjson" },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await textsOf(other.agent, '?metadata={"topic":"sky","n":1}')).toEqual(["sun"]);
  });
});

describe("sessions and the profile", () => {
  test("sessions are listed newest first, and shown oldest turn first", async () => {
    const { agent } = await t.account();
    for (const [session, at] of [
      ["b/1 ü", 1],
      ["a", 2],
      ["b/1 ü", 3],
      [null, 4],
    ] as const) {
      await add(agent, { input: `turn ${at}`, session, occurred_at: `2026-01-0${at}T00:00:00Z` });
    }
    expect((await agent.get("/sessions")).body).toEqual({
      items: [
        { name: "b/1 ü", turns: 2, first: "2026-01-01T00:00:00.000Z", last: "2026-01-03T00:00:00.000Z" },
        { name: "a", turns: 1, first: "2026-01-02T00:00:00.000Z", last: "2026-01-02T00:00:00.000Z" },
      ],
      next_cursor: null,
    });
    const path = `/sessions/${encodeURIComponent("b/1 ü")}`;
    const turns = await readAll<MemoryDetailBody>(
      agent,
      `${path}?limit=1`,
      (page: { items: MemoryDetailBody[] }) => page.items,
    );
    expect(turns.map(({ input, session }) => [input, session])).toEqual([
      ["turn 1", "b/1 ü"],
      ["turn 3", "b/1 ü"],
    ]);
    expect((await agent.get("/sessions/none")).body).toEqual({ items: [], next_cursor: null });
  });

  test("pages of sessions have no gap and no repeat", async () => {
    const { agent } = await t.account();
    for (let at = 0; at < 9; at += 1) await add(agent, { input: `turn ${at}`, session: `s${(at * 7) % 9}` });
    type Named = { name: string };
    const named = await readAll<Named>(agent, "/sessions?limit=2", (page: { items: Named[] }) => page.items);
    expect(named.map(({ name }) => name)).toEqual(Array.from({ length: 9 }, (_, at) => `s${((8 - at) * 7) % 9}`));
  });

  test("the profile says what is known, and of a brain that was never used that nothing is", async () => {
    const { admin, agent } = await t.account();
    const nothing = { turns: 0, memory_size: 0, lessons: 0, sessions: 0 };
    expect((await agent.get("/profile")).body).toEqual({
      attributes: [],
      lessons: [],
      preferences: [],
      counts: nothing,
    });
    const name = await add(agent, { input: "My name is Dana.", session: "s" });
    await admin.post("/lessons", { text: "Answer in metric units.", pinned: true });
    await admin.post("/lessons", { text: "Answer briefly." });
    const { body } = await agent.get<{ lessons: { response_text: string }[] }>("/profile");
    expect(body).toMatchObject({
      attributes: [{ attribute: "name", value: "Dana", source_id: name.id, since: name.created_at }],
      counts: { turns: 0, memory_size: 1, lessons: 2, sessions: 1 },
    });
    expect(body.lessons[0]?.response_text).toBe("Answer in metric units.");
  });

  test("one brain's sessions and profile are nobody else's", async () => {
    const { agent } = await t.account();
    await add(agent.at({ user: "ann" }), { input: "My name is Ann.", session: "s" });
    for (const other of [agent, agent.at({ user: "bob" })]) {
      expect((await other.get("/sessions")).body).toEqual({ items: [], next_cursor: null });
      expect((await other.get("/sessions/s")).body).toEqual({ items: [], next_cursor: null });
      expect((await other.get("/profile")).body).toMatchObject({ attributes: [], counts: { memory_size: 0 } });
    }
  });
});
