// Turns of a month: what counts, exactly how many, and when there are more.
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { MemoryError } from "../../src/domain/errors.ts";
import { DEFAULT_PLANS, type Plans } from "../../src/domain/plan.ts";
import type { ErrorAnswer, ListPage, TurnBody } from "../support/bodies.ts";
import { expectError } from "../support/expectations.ts";
import { newDataDir, startTestService, type TestAccount } from "../support/test-service.ts";

const TURNS = 5;
const PLANS: Plans = {
  ...DEFAULT_PLANS,
  free: { turnsPerMonth: TURNS, cores: 2, subBrains: null, requestsPerSecond: null },
  pro: { turnsPerMonth: TURNS + 2, cores: null, subBrains: null, requestsPerSecond: null },
};
const t = await startTestService({ plans: PLANS });
afterAll(() => t.close());

let account: TestAccount;
beforeEach(async () => {
  account = await t.account();
  await t.operator.patch(`/admin/accounts/${account.name}`, { plan: "free" });
});

const usedBy = async ({ name, admin }: TestAccount) => {
  const { items } = (await admin.get<ListPage<{ name: string; turns_this_month: number }>>("/admin/accounts")).body;
  return items.find((each) => each.name === name)?.turns_this_month;
};
const ask = (input: unknown = "alpha") => account.agent.post<TurnBody>("/prepare", { input });

describe("a turn", () => {
  test("is one /prepare that is not refused, in whatever core, for whatever user", async () => {
    const { agent, admin } = account;
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    await agent.prepare("alpha");
    await agent.at({ core: "blue", user: "ann" }).prepare("alpha");
    expect(await usedBy(account)).toBe(2);
    expectError(await ask(""), 400, "invalid_request");
    expectError(await agent.post("/prepare", { input: "a", constitution: "none" }), 400, "unknown_constitution");
    expectError(await agent.at({ core: "nowhere" }).post("/prepare", { input: "a" }), 404, "core_not_found");
    t.words.fault = () => new MemoryError("overloaded", "too much at once");
    expectError(await ask(), 503, "overloaded");
    t.words.fault = null;
    expect(await usedBy(account)).toBe(2);
  });

  test("is also one that a gate stops", async () => {
    const constitution = { text: "Strict.", gates: [{ pattern: "stop", reason: "No." }], prohibitions: [] };
    await account.admin.put("/admin/constitutions/strict", constitution);
    for (let turn = 0; turn < TURNS; turn++) {
      const { status, body } = await account.agent.post<TurnBody>("/prepare", {
        input: "stop",
        constitution: "strict",
      });
      expect([status, body.allowed]).toEqual([200, false]);
    }
    expect(await usedBy(account)).toBe(TURNS);
    expectError(await account.agent.post("/prepare", { input: "stop", constitution: "strict" }), 429, "quota_exceeded");
    expectError(await ask(), 429, "quota_exceeded");
  });

  test("is nothing else: reading, recalling, verifying, recording and forgetting count nothing", async () => {
    const { admin } = account;
    await admin.remember("alpha");
    await admin.post("/recall", { query: "alpha" });
    await admin.post("/verify", { answer: "alpha" });
    await admin.post("/sync", undefined);
    await admin.teach("Rule.");
    await admin.delete("/memory");
    expect(await usedBy(account)).toBe(1);
  });

  test("counts for an account without limits as well", async () => {
    const free = await t.account();
    for (let turn = 0; turn < TURNS + 3; turn++) await free.agent.prepare("alpha");
    expect(await usedBy(free)).toBe(TURNS + 3);
  });
});

describe("when the turns of the month are used up", () => {
  test("/prepare is 429 until the next month in UTC begins, and says how long that is", async () => {
    const { agent } = account;
    const open = await agent.prepare("alpha");
    for (let turn = 1; turn < TURNS; turn++) await agent.prepare("alpha");
    const refused = await ask();
    expectError(refused, 429, "quota_exceeded");
    const now = new Date(t.clock.now());
    const waitS = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1_000;
    expect(Number(refused.headers.get("retry-after"))).toBe(waitS);
    expect((refused.body as unknown as ErrorAnswer).details).toEqual({ turns_per_month: TURNS, retry_after_s: waitS });
    expect((await agent.record(open.turn_token, "beta")).status).toBe(200);
    expect((await agent.state()).memory.items).toHaveLength(1);
    t.clock.advance(waitS * 1_000 - 1);
    expectError(await ask(), 429, "quota_exceeded");
    t.clock.advance(1);
    expect((await ask()).status).toBe(200);
    expect(await usedBy(account)).toBe(1);
  });

  test("a larger plan goes on at once, and counts what was used", async () => {
    for (let turn = 0; turn < TURNS; turn++) await account.agent.prepare("alpha");
    expectError(await ask(), 429, "quota_exceeded");
    await t.operator.patch(`/admin/accounts/${account.name}`, { plan: "pro" });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expectError(await ask(), 429, "quota_exceeded");
  });

  test("payment comes before it, and so does what is wrong with the request", async () => {
    for (let turn = 0; turn < TURNS; turn++) await account.agent.prepare("alpha");
    expectError(await ask(""), 400, "invalid_request");
    await t.operator.patch(`/admin/accounts/${account.name}`, { past_due: true });
    expectError(await ask(), 402, "payment_required");
  });

  test("nothing is embedded for what is refused", async () => {
    for (let turn = 0; turn < TURNS; turn++) await account.agent.prepare("alpha");
    // What was read of the count a moment ago is read anew after a change of the account.
    await t.operator.patch(`/admin/accounts/${account.name}`, { plan: "free" });
    t.words.fault = () => new Error("was embedded");
    expectError(await ask("beta"), 429, "quota_exceeded");
    t.words.fault = null;
  });

  test("what is counted stays counted when the memory is erased", async () => {
    for (let turn = 0; turn < TURNS; turn++) await account.agent.at({ user: "ann" }).prepare("alpha");
    await account.agent.at({ user: "ann" }).delete("/memory");
    expectError(await ask(), 429, "quota_exceeded");
  });
});

describe("many at once", () => {
  test("get exactly the turns that are left, and the others leave nothing behind", async () => {
    const { agent } = account;
    await agent.prepare("alpha");
    const turns = t.countRows("turns");
    const users = Array.from({ length: 24 }, (_, at) => agent.at({ user: `user-${at}` }));
    const answers = await Promise.all(users.map((each) => each.post("/prepare", { input: "alpha" })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(TURNS - 1).fill(200), ...Array<number>(24 - TURNS + 1).fill(429)]);
    for (const answer of answers) {
      if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(t.countRows("turns")).toBe(turns + TURNS - 1);
    expect(await usedBy(account)).toBe(TURNS);
  });

  test("do not take from another account", async () => {
    const other = await t.account();
    await t.operator.patch(`/admin/accounts/${other.name}`, { plan: "free" });
    await Promise.all(Array.from({ length: 20 }, () => ask()));
    for (let turn = 0; turn < TURNS; turn++) await other.agent.prepare("alpha");
    expectError(await other.agent.post("/prepare", { input: "a" }), 429, "quota_exceeded");
  });
});

test("the count is still there after a restart", async () => {
  const dataDir = newDataDir();
  const first = await startTestService({ plans: PLANS, dataDir });
  const own = await first.account("acme");
  await first.operator.patch("/admin/accounts/acme", { plan: "free" });
  for (let turn = 0; turn < TURNS; turn++) await own.agent.prepare("alpha");
  const key = own.agent.key ?? "";
  await first.close();
  const second = await startTestService({ plans: PLANS, dataDir });
  try {
    expectError(await second.withKey(key).post("/prepare", { input: "a" }), 429, "quota_exceeded");
  } finally {
    await second.close();
  }
});
