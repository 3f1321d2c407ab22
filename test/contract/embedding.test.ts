// GET /admin/embedding: the model that embeds, and how far the data of all accounts is embedded by it.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { say } from "../support/hybrid.ts";
import { adminOf, allRenewed, ChangingModels, NamedModel } from "../support/model-change.ts";

const PATH = "/admin/embedding";

let data: ChangingModels;
let first: NamedModel;
let second: NamedModel;
beforeEach(() => {
  data = new ChangingModels();
  first = new NamedModel("first");
  second = new NamedModel("second");
});
afterEach(async () => {
  for (const model of [first, second]) model.release();
  await data.close();
  rmSync(data.dataDir, { recursive: true, force: true });
});

const shown = async (client: Client) => (await client.get(PATH)).body;
const identity = ({ model: { id, sha256 } }: NamedModel) => ({ id, sha256 });

test("counts the turns of all accounts, those embedded and those that wait", async () => {
  const t = await data.start(first);
  const none = { total: 0, current: 0, waiting: 0, reembedding: false };
  expect(await shown(t.operator)).toEqual({ model: identity(first), ...none });
  for (const { admin } of [await t.account(), await t.account()]) {
    await say(admin, "I keep my passport in the blue drawer", "Noted.");
    await admin.post("/recall", { query: "passport" });
  }
  expect(await shown(t.operator)).toEqual({ model: identity(first), ...none, total: 2, current: 2 });
  first.hold(() => true);
  await say((await t.account()).admin, "My sister Ines lives in Porto", "How nice!");
  expect(await shown(t.operator)).toEqual({ model: identity(first), ...none, total: 3, current: 2, waiting: 1 });
});

test("tells how far it is after a change of the model, a new turn among the current ones", async () => {
  const before = await data.start(first);
  const account = await before.account();
  for (const text of ["I like green tea", "My boiler's code is 4711"]) await say(account.admin, text, "Noted.");
  await account.admin.post("/recall", { query: "tea" });
  second.hold((text) => /tea|boiler|Noted/.test(text));
  const after = await data.start(second);
  const operator = after.withKey(before.operator.key ?? "");
  const model = identity(second);
  expect(await shown(operator)).toEqual({ model, total: 2, current: 0, waiting: 0, reembedding: true });
  const client = adminOf(after, account);
  await say(client, "Lunch is at noon on Fridays", "Sure.");
  await client.post("/recall", { query: "lunch" });
  expect(await shown(operator)).toEqual({ model, total: 3, current: 1, waiting: 0, reembedding: true });
  second.release();
  await allRenewed(after);
  expect(await shown(operator)).toEqual({ model, total: 3, current: 3, waiting: 0, reembedding: false });
});

test("is for unbound admin keys of the account default alone", async () => {
  const t = await data.start(first);
  const { admin, agent, key } = await t.account();
  for (const client of [admin, await key({ scope: "admin", user: "ada" })]) {
    expectError(await client.get(PATH), 403, "key_scope");
  }
  expectError(await agent.get(PATH), 403, "admin_required");
  expectError(await t.stranger.get(PATH), 401, "unauthorized");
});
