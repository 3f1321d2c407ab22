// An account that is deleted: nothing of it is left, its keys are dead, and whoever has its name later begins anew.
import { afterAll, describe, expect, test } from "bun:test";
import type { ErasureReceipt } from "../../src/domain/receipt.ts";
import { seqCursor } from "../../src/http/page-cursor.ts";
import type { ListPage } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService, type TestAccount } from "../support/test-service.ts";

const t = await startTestService({ learnAfterMs: 1_000 });
afterAll(() => t.close());

interface Deleted {
  readonly receipt: ErasureReceipt;
  readonly keys_revoked: number;
}

const remove = (name: string, client: Client = t.operator) => client.delete<Deleted>(`/admin/accounts/${name}`);

/** With something of every kind, each text with the secret in it. */
async function filled(secret: string): Promise<TestAccount> {
  const account = await t.account();
  const { admin, key } = account;
  await admin.post("/cores", { slug: "blue", name: `Blue ${secret}`, context: `About ${secret}.` });
  await admin.put("/admin/constitutions/strict", { text: `Be strict about ${secret}.` });
  await admin.patch("/admin/settings", { sources_max: 3, model: "small" });
  await key({ core: "blue" });
  for (const client of [admin, admin.at({ user: "ada" }), admin.at({ user: "ada", core: "blue" })]) {
    await client.turn(`From now on always say ${secret}.`, `I will say ${secret}.`);
    await client.teach(`Always say ${secret}.`);
    await client.prepare(`What did I say of ${secret}?`);
  }
  const { lessons } = (await admin.get<{ lessons: { id: string }[] }>("/lessons")).body;
  await admin.delete(`/lessons/${lessons[0]?.id}`);
  return account;
}

describe("DELETE /admin/accounts/{name}", () => {
  test("erases all that the account has, the bytes too, and answers with a receipt", async () => {
    const { name } = await filled("zebrasecret");
    const { admin: beside } = await filled("kept");
    expect((await t.bytesOnDisk()).includes("zebrasecret")).toBe(true);
    const { status, body } = await remove(name);
    expect(status).toBe(200);
    expect(body.keys_revoked).toBe(3);
    const counts = { account: name, user: null, core: null, brains: 3, packets: 3, lessons: 2 };
    expect(body.receipt).toMatchObject({ ...counts, action: "account.deleted", target: `account:${name}` });
    expect((await t.bytesOnDisk()).includes("zebrasecret")).toBe(false);
    const state = await beside.state();
    expect([state.memory.items.length, state.lessons.lessons.length]).toEqual([1, 0]);
    const { items } = (await t.operator.get<ListPage<{ name: string }>>("/admin/accounts?limit=1000")).body;
    expect(items.map((account) => account.name)).not.toContain(name);
  });

  test("ends every key of the account at once, in one wording", async () => {
    const { name, admin, agent, key } = await filled("x");
    const bound = await key({ user: "ada" });
    await remove(name);
    const answers = await Promise.all([admin, agent, bound].map((client) => client.get("/metrics")));
    for (const answer of answers) expectError(answer, 401, "unauthorized");
    expectError(await admin.post("/admin/keys", { name: "k", scope: "admin" }), 401, "unauthorized");
  });

  test("lets go of what stands in memory, and of what waits to be done for its brains", async () => {
    const held = () => t.service.vectors.stats().brains;
    for (let at = 0; at < 3; at += 1) await t.account();
    const before = held();
    const { name, admin } = await filled("waiting");
    await admin.post("/recall", { query: "waiting" });
    expect(held()).toBeGreaterThan(before);
    await remove(name);
    expect(held()).toBe(before);
    t.clock.advance(2_000);
    const failures: unknown[] = [];
    await t.service.learnSoon.runDue((error) => failures.push(error));
    expect([failures, t.service.backlog.depth]).toEqual([[], 0]);
  });

  test("leaves the name to a new account, which sees nothing of the old one", async () => {
    const { name } = await filled("formerly");
    await remove(name);
    const { admin } = await t.account(name);
    for (const client of [admin, admin.at({ user: "ada" })]) {
      const { memory, lessons, metrics } = await client.state();
      expect([memory.items, lessons.lessons, metrics.turns]).toEqual([[], [], 0]);
      const { body } = await client.post<{ sources: object[] }>("/recall", { query: "formerly" });
      expect(body.sources).toEqual([]);
    }
    expectError(await admin.get("/cores/blue"), 404, "core_not_found");
    expectError(await admin.get("/admin/constitutions/strict"), 404, "constitution_not_found");
    expect((await admin.get("/admin/settings")).body).toMatchObject({ sources_max: 8, model: "" });
    expect((await admin.get<ListPage<object>>("/admin/users")).body.items).toEqual([]);
    expect((await admin.get<ListPage<object>>("/admin/keys")).body.items).toHaveLength(2);
    const audit = (query = "") => admin.get<ListPage<{ action: string; seq: number }>>(`/admin/audit${query}`);
    const entries = (await audit()).body.items;
    expect(entries.map(({ action }) => action)).toEqual(["key.issued", "key.issued", "account.created"]);
    // Nor by a cursor that somebody makes up.
    expect((await audit(`?cursor=${seqCursor(entries.at(-1)?.seq ?? 0)}`)).body.items).toEqual([]);
  });

  test("is for unbound admin keys of `default`, and never takes that one", async () => {
    const { name, admin, agent } = await t.account();
    const made = await t.operator.post<{ key: string }>("/admin/keys", { name: "b", scope: "admin", core: "default" });
    for (const client of [admin, t.withKey(made.body.key)]) expectError(await remove(name, client), 403, "key_scope");
    expectError(await remove(name, agent), 403, "admin_required");
    expectError(await remove("default"), 400, "invalid_request");
    expectError(await remove("nobody"), 404, "account_not_found");
    expectError(await remove("No such name"), 404, "account_not_found");
    expect((await admin.get("/metrics")).status).toBe(200);
  });

  test("whoever writes at the same time is served or told that the key is none, and leaves nothing behind", async () => {
    const beside = await t.account();
    for (let round = 0; round < 4; round += 1) {
      const { name, admin } = await filled("race");
      const { turn_token } = await admin.prepare("race on");
      const [text, settings] = [{ text: "Say race." }, { sources_max: 5 }];
      const writes = (client: Client) => [
        client.record(turn_token, "race"),
        client.post("/prepare", { input: "race" }),
        client.at({ user: `new-${round}` }).post("/prepare", { input: "race" }),
        client.post("/lessons", text),
        client.post("/cores", { slug: "red", name: "Red" }),
        client.patch("/cores/default", { name: "race" }),
        client.put("/admin/constitutions/other", text),
        client.patch("/admin/settings", settings),
        client.post("/admin/keys", { name: "race", scope: "admin" }),
        client.post("/synthesize/prepare", {}),
        client.post("/sync", {}),
        client.delete("/memory"),
        client.delete("/admin/users/ada"),
      ];
      const before = writes(admin);
      if (round % 2 === 1) await Bun.sleep(round);
      const removed = remove(name);
      const after = writes(admin);
      const own = writes(beside.admin);
      expect((await removed).status).toBe(200);
      for (const { status, body } of await Promise.all([...before, ...after])) {
        const { code = "" } = body as { code?: string };
        expect([status, code, status < 300 || status === 401 || status === 404 || code === "core_exists"]).toEqual([
          status,
          code,
          true,
        ]);
      }
      await Promise.all(own);
      expectError(await admin.get("/metrics"), 401, "unauthorized");
      expect((await t.bytesOnDisk()).includes("Be strict about race")).toBe(false);
      expect((await beside.admin.get("/metrics")).status).toBe(200);
    }
    expect(t.failures).toEqual([]);
  });
});
