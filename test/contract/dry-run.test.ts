// The brief of a turn that does not begin: the same to the letter, and nothing else happens.
import { afterAll, expect, test } from "bun:test";
import { DEFAULT_PLANS, type Plans } from "../../src/domain/plan.ts";
import type { ListPage, SourceItem, TurnBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService, type TestAccount } from "../support/test-service.ts";

const PLANS: Plans = {
  ...DEFAULT_PLANS,
  free: { turnsPerMonth: 2, cores: 2, subBrains: 1, requestsPerSecond: null },
};
const t = await startTestService({ plans: PLANS });
afterAll(() => t.close());

const INPUT = "sun moon stars";
const STRICT = { text: "Be strict.", gates: [{ pattern: "stop", reason: "No." }] };

async function dryRun(client: Client, rest: object = {}): Promise<TurnBody> {
  const { status, body } = await client.post<TurnBody>("/prepare", { input: INPUT, dry_run: true, ...rest });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** All that a turn could have changed. */
async function look({ name, admin }: TestAccount): Promise<unknown> {
  const { items } = (await admin.get<ListPage<{ name: string }>>("/admin/accounts")).body;
  return [
    await admin.state(),
    items.find((each) => each.name === name),
    (await admin.get("/admin/users")).body,
    (await admin.get("/sessions")).body,
    (await admin.get("/admin/audit")).body,
    t.countRows("turns"),
    t.countRows("brains"),
  ];
}

test("is to the letter what the turn gets, but for the token", async () => {
  const { admin } = await t.account();
  await admin.put("/admin/constitutions/strict", STRICT);
  await admin.teach("sun moon stars");
  await admin.turn("sun moon stars sea", "noted");
  const { turn_token } = await admin.prepare("sun moon rain", { session: "talk" });
  await admin.record(turn_token, "noted");
  for (const rest of [
    {},
    { session: "talk", history: 5, model: "gpt-4o", metadata: { topic: "sky" } },
    { constitution: "strict", explain: true, occurred_at: "2025-01-31T09:30:00Z" },
  ]) {
    const dry = await dryRun(admin, rest);
    expect(dry).toEqual({ ...(await admin.prepare(INPUT, rest)), turn_token: null });
    expect(dry.sources.length).toBeGreaterThan(0);
    expect(dry.messages.at(-1)?.content).toBe(INPUT);
  }
});

test("counts, stores, renews and makes nothing", async () => {
  const account = await t.account();
  const { admin } = account;
  await admin.put("/admin/constitutions/strict", STRICT);
  await admin.teach(INPUT);
  await admin.turn(INPUT, "noted");
  const before = await look(account);
  await dryRun(admin);
  await dryRun(admin, { session: "new", metadata: { a: 1 }, explain: true });
  const gated = await dryRun(admin, { input: "please stop", constitution: "strict" });
  expect(gated).toEqual({
    messages: [],
    coherence: null,
    sources: [],
    allowed: false,
    reason: "No.",
    turn_token: null,
  });
  const nobody = await dryRun(admin.at({ user: "nobody" }));
  expect([nobody.sources, nobody.coherence, nobody.allowed]).toEqual([[], null, true]);
  expect(await look(account)).toEqual(before);
});

test("takes nothing of the plan: also when it is used up, or the account is past due", async () => {
  const account = await t.account();
  const { admin } = account;
  await t.operator.patch(`/admin/accounts/${account.name}`, { plan: "free" });
  await admin.at({ user: "ann" }).prepare(INPUT);
  await admin.prepare(INPUT);
  expectError(await admin.post("/prepare", { input: INPUT }), 429, "quota_exceeded");
  expect((await dryRun(admin)).allowed).toBe(true);
  expect((await dryRun(admin.at({ user: "bob" }))).allowed).toBe(true);
  expectError(
    await admin.at({ user: "bob" }).post("/prepare", { input: INPUT, dry_run: false }),
    402,
    "plan_upgrade_required",
  );
  await t.operator.patch(`/admin/accounts/${account.name}`, { past_due: true });
  expect((await dryRun(admin)).allowed).toBe(true);
  expectError(await admin.post("/prepare", { input: INPUT }), 402, "payment_required");
});

test("ranks in the `mode` that is asked for, which a turn that begins does not take", async () => {
  const { admin } = await t.account();
  const texts = ["we planted beans in the garden", "the garden in may", "unlike all of it"];
  for (const text of texts) await admin.turn(text, "noted");
  const question = "what grew in the garden in may";
  for (const mode of ["hybrid", "cosine"]) {
    const { sources } = await dryRun(admin, { input: question, mode });
    const recalled = await admin.post<{ sources: SourceItem[] }>("/recall", { query: question, mode });
    expect(sources).toEqual(recalled.body.sources);
    await admin.patch("/admin/settings", { retrieval_mode: mode });
    expect((await admin.prepare(question)).sources).toEqual(sources);
  }
  const refused = { input: INPUT, mode: "hybrid" };
  expectError(await admin.post("/prepare", refused), 400, "invalid_request", "mode");
  expectError(await admin.post("/prepare", { ...refused, dry_run: false }), 400, "invalid_request", "mode");
  expectError(await admin.post("/prepare", { ...refused, dry_run: true, mode: "x" }), 400, "invalid_request", "mode");
});

test("is for admin keys, and of the key's own part", async () => {
  const { admin, agent, key } = await t.account();
  const before = t.countRows("turns");
  expectError(await agent.post("/prepare", { input: INPUT, dry_run: true }), 403, "admin_required");
  expectError(await admin.post("/prepare", { input: INPUT, dry_run: "yes" }), 400, "invalid_request", "dry_run");
  const ann = await key({ scope: "admin", user: "ann" });
  expectError(await ann.at({ user: "bob" }).post("/prepare", { input: INPUT, dry_run: true }), 403, "key_scope");
  expect(t.countRows("turns")).toBe(before);
  expect((await agent.prepare(INPUT, { dry_run: false, mode: null })).turn_token).toStartWith("turn_");
});
