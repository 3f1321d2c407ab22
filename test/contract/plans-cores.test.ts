// Cores beyond the plan: served from the default core, marked as such, and never mixed up with what they held.
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { DEFAULT_PLANS, type Plans } from "../../src/domain/plan.ts";
import type { CoreBody, LessonPage, ListPage, MemoryPage } from "../support/bodies.ts";
import type { Answer, Client } from "../support/client.ts";
import { briefOf, expectError } from "../support/expectations.ts";
import { startTestService, type TestAccount } from "../support/test-service.ts";

const PLANS: Plans = {
  ...DEFAULT_PLANS,
  free: { turnsPerMonth: null, cores: 2, subBrains: null, requestsPerSecond: null },
};
const t = await startTestService({ plans: PLANS });
afterAll(() => t.close());

const SERVED = "X-Memory-Core-Served";
let account: TestAccount;
let admin: Client;
let agent: Client;
beforeEach(async () => {
  account = await t.account();
  ({ admin, agent } = account);
});

async function setPlan(plan: string): Promise<void> {
  expect((await t.operator.patch(`/admin/accounts/${account.name}`, { plan })).status).toBe(200);
}

async function createCores(...slugs: string[]): Promise<void> {
  for (const slug of slugs) {
    t.clock.advance(1);
    const { status, body } = await admin.post<CoreBody>("/cores", { slug, name: slug, context: `CONTEXT-${slug}` });
    expect([status, body.slug]).toEqual([201, slug]);
  }
}

/** "default" or null: what the answer says of the core that it was served from. */
const servedOf = ({ headers }: Answer<unknown>) => headers.get(SERVED);

describe("a core beyond the plan", () => {
  beforeEach(async () => {
    await setPlan("free");
    // In order of creation, not of their names.
    await createCores("zulu", "yankee", "alpha", "bravo");
  });

  test("can be created, is listed and shown, and can be renamed", async () => {
    const { items } = (await agent.get<ListPage<CoreBody>>("/cores")).body;
    expect(items.map(({ slug }) => slug)).toEqual(["default", "zulu", "yankee", "alpha", "bravo"]);
    expect((await admin.patch<CoreBody>("/cores/alpha", { name: "A" })).body).toMatchObject({ name: "A" });
    expect((await agent.get<CoreBody>("/cores/alpha")).body).toMatchObject({ slug: "alpha", name: "A" });
  });

  test("is served from the default core, user by user, and each answer says so", async () => {
    const spilled = agent.at({ core: "alpha", user: "ann" });
    await spilled.remember("kiwi");
    await agent.at({ user: "ann" }).remember("mango");
    const own = agent.at({ core: "zulu", user: "ann" });
    await own.remember("papaya");
    const textsOf = async (client: Client) => {
      const { items } = (await client.get<MemoryPage>("/memory")).body;
      return items.map(({ text }) => text.split("\n")[0]);
    };
    expect(await textsOf(spilled)).toEqual(["mango", "kiwi"]);
    expect(await textsOf(agent.at({ user: "ann" }))).toEqual(["mango", "kiwi"]);
    expect(await textsOf(agent.at({ core: "bravo", user: "ann" }))).toEqual(["mango", "kiwi"]);
    expect(await textsOf(own)).toEqual(["papaya"]);
    expect(await textsOf(agent.at({ core: "alpha" }))).toEqual([]);
    const lessons = await spilled.get<LessonPage>("/lessons");
    expect(lessons.body).toMatchObject({ core: "default", user_id: `${account.name}::@ann` });
    const brief = briefOf(await spilled.prepare("kiwi"));
    expect(brief).not.toContain("CONTEXT-alpha");
  });

  test("is marked on every answer for it, errors included, and on no other", async () => {
    const spilled = admin.at({ core: "alpha" });
    const marked = [
      await spilled.post("/prepare", { input: "a" }),
      await spilled.post("/record", { turn_token: "turn_x", answer: "a" }),
      await spilled.post("/verify", { answer: "a" }),
      await spilled.post("/recall", { query: "a" }),
      await spilled.get("/memory"),
      await spilled.get("/memory/x"),
      await spilled.get("/metrics"),
      await spilled.get("/lessons"),
      await spilled.post("/sync", undefined),
      await spilled.post("/synthesize/prepare", {}),
    ];
    expect(marked.map(servedOf)).toEqual(marked.map(() => "default"));
    const plain = [
      await admin.get("/memory"),
      await admin.at({ core: "default" }).get("/memory"),
      await admin.at({ core: "zulu" }).get("/memory"),
      await admin.at({ core: "yankee" }).post("/prepare", { input: "a" }),
      await spilled.get("/cores/alpha"),
    ];
    expect(plain.map(servedOf)).toEqual(plain.map(() => null));
  });

  test("gives a key that is bound to it 402, after 403 for another core, and never for a record", async () => {
    const bound = await account.key({ core: "bravo" });
    const refused = [
      await bound.post("/prepare", { input: "a" }),
      await bound.get("/memory"),
      await bound.at({ core: "bravo", user: "ann" }).post("/recall", { query: "a" }),
      await bound.delete("/memory"),
    ];
    for (const answer of refused) expectError(answer, 402, "plan_upgrade_required");
    expectError(await bound.at({ core: "zulu" }).get("/memory"), 403, "key_scope");
    expectError(await bound.at({ core: "default" }).get("/memory"), 403, "key_scope");
    expectError(await bound.post("/record", { turn_token: "turn_x", answer: "a" }), 404, "token_not_found");
    expect((await bound.get("/cores")).status).toBe(200);
    const fine = await account.key({ core: "yankee" });
    expect((await fine.get("/memory")).status).toBe(200);
  });

  test("is deleted by name only: what was said in it stands in the default core", async () => {
    await agent.at({ core: "alpha" }).remember("kiwi");
    expect((await admin.delete("/cores/alpha")).body).toMatchObject({ ok: true, receipt: { core: "alpha" } });
    expectError(await agent.at({ core: "alpha" }).get("/memory"), 404, "core_not_found");
    expect((await agent.get<MemoryPage>("/memory")).body.items).toHaveLength(1);
  });

  test("moves up when an older one is deleted, with a memory of its own", async () => {
    const spilled = agent.at({ core: "alpha" });
    await spilled.remember("kiwi");
    await admin.delete("/cores/zulu");
    const memory = await spilled.get<MemoryPage>("/memory");
    expect([servedOf(memory), memory.body.items]).toEqual([null, []]);
    expect(servedOf(await agent.at({ core: "bravo" }).get("/memory"))).toBe("default");
    expect((await agent.get<MemoryPage>("/memory")).body.items).toHaveLength(1);
  });

  test("is counted without `default`, also where that was renamed", async () => {
    const own = await t.account();
    await t.operator.patch(`/admin/accounts/${own.name}`, { plan: "free" });
    await own.admin.patch("/cores/default", { name: "Main" });
    t.clock.advance(1);
    for (const slug of ["one", "two", "three"]) await own.admin.post("/cores", { slug, name: slug });
    const served = [];
    for (const core of ["one", "two", "three"]) served.push(servedOf(await own.agent.at({ core }).get("/memory")));
    expect(served.filter((core) => core === "default")).toHaveLength(1);
  });

  test("is none of another account's", async () => {
    const other = await t.account();
    await t.operator.patch(`/admin/accounts/${other.name}`, { plan: "free" });
    await other.admin.post("/cores", { slug: "alpha", name: "Alpha" });
    expect(servedOf(await other.agent.at({ core: "alpha" }).get("/memory"))).toBeNull();
  });
});

describe("a core that falls out of the plan", () => {
  beforeEach(() => createCores("zulu", "yankee", "alpha"));

  test("keeps its memory for the day on which it is covered again", async () => {
    const core = agent.at({ core: "alpha" });
    const id = await core.remember("kiwi");
    await setPlan("free");
    const spilled = await core.get<MemoryPage>("/memory");
    expect([servedOf(spilled), spilled.body.items]).toEqual(["default", []]);
    await setPlan("unlimited");
    const { body, headers } = await core.get<MemoryPage>("/memory");
    expect(body.items.map((item) => item.id)).toEqual([id]);
    expect(headers.get(SERVED)).toBeNull();
  });

  test("still takes the record of a turn that was prepared in it, from bound and unbound keys", async () => {
    const bound = await account.key({ core: "alpha" });
    for (const client of [agent.at({ core: "alpha" }), bound]) {
      const { turn_token } = await client.prepare("kiwi");
      await setPlan("free");
      const verdict = await client.post("/verify", { turn_token, answer: "kiwi" });
      expect(verdict.status).toBe(client === bound ? 402 : 200);
      const recorded = await client.record(turn_token, "kiwi");
      expect([recorded.status, servedOf(recorded)]).toEqual([200, null]);
      await setPlan("unlimited");
    }
    expect((await bound.get<MemoryPage>("/memory")).body.items).toHaveLength(2);
    expect((await agent.get<MemoryPage>("/memory")).body.items).toEqual([]);
  });

  test("erases the memory of its own when it is deleted, and leaves that of the default core", async () => {
    await agent.at({ core: "alpha" }).remember("erasable-quagga");
    await agent.remember("mango");
    await setPlan("free");
    await admin.delete("/cores/alpha");
    expect((await t.bytesOnDisk()).includes("quagga")).toBe(false);
    expect((await agent.get<MemoryPage>("/memory")).body.items).toHaveLength(1);
  });
});
