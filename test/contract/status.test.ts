// GET /admin/status: the service in numbers, for whoever runs it, and for nobody else.
import { afterAll, expect, test } from "bun:test";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

interface StatusBody {
  readonly requests: { readonly endpoints: readonly { readonly endpoint: string; readonly count: number }[] };
  readonly [field: string]: unknown;
}

const status = async () => (await t.operator.get<StatusBody>("/admin/status")).body;

test("counts what all accounts hold, without a name or a word of it", async () => {
  const before = await status();
  const { name, admin } = await t.account("acme");
  await admin.at({ user: "ada" }).turn("I like green tea.", "Noted.");
  await admin.at({ user: "bob" }).teach("Be brief.");
  const after = await status();
  const grown = (field: string) => Number(after[field]) - Number(before[field]);
  expect(["accounts", "users", "turns", "memories", "lessons"].map(grown)).toEqual([1, 2, 1, 1, 1]);
  expect(after).toMatchObject({
    ...{ ready: true, checks: { storage: "ok" }, last_pass: null, last_backup: null },
    ...{ disk: null, certificate_ends_at: null, backlog: { reembedding: null, brains_to_learn: 1 } },
  });
  for (const told of [name, "ada", "bob", "green tea", "brief"]) expect(JSON.stringify(after)).not.toContain(told);
});

test("names requests by method and path, without those of health checks", async () => {
  await t.operator.get("/readyz");
  await t.operator.get("/lessons?limit=1");
  await t.operator.get("/admin/constitutions/default");
  await t.operator.get("/nowhere/ada");
  const names = (await status()).requests.endpoints.map(({ endpoint }) => endpoint);
  expect(names).toContain("GET /lessons");
  expect(names).toContain("GET /admin/constitutions/{name}");
  expect(names).toContain("other");
  expect(names.join()).not.toMatch(/readyz|status|ada/);
});

test("shows the pass that ended last", async () => {
  const { admin } = await t.account();
  await admin.turn("I like green tea.", "Noted.");
  await admin.post("/sync", {});
  expect((await status()).last_pass).toEqual({ at: t.clock.iso(), status: "ok", lessons: 0 });
});

test("is 200 also where the service is not ready, with the reason", async () => {
  const [checks, details] = [{ disk: "failing" }, { disk: { free_bytes: 1 } }] as const;
  t.setReadiness({ ready: false, checks, details });
  const answer = await t.operator.get("/admin/status");
  t.setReadiness({ ready: true, checks: { storage: "ok" } });
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ ready: false, checks, details })]);
});

test("is for unbound admin keys of the account default alone", async () => {
  const { admin, agent, key } = await t.account();
  for (const client of [admin, await key({ scope: "admin", user: "ada" })]) {
    expectError(await client.get("/admin/status"), 403, "key_scope");
  }
  expectError(await agent.get("/admin/status"), 403, "admin_required");
  const issued = await t.operator.post<{ key: string }>("/admin/keys", { name: "k", scope: "admin", user: "ada" });
  expectError(await t.withKey(issued.body.key).get("/admin/status"), 403, "key_scope");
  expectError(await t.stranger.get("/admin/status"), 401, "unauthorized");
});
