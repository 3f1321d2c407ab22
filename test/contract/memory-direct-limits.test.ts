// Memory without a turn where something stands in its way: plans, spilled cores, redaction, erasures, and two at once.
import { afterAll, describe, expect, spyOn, test } from "bun:test";
import { DEFAULT_PLANS, type Plans } from "../../src/domain/plan.ts";
import type { LessonPage, MemoryDetailBody, MemoryPage } from "../support/bodies.ts";
import type { Answer, Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const PLANS: Plans = {
  ...DEFAULT_PLANS,
  free: { turnsPerMonth: 1, cores: 1, subBrains: 1, requestsPerSecond: null },
  pro: { turnsPerMonth: null, cores: null, subBrains: null, requestsPerSecond: 2 },
};
const t = await startTestService({ plans: PLANS });
afterAll(() => t.close());

async function accountOn(standing: Record<string, unknown>) {
  const account = await t.account();
  expect((await t.operator.patch(`/admin/accounts/${account.name}`, standing)).status).toBe(200);
  return account;
}

const add = (client: Client, body: Record<string, unknown> = { input: "sun" }): Promise<Answer<MemoryDetailBody>> =>
  client.post<MemoryDetailBody>("/memory", body);

async function added(client: Client, body?: Record<string, unknown>): Promise<MemoryDetailBody> {
  const answer = await add(client, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function textsOf(client: Client, query = ""): Promise<string[]> {
  return (await client.get<MemoryPage>(`/memory${query}`)).body.items.map(({ text }) => text);
}

describe("a plan", () => {
  test("that is past due lets memory be written and changed, and no new user's brain be made", async () => {
    const { name, agent } = await t.account();
    const { id } = await added(agent.at({ user: "ada" }));
    await t.operator.patch(`/admin/accounts/${name}`, { past_due: true });
    await added(agent.at({ user: "ada" }), { input: "moon" });
    expect((await agent.at({ user: "ada" }).patch(`/memory/${id}`, { input: "stars" })).status).toBe(200);
    expectError(await add(agent.at({ user: "bob" })), 402, "payment_required");
    expect(await textsOf(agent.at({ user: "ada" }))).toEqual(["moon", "stars"]);
  });

  test("whose turns are used up refuses no memory, and counts none", async () => {
    const { agent } = await accountOn({ plan: "free" });
    await agent.prepare("sun");
    expectError(await agent.post("/prepare", { input: "sun" }), 429, "quota_exceeded");
    const { id } = await added(agent);
    expect((await agent.patch(`/memory/${id}`, { input: "moon" })).status).toBe(200);
  });

  test("whose users are used up takes memory of those that are there alone", async () => {
    const { agent } = await accountOn({ plan: "free" });
    const { id } = await added(agent.at({ user: "ada" }));
    expectError(await add(agent.at({ user: "bob" })), 402, "plan_upgrade_required");
    await added(agent.at({ user: "ada" }));
    expect((await agent.at({ user: "ada" }).patch(`/memory/${id}`, { input: "moon" })).status).toBe(200);
    expectError(await agent.at({ user: "bob" }).patch(`/memory/${id}`, { input: "x" }), 404, "memory_not_found");
  });

  test("with a rate refuses memory too, and nothing of it is stored", async () => {
    const { name, agent } = await accountOn({ plan: "pro" });
    await added(agent);
    await added(agent);
    expectError(await add(agent), 429, "rate_limited");
    await t.operator.patch(`/admin/accounts/${name}`, { plan: "unlimited" });
    expect(await textsOf(agent)).toHaveLength(2);
  });

  test("with fewer cores serves the memory of the default core, and says so", async () => {
    const { admin, agent, name } = await t.account();
    for (const slug of ["blue", "red"]) {
      t.clock.advance(1);
      await admin.post("/cores", { slug, name: slug });
    }
    const { id } = await added(agent.at({ core: "red" }), { input: "hidden" });
    await t.operator.patch(`/admin/accounts/${name}`, { plan: "free" });
    const spilled = agent.at({ core: "red" });
    const answer = await add(spilled, { input: "shared", session: "s" });
    expect([answer.status, answer.headers.get("X-Memory-Core-Served")]).toEqual([201, "default"]);
    expect(await textsOf(agent)).toEqual(["shared"]);
    expectError(await spilled.patch(`/memory/${id}`, { input: "x" }), 404, "memory_not_found");
    for (const path of ["/sessions", "/sessions/s", "/profile"]) {
      expect((await spilled.get(path)).headers.get("X-Memory-Core-Served")).toBe("default");
    }
  });

  test("no gate stands before memory: it is no turn", async () => {
    const { admin, agent } = await t.account();
    await admin.put("/admin/constitutions/default", { text: "Be kind.", gates: [{ pattern: "sun", reason: "no" }] });
    expect((await agent.post<{ allowed: boolean }>("/prepare", { input: "sun" })).body.allowed).toBe(false);
    await added(agent);
  });
});

test("what the account redacts is in no text, no metadata, no word and no byte of a change either", async () => {
  const { admin, agent } = await t.account();
  await admin.patch("/admin/settings", { redact: ["emails"] });
  const secret = (at: number) => `ada${at}.lovelace@example.org`;
  const { id } = await added(agent, { input: `Mail ${secret(1)}`, answer: secret(2), metadata: { mail: secret(3) } });
  const change = { input: `Or ${secret(4)}`, answer: secret(5), metadata: { mail: secret(6), n: 1 } };
  const { body } = await agent.patch<MemoryDetailBody>(`/memory/${id}`, change);
  const mark = "[redacted: email address]";
  expect(body).toMatchObject({ input: `Or ${mark}`, answer: mark, metadata: { mail: mark, n: 1 } });
  expect((await t.bytesOnDisk()).includes("lovelace")).toBe(false);
  expect(await textsOf(agent, "?q=lovelace")).toEqual([]);
  expect(await textsOf(agent, `?metadata=${encodeURIComponent(JSON.stringify({ mail: mark }))}`)).toHaveLength(1);
});

test("an account that is deleted meanwhile takes its memory with it, and nothing of it is written after", async () => {
  const { name, agent } = await t.account();
  const { id } = await added(agent);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  const embed = t.words.embed.bind(t.words);
  const holding = spyOn(t.words, "embed").mockImplementation(async (request) => {
    isAsked();
    await held;
    return embed(request);
  });
  const writing = [add(agent, { input: "the late moon" }), agent.patch(`/memory/${id}`, { input: "the late star" })];
  await asked;
  await t.operator.delete(`/admin/accounts/${name}`);
  release();
  for (const { status } of await Promise.all(writing)) expect([401, 404]).toContain(status);
  holding.mockRestore();
  expect((await t.bytesOnDisk()).includes("the late")).toBe(false);
});

describe("at the same time", () => {
  const times = <T>(count: number, work: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(at)));

  test("a change and an erasure of one memory leave nothing of it, whichever comes first", async () => {
    const { agent } = await t.account();
    const made = await times(8, (at) => added(agent, { input: `My name is Zebulon${at}.`, metadata: { at } }));
    const answers = await times(8, async (at) => {
      const path = `/memory/${made[at]?.id}`;
      const change = agent.patch(path, { input: `My name is Zacharias${at}.`, metadata: { at: "x" } });
      return [(await change).status, (await agent.delete(path)).status];
    });
    const crossed = await times(8, (at) => added(agent, { input: `My name is Zebulon${at}.`, metadata: { at } }));
    const both = await times(8, (at) => {
      const path = `/memory/${crossed[at]?.id}`;
      return Promise.all([agent.patch(path, { input: `Zacharias${at}.` }), agent.delete(path)]);
    });
    expect(answers).toEqual(Array(8).fill([200, 200]));
    for (const [changed, erased] of both)
      expect([[200, 404].includes(changed.status), erased.status]).toEqual([true, 200]);
    expect((await t.bytesOnDisk()).includes("Zebulon")).toBe(false);
    expect((await t.bytesOnDisk()).includes("Zacharias")).toBe(false);
    expect((await agent.get("/profile")).body).toMatchObject({ attributes: [], counts: { memory_size: 0 } });
  });

  test("many changes of one memory leave one of them whole", async () => {
    const { agent } = await t.account();
    const { id } = await added(agent, { input: "green tea", answer: "cup" });
    await times(12, (at) => agent.patch(`/memory/${id}`, { input: `tea${at}`, answer: `cup${at}`, metadata: { at } }));
    const { body } = await agent.get<MemoryDetailBody>(`/memory/${id}`);
    const at = Number(body.metadata.at);
    expect(body).toMatchObject({ text: `tea${at}\ncup${at}` });
    expect(await textsOf(agent, `?q=tea${at}%20cup${at}&metadata={"at":${at}}`)).toHaveLength(1);
    for (const other of [0, 5, 11].filter((each) => each !== at)) {
      expect(await textsOf(agent, `?q=tea${other}`)).toEqual([]);
      expect(await textsOf(agent, `?metadata={"at":${other}}`)).toEqual([]);
    }
  });

  test("a change and a learning pass are both done", async () => {
    const { agent, admin } = await t.account();
    const made = await times(6, (at) => added(agent, { input: `Always answer in metric units ${at}.` }));
    const [pass, ...changes] = await Promise.all([
      admin.post<{ ok: boolean }>("/sync", {}),
      ...made.map(({ id }, at) => agent.patch(`/memory/${id}`, { input: `The tower is high ${at}.` })),
    ]);
    expect([pass.status, ...changes.map(({ status }) => status)]).toEqual(Array(7).fill(200));
    expect((await textsOf(agent)).sort()).toEqual(made.map((_, at) => `The tower is high ${at}.`));
    const { lessons } = (await admin.get<LessonPage>("/lessons")).body;
    for (const { source_link } of lessons) {
      for (const id of source_link) expect((await agent.get(`/memory/${id}`)).status).toBe(200);
    }
  });

  test("memory of a user who is erased is wholly there or wholly gone", async () => {
    const { agent, admin } = await t.account();
    const ada = agent.at({ user: "ada" });
    await added(ada);
    const erasing = admin.delete<{ receipt: { packets: number } }>("/admin/users/ada");
    const answers = await times(10, (at) => add(ada, { input: `My name is Nobody${at}.`, metadata: { at } }));
    const { body } = await erasing;
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const left = await textsOf(ada);
    expect(left.length).toBe(11 - body.receipt.packets);
    expect((await ada.get("/metrics")).body).toMatchObject({ memory_size: left.length });
    for (const text of left) expect(await textsOf(ada, `?q=${encodeURIComponent(text)}`)).toEqual([text]);
  });
});
