// Every action of an admin key has exactly one entry in the audit, and nothing else has any.
import { afterAll, describe, expect, test } from "bun:test";
import { createHash, createPublicKey, verify } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalEntry } from "../../src/domain/audit.ts";
import type { ErasureReceipt } from "../../src/domain/receipt.ts";
import type { ListPage } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError, readAll } from "../support/expectations.ts";
import { testOfFiles } from "../support/test-engine.ts";
import { startTestService, type TestAccount } from "../support/test-service.ts";

const backups = mkdtempSync(join(tmpdir(), "memoryd-test-"));
const t = await startTestService({ settings: { backup_dir: backups } });
afterAll(async () => {
  await t.close();
  rmSync(backups, { recursive: true });
});

interface Entry {
  readonly seq: number;
  readonly at: string;
  readonly account: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly previous: string;
  readonly hash: string;
}

const all = () => t.service.audit.list(null, { limit: 100_000, before: null });
interface Plan {
  readonly synthesis_token: string;
  readonly clusters: readonly { readonly id: string }[];
}

const SECRET = "quokka-words-4711";

interface Act {
  /** What the account has before. */
  readonly before?: (account: TestAccount) => Promise<unknown>;
  readonly run: (admin: Client, found: never, account: TestAccount) => Promise<{ status: number }>;
  /** null: it changes nothing that the audit tells of, and says why in the name. */
  readonly action: string | null;
}

function act<T>(
  action: string | null,
  run: (admin: Client, found: T, account: TestAccount) => Promise<{ status: number }>,
  before?: (account: TestAccount) => Promise<T>,
): Act {
  return { action, run, ...(before === undefined ? {} : { before }) };
}

const blue = ({ admin }: TestAccount) => admin.post("/cores", { slug: "blue", name: SECRET });
const turn = ({ admin }: TestAccount) => admin.at({ user: "quinn" }).turn(SECRET, SECRET);
const lesson = ({ admin }: TestAccount) => admin.at({ user: "quinn" }).teach(SECRET);
const chat = [
  { role: "user", content: SECRET },
  { role: "assistant", content: SECRET },
];

/** Every operation of the document that an admin key alone may do, and those that erase. */
const ACTS: Readonly<Record<string, Act>> = {
  "POST /lessons": act("lesson.added", (admin) => admin.post("/lessons", { text: SECRET })),
  "PATCH /lessons/{id}": act(
    "lesson.changed",
    (admin, { id }) => admin.at({ user: "quinn" }).patch(`/lessons/${id}`, { text: `${SECRET} b` }),
    lesson,
  ),
  "DELETE /lessons/{id}": act(
    "lesson.deleted",
    (admin, { id }) => admin.at({ user: "quinn" }).delete(`/lessons/${id}`),
    lesson,
  ),
  "DELETE /memory/{id}": act(
    "memory.deleted",
    (admin, id) => admin.at({ user: "quinn" }).delete(`/memory/${id}`),
    turn,
  ),
  "DELETE /memory": act("memory.erased", (admin) => admin.at({ user: "quinn" }).delete("/memory"), turn),
  "POST /cores": act("core.created", (admin) => admin.post("/cores", { slug: "blue", name: SECRET, context: SECRET })),
  "PATCH /cores/{slug}": act("core.changed", (admin) => admin.patch("/cores/blue", { name: SECRET }), blue),
  "DELETE /cores/{slug}": act("core.deleted", (admin) => admin.delete("/cores/blue"), blue),
  "POST /admin/keys": act("key.issued", (admin) =>
    admin.post("/admin/keys", { name: SECRET, scope: "agent", user: "quinn" }),
  ),
  "DELETE /admin/keys/{id}": act(
    "key.revoked",
    (admin, other: Client) => admin.delete(`/admin/keys/${other.key?.slice(8, 16)}`),
    (account) => account.key(),
  ),
  "PUT /admin/constitutions/{name}": act("constitution.put", (admin) =>
    admin.put("/admin/constitutions/strict", { text: SECRET }),
  ),
  "DELETE /admin/constitutions/{name}": act(
    "constitution.deleted",
    (admin) => admin.delete("/admin/constitutions/strict"),
    ({ admin }) => admin.put("/admin/constitutions/strict", { text: SECRET }),
  ),
  "PATCH /admin/settings": act("settings.changed", (admin) => admin.patch("/admin/settings", { sources_max: 3 })),
  "DELETE /admin/users/{user}": act("user.erased", (admin) => admin.delete("/admin/users/quinn"), turn),
  "GET /admin/export": act("memory.exported", (admin) => admin.text("/admin/export?user=quinn"), turn),
  "POST /admin/import": act("memory.imported", (admin) => admin.post("/admin/import?user=quinn&format=chat", chat)),
  "POST /admin/accounts": act("account.created", (_admin, _found, { name }) =>
    t.operator.post("/admin/accounts", { name: `${name}-b` }),
  ),
  "PATCH /admin/accounts/{name}": act("account.changed", (_admin, _found, { name }) =>
    t.operator.patch(`/admin/accounts/${name}`, { plan: "pro" }),
  ),
  "DELETE /admin/accounts/{name}": act("account.deleted", (_admin, _found, { name }) =>
    t.operator.delete(`/admin/accounts/${name}`),
  ),
  "DELETE /admin/settings/{name}": act(
    "settings.changed",
    (admin) => admin.delete("/admin/settings/sources_max"),
    ({ admin }) => admin.patch("/admin/settings", { sources_max: 3 }),
  ),
  // What they read is the account's own administration, and no memory.
  "GET /admin/keys": act(null, (admin) => admin.get("/admin/keys")),
  "GET /admin/accounts": act(null, (admin) => admin.get("/admin/accounts")),
  "GET /admin/constitutions": act(null, (admin) => admin.get("/admin/constitutions")),
  "GET /admin/constitutions/{name}": act(null, (admin) => admin.get("/admin/constitutions/default")),
  "GET /admin/settings": act(null, (admin) => admin.get("/admin/settings")),
  "GET /admin/users": act(null, (admin) => admin.get("/admin/users"), turn),
  "GET /admin/status": act(null, () => t.operator.get("/admin/status")),
  "GET /admin/backups": act(null, () => t.operator.get("/admin/backups")),
  "POST /admin/backups": act("backup.finished", () => t.operator.post("/admin/backups", {})),
  "GET /admin/embedding": act(null, () => t.operator.get("/admin/embedding")),
  "GET /admin/doctor": act(null, () => t.operator.get("/admin/doctor")),
  "GET /admin/status/history": act(null, () => t.operator.get("/admin/status/history")),
  "GET /admin/users/{user}": act(null, (admin) => admin.get("/admin/users/quinn"), turn),
  "GET /admin/audit": act(null, (admin) => admin.get("/admin/audit")),
  "GET /admin/audit/key": act(null, (admin) => admin.get("/admin/audit/key")),
  "GET /admin/audit/check": act(null, () => t.operator.get("/admin/audit/check")),
  "POST /admin/receipts/check": act(null, (admin) => admin.post("/admin/receipts/check", {})),
  // Learning is the service's own work on what was recorded; each pass is kept in a table of its own.
  "POST /synthesize/prepare": act(null, (admin) => admin.post("/synthesize/prepare", {})),
  "POST /synthesize/record": act(
    null,
    async (admin, plan: Plan) =>
      admin.post("/synthesize/record", {
        synthesis_token: plan.synthesis_token,
        lessons: plan.clusters.map(({ id }) => ({ cluster_id: id, text: "Be brief." })),
      }),
    async ({ admin }) => {
      for (const at of [1, 2]) await admin.turn(`please keep it short ${at}`, "ok");
      return (await admin.post<{ synthesis_token: string; clusters: { id: string }[] }>("/synthesize/prepare", {}))
        .body;
    },
  ),
};

test("every admin operation of the document is in the table, and every one that deletes", async () => {
  type Document = { paths: Record<string, Record<string, { tags: string[] }>> };
  const { paths } = (await t.stranger.get<Document>("/openapi.json")).body;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const { agent } = await t.account();
  const forAdmins: string[] = [];
  for (const operation of operations) {
    const [method = "", path = ""] = operation.split(" ");
    const { status, body } = await agent
      .send<{ code?: string }>(path.replaceAll(/\{\w+\}/g, "default"), {
        method,
        headers: { ...agent.headers(), "content-type": "application/json" },
        ...(method === "GET" || method === "DELETE" ? {} : { body: bodyFor(operation) }),
      })
      .catch(() => ({ status: 200, body: {} as { code?: string } }));
    if (status === 403 && body.code === "admin_required") forAdmins.push(operation);
  }
  expect(forAdmins.length).toBeGreaterThan(20);
  const wanted = new Set([...forAdmins, ...operations.filter((each) => each.startsWith("DELETE "))]);
  // Signing out changes nothing but the browser.
  const others = ["GET /prometheus", "DELETE /ui/session"];
  expect([...wanted].filter((each) => !(each in ACTS) && !others.includes(each))).toEqual([]);
  expect(Object.keys(ACTS).filter((each) => !operations.includes(each))).toEqual([]);
});

/** Bodies are checked before the scope of a key is. */
function bodyFor(operation: string): string {
  const bodies: Record<string, object> = {
    "POST /lessons": { text: "x" },
    "PATCH /lessons/{id}": { text: "x" },
    "POST /cores": { slug: "x", name: "x" },
    "POST /admin/keys": { name: "x", scope: "agent" },
    "POST /admin/accounts": { name: "x" },
    "PUT /admin/constitutions/{name}": { text: "x" },
    "POST /synthesize/record": { synthesis_token: "x", lessons: [] },
  };
  return JSON.stringify(bodies[operation] ?? {});
}

describe.each(Object.entries(ACTS))("%s", (_, { action, run, before }) => {
  const testOfAct = action === "backup.finished" ? testOfFiles : test;
  testOfAct(action === null ? "is not in the audit" : `is entered once, as ${action}`, async () => {
    const account = await t.account();
    const found = (await before?.(account)) as never;
    const known = (await all()).length;
    const { status } = await run(account.admin, found, account);
    expect(status).toBeLessThan(300);
    const entries = await all();
    // Keys that end with their account have entries of their own, and so has a backup when it begins.
    const made = entries
      .slice(0, entries.length - known)
      .filter((entry) => !["key.revoked", "backup.made"].includes(entry.action) || action === entry.action);
    expect(made.map((entry) => entry.action)).toEqual(action === null ? [] : [action]);
    const [entry] = made;
    if (entry === undefined) return;
    const isService = entry.action.startsWith("backup.");
    const doer = isService || entry.action.startsWith("account.") ? t.operator : account.admin;
    expect(entry.actor).toBe(doer.key?.slice(8, 16) ?? "");
    expect(entry.at).toBe(t.clock.now());
    expect(entry.account).toStartWith(isService ? "default" : account.name);
    const text = JSON.stringify(entry);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain("quinn");
  });
});

test("what fails, finds nothing or changes nothing leaves no entry", async () => {
  const { admin, agent, key } = await t.account();
  await admin.post("/cores", { slug: "blue", name: "Blue" });
  const other = await key();
  const id = other.key?.slice(8, 16);
  await admin.delete(`/admin/keys/${id}`);
  const bound = await key({ scope: "admin", user: "bob" });
  const known = (await all()).length;
  const answers = [
    await admin.post("/cores", { slug: "blue", name: "Again" }),
    await admin.post("/cores", { slug: "default", name: "Default" }),
    await admin.patch("/cores/nowhere", { name: "x" }),
    await admin.delete("/cores/nowhere"),
    await admin.delete("/cores/default"),
    await admin.delete(`/admin/keys/${id}`),
    await admin.delete("/admin/keys/nobody00"),
    await admin.post("/admin/keys", { name: "k", scope: "agent", core: "nowhere" }),
    await admin.delete("/admin/constitutions/none"),
    await admin.put("/admin/constitutions/bad", { text: "x", gates: [{ pattern: "(", reason: "x" }] }),
    await admin.patch("/admin/settings", { sources_max: 0 }),
    await admin.delete("/admin/users/nobody"),
    await admin.delete("/memory/mem_none"),
    await admin.delete("/lessons/les_none"),
    await admin.post("/admin/import?format=memoryd", chat),
    await admin.get("/admin/export?core=nowhere"),
    await admin.post("/admin/accounts", { name: "acme" }),
    await t.operator.patch("/admin/accounts/nobody", { plan: "pro" }),
    await bound.delete("/admin/users/quinn"),
    await agent.delete("/cores/blue"),
  ];
  // To revoke a key a second time is no fault, and changes nothing.
  expect(answers.filter(({ status }) => status < 400)).toHaveLength(1);
  await admin.patch("/cores/blue", {});
  await t.operator.patch("/admin/accounts/default", {});
  expect((await all()).length).toBe(known);
});

describe("GET /admin/audit", () => {
  test("shows the account's own entries newest first, page by page, each with what its hash goes over", async () => {
    const { admin, name } = await t.account();
    for (const slug of ["a", "b", "c"]) await admin.post("/cores", { slug, name: slug });
    await (await t.account()).admin.post("/cores", { slug: "d", name: "d" });
    const items = await readAll<Entry>(admin, "/admin/audit?limit=2", (page: ListPage<Entry>) => page.items);
    expect(items.map(({ action, target }) => `${action} ${target}`)).toEqual([
      `core.created account:${name}/core:c`,
      `core.created account:${name}/core:b`,
      `core.created account:${name}/core:a`,
      expect.stringMatching(/^key\.issued key:/),
      expect.stringMatching(/^key\.issued key:/),
      `account.created account:${name}`,
    ]);
    expect(new Set(items.map(({ account }) => account))).toEqual(new Set([name]));
    for (const { hash, ...item } of items) {
      const entry = { ...item, at: Date.parse(item.at), details: JSON.stringify(item.details) };
      expect(createHash("sha256").update(canonicalEntry(entry)).digest("hex")).toBe(hash);
    }
  });

  test("is for unbound admin keys", async () => {
    const { agent, key } = await t.account();
    expectError(await agent.get("/admin/audit"), 403, "admin_required");
    expectError(await (await key({ scope: "admin", user: "quinn" })).get("/admin/audit"), 403, "key_scope");
    expectError(await (await key({ scope: "admin", core: "default" })).get("/admin/audit"), 403, "key_scope");
    expectError(await (await key({ scope: "admin" })).get("/admin/audit?limit=0"), 400, "invalid_request", "limit");
    expectError(await (await key({ scope: "admin" })).get("/admin/audit?cursor=x"), 400, "invalid_request", "cursor");
  });
});

test("a receipt names its entry, and is signed with the key that is shown", async () => {
  const account = await t.account();
  await turn(account);
  await blue(account);
  const { admin, name } = account;
  type Answer = { receipt: ErasureReceipt };
  const answers = [
    await admin.at({ user: "quinn" }).delete<Answer>("/memory"),
    await admin.delete<Answer>("/memory"),
    await admin.delete<Answer>("/admin/users/quinn"),
    await admin.delete<Answer>("/cores/blue"),
  ];
  const receipts = answers.map(({ body }) => body.receipt);
  expect(receipts.map(({ action, user, core, brains, packets }) => [action, user, core, brains, packets])).toEqual([
    ["memory.erased", "quinn", "default", 1, 1],
    ["memory.erased", null, "default", 0, 0],
    ["user.erased", "quinn", null, 1, 0],
    ["core.deleted", null, "blue", 0, 0],
  ]);
  const { data_id, public_key, pem } = (
    await admin.get<{ data_id: string; public_key: string; pem: string }>("/admin/audit/key")
  ).body;
  const entries = await all();
  for (const receipt of receipts) {
    const entry = entries.find(({ seq }) => seq === receipt.audit_seq);
    expect(entry).toMatchObject({
      hash: receipt.audit_hash,
      target: receipt.target,
      action: receipt.action,
      account: name,
    });
    expect(receipt).toMatchObject({ data_id, public_key });
    const { signature, ...signed } = receipt;
    const bytes = Buffer.from(JSON.stringify(signed));
    expect(verify(null, bytes, createPublicKey(pem), Buffer.from(signature, "base64"))).toBe(true);
  }
  // One user has one hash, wherever it is named.
  expect(receipts[0]?.target).toEndWith(receipts[2]?.target.replace(`account:${name}`, "") ?? "?");
});
