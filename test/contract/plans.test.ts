// Plans and payment: who sets them, what they show, and what a past-due account and a full plan may still do.
import { afterAll, describe, expect, test } from "bun:test";
import { DEFAULT_PLANS, type Plans } from "../../src/domain/plan.ts";
import type { ListPage, PlanBody, TurnBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService, type TestAccount } from "../support/test-service.ts";

const PLANS: Plans = {
  ...DEFAULT_PLANS,
  free: { turnsPerMonth: 50, cores: 1, subBrains: 2, requestsPerSecond: null },
};
const t = await startTestService({ plans: PLANS });
afterAll(() => t.close());

interface AccountBody {
  readonly name: string;
  readonly created_at: string;
  readonly plan: string;
  readonly past_due: boolean;
  readonly turns_this_month: number;
  readonly turns_per_month: number | null;
}

async function accountOn(standing: Record<string, unknown>): Promise<TestAccount> {
  const account = await t.account();
  const { status } = await t.operator.patch(`/admin/accounts/${account.name}`, standing);
  expect(status).toBe(200);
  return account;
}

async function shownTo(client: Client, name: string): Promise<AccountBody | undefined> {
  const { body } = await client.get<ListPage<AccountBody>>("/admin/accounts?limit=1000");
  return body.items.find((account) => account.name === name);
}

describe("an account's standing", () => {
  test("is unlimited and paid where nothing else is said", async () => {
    const { name, admin } = await t.account();
    const standing = { plan: "unlimited", past_due: false, turns_this_month: 0, turns_per_month: null };
    expect(await shownTo(admin, name)).toEqual({ name, created_at: t.clock.iso(), ...standing });
    const made = await t.operator.post<AccountBody>("/admin/accounts", { name: "plain", plan: null, past_due: null });
    expect(made.body).toEqual({ name: "plain", created_at: t.clock.iso(), ...standing });
  });

  test("is given with the account, or changed later field by field", async () => {
    const made = await t.operator.post<AccountBody>("/admin/accounts", { name: "late", plan: "free", past_due: true });
    expect(made.status).toBe(201);
    const standing = { plan: "free", past_due: true, turns_this_month: 0, turns_per_month: 50 };
    expect(made.body).toMatchObject(standing);
    const steps: [Record<string, unknown>, Partial<AccountBody>][] = [
      [{ past_due: false }, { plan: "free", past_due: false }],
      [{ plan: "unlimited" }, { plan: "unlimited", past_due: false, turns_per_month: null }],
      [
        { plan: "pro", past_due: true },
        { plan: "pro", past_due: true, turns_per_month: 100_000 },
      ],
    ];
    for (const [change, expected] of steps) {
      const { status, body } = await t.operator.patch<AccountBody>("/admin/accounts/late", change);
      expect([status, body]).toEqual([200, expect.objectContaining(expected)]);
      expect(await shownTo(t.operator, "late")).toEqual(body);
    }
  });

  test.each([
    ["an unknown plan", { plan: "gold" }, "plan"],
    ["an empty plan", { plan: "" }, "plan"],
    ["a plan of a prototype", { plan: "constructor" }, "plan"],
    ["a payment in words", { past_due: "yes" }, "past_due"],
  ])("refuses %s, and changes nothing", async (_, change, field) => {
    const { name } = await t.account();
    const before = await shownTo(t.operator, name);
    expectError(await t.operator.patch(`/admin/accounts/${name}`, change), 400, "invalid_request", field);
    expectError(await t.operator.post("/admin/accounts", { name: "bad", ...change }), 400, "invalid_request", field);
    expect(await shownTo(t.operator, name)).toEqual(before);
    expect(await shownTo(t.operator, "bad")).toBeUndefined();
  });

  test.each(["nowhere", "Blue", "%20"])("of the account %p is 404", async (name) => {
    expectError(await t.operator.patch(`/admin/accounts/${name}`, { plan: "free" }), 404, "account_not_found");
  });

  test("belongs to unbound admin keys of `default` alone, also where it is the key's own account", async () => {
    const { name, admin } = await t.account();
    const bound = { name: "bound", scope: "admin", core: "default" };
    const boundOperator = t.withKey((await t.operator.post<{ key: string }>("/admin/keys", bound)).body.key);
    for (const client of [admin, boundOperator]) {
      expectError(await client.patch(`/admin/accounts/${name}`, { plan: "pro" }), 403, "key_scope");
      expectError(await client.patch("/admin/accounts/nowhere", { plan: "pro" }), 403, "key_scope");
    }
    expect(await shownTo(admin, name)).toMatchObject({ plan: "unlimited" });
  });
});

describe("a past-due account", () => {
  test("prepares no turn and learns nothing, and goes on to record, read, erase and keep its keys", async () => {
    const account = await t.account();
    const { admin, agent } = account;
    const ann = agent.at({ user: "ann" });
    const lesson = await admin.teach("Be brief.");
    await ann.remember("alpha");
    const open = await ann.prepare("alpha beta");
    const learnable = await admin.prepare("alpha");
    await admin.record(learnable.turn_token, "alpha");
    const plan = (await admin.post<PlanBody>("/synthesize/prepare", {})).body;
    await t.operator.patch(`/admin/accounts/${account.name}`, { past_due: true });
    const prepared = t.countRows("turns");
    const refused = [
      await ann.post("/prepare", { input: "alpha" }),
      await agent.post("/prepare", { input: "alpha" }),
      await agent.at({ user: "new" }).post("/prepare", { input: "alpha" }),
      await ann.post("/sync", undefined),
      await admin.post("/synthesize/prepare", {}),
      await admin.post("/synthesize/record", { synthesis_token: plan.synthesis_token ?? "x", lessons: [] }),
      await admin.at({ user: "new" }).post("/lessons", { text: "Rule." }),
    ];
    for (const answer of refused) expectError(answer, 402, "payment_required");
    expect(t.countRows("turns")).toBe(prepared);
    expect((await ann.record(open.turn_token, "beta")).status).toBe(200);
    const { memory } = await ann.state();
    expect(memory.items).toHaveLength(2);
    const goesOn = [
      await ann.post("/verify", { answer: "alpha" }),
      await ann.post("/recall", { query: "alpha" }),
      await ann.get(`/memory/${memory.items[0]?.id}`),
      await ann.delete(`/memory/${memory.items[0]?.id}`),
      await admin.patch(`/lessons/${lesson.id}`, { text: "Be very brief." }),
      await admin.at({ user: "ann" }).post("/lessons", { text: "Another rule." }),
      await admin.get("/admin/settings"),
      await admin.get("/cores"),
      await ann.delete("/memory"),
    ];
    expect(goesOn.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 201, 200, 200, 200]);
    const another = { name: "k", scope: "agent" };
    expect((await admin.post("/admin/keys", another)).status).toBe(201);
    await t.operator.patch(`/admin/accounts/${account.name}`, { past_due: false });
    await ann.prepare("alpha");
  });

  test("is no other account's matter", async () => {
    await accountOn({ past_due: true });
    await (await t.account()).agent.prepare("alpha");
  });

  test("hears of what is wrong with the request first", async () => {
    const { agent } = await accountOn({ past_due: true });
    expectError(await agent.post("/prepare", { input: "" }), 400, "invalid_request", "input");
    expectError(await agent.at({ core: "nowhere" }).post("/prepare", { input: "a" }), 404, "core_not_found");
    expectError(await agent.post("/synthesize/prepare", {}), 403, "admin_required");
  });

  test("learns nothing at night either, and what was recorded meanwhile once it has paid", async () => {
    const { name, agent, admin } = await t.account();
    for (const input of ["please use metric units", "please use metric units always"]) await agent.remember(input);
    await t.operator.patch(`/admin/accounts/${name}`, { past_due: true });
    const passes = () => t.countRows("learning_passes");
    const before = passes();
    const fail = (error: unknown) => {
      throw error;
    };
    await t.service.learner.learnAll(fail);
    const scanned = async () => (await admin.post<PlanBody>("/synthesize/prepare", {})).body.packets_scanned;
    await t.operator.patch(`/admin/accounts/${name}`, { past_due: false });
    expect(await scanned()).toBe(2);
    await t.service.learner.learnAll(fail);
    expect(passes()).toBeGreaterThan(before);
    expect(await scanned()).toBe(0);
  });
});

describe("sub-brains", () => {
  test("beyond the plan are refused with 402, those that are there go on, in every core", async () => {
    const { agent, admin } = await accountOn({ plan: "free" });
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const at = (user: string, core?: string) => agent.at(core === undefined ? { user } : { user, core });
    await at("ann").prepare("alpha");
    await at("bob", "blue").prepare("alpha");
    const brains = t.countRows("brains");
    expectError(await at("cid").post("/prepare", { input: "alpha" }), 402, "plan_upgrade_required");
    expectError(await at("cid", "blue").post("/prepare", { input: "alpha" }), 402, "plan_upgrade_required");
    expectError(await admin.at({ user: "cid" }).post("/lessons", { text: "Rule." }), 402, "plan_upgrade_required");
    expect((await at("cid").get("/memory")).status).toBe(200);
    expect(t.countRows("brains")).toBe(brains);
    // A user counts once, the shared brain of a core not at all.
    await at("ann", "blue").prepare("alpha");
    await at("bob").prepare("alpha");
    await agent.prepare("alpha");
    await agent.at({ core: "blue" }).prepare("alpha");
  });

  test("are as many as the plan says, however many users come at once", async () => {
    const { agent } = await accountOn({ plan: "free" });
    const users = Array.from({ length: 12 }, (_, at) => `user-${at}`);
    const answers = await Promise.all(users.map((user) => agent.at({ user }).post("/prepare", { input: "alpha" })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, ...Array<number>(10).fill(402)]);
    for (const answer of answers) if (answer.status === 402) expectError(answer, 402, "plan_upgrade_required");
  });

  test("of a smaller plan go on where there are more of them already, and of a larger one are allowed at once", async () => {
    const { name, agent } = await t.account();
    const users = ["ann", "bob", "cid"];
    for (const user of users) await agent.at({ user }).prepare("alpha");
    await t.operator.patch(`/admin/accounts/${name}`, { plan: "free" });
    for (const user of users) await agent.at({ user }).prepare("alpha");
    expectError(await agent.at({ user: "dan" }).post("/prepare", { input: "a" }), 402, "plan_upgrade_required");
    await t.operator.patch(`/admin/accounts/${name}`, { plan: "pro" });
    await agent.at({ user: "dan" }).prepare("alpha");
  });

  test("are not made by reading, nor by a gated turn", async () => {
    const { agent, admin } = await accountOn({ plan: "free" });
    const constitution = { text: "Strict.", gates: [{ pattern: "stop", reason: "No." }], prohibitions: [] };
    await admin.put("/admin/constitutions/strict", constitution);
    for (const user of ["a", "b", "c", "d"]) {
      const gated = { input: "stop", constitution: "strict" };
      const { status, body } = await agent.at({ user }).post<TurnBody>("/prepare", gated);
      expect([status, body.allowed]).toEqual([200, false]);
      await agent.at({ user }).get("/metrics");
    }
    await agent.at({ user: "e" }).prepare("alpha");
  });
});
