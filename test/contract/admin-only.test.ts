// An agent key on each admin operation: 403 admin_required, and nothing done.
import { afterAll, describe, expect, test } from "bun:test";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

type Operation = (client: Client, lesson: string) => Promise<{ status: number; headers: Headers; body: unknown }>;

const OPERATIONS: [string, Operation][] = [
  ["POST /lessons", (client) => client.post("/lessons", { text: "Be brief." })],
  ["PATCH /lessons/{id}", (client, lesson) => client.patch(`/lessons/${lesson}`, { text: "Changed." })],
  ["PATCH /lessons/{id} of no lesson", (client) => client.patch("/lessons/none", { text: "Changed." })],
  ["DELETE /lessons/{id}", (client, lesson) => client.delete(`/lessons/${lesson}`)],
  ["POST /cores", (client) => client.post("/cores", { slug: "new", name: "New" })],
  ["PATCH /cores/{slug}", (client) => client.patch("/cores/blue", { name: "Changed" })],
  ["PATCH /cores/default", (client) => client.patch("/cores/default", { name: "Changed" })],
  ["DELETE /cores/{slug}", (client) => client.delete("/cores/blue")],
  ["GET /admin/keys", (client) => client.get("/admin/keys")],
  ["POST /admin/keys", (client) => client.post("/admin/keys", { name: "k", scope: "admin" })],
  ["DELETE /admin/keys/{id}", (client) => client.delete(`/admin/keys/${client.key?.slice(8, 16)}`)],
  ["GET /admin/constitutions", (client) => client.get("/admin/constitutions")],
  ["GET /admin/constitutions/{name}", (client) => client.get("/admin/constitutions/default")],
  ["PUT /admin/constitutions/{name}", (client) => client.put("/admin/constitutions/default", { text: "Changed." })],
  ["DELETE /admin/constitutions/{name}", (client) => client.delete("/admin/constitutions/strict")],
  [
    "POST /admin/constitutions/{name}/test",
    (client) => client.post("/admin/constitutions/strict/test", { input: "a" }),
  ],
  ["GET /admin/settings", (client) => client.get("/admin/settings")],
  ["PATCH /admin/settings", (client) => client.patch("/admin/settings", { sources_max: 1 })],
  ["GET /admin/accounts", (client) => client.get("/admin/accounts")],
  ["PATCH /admin/accounts/{name}", (client) => client.patch("/admin/accounts/default", { plan: "free" })],
  ["GET /admin/audit", (client) => client.get("/admin/audit")],
  ["GET /admin/audit/key", (client) => client.get("/admin/audit/key")],
  ["GET /admin/audit/check", (client) => client.get("/admin/audit/check")],
  ["POST /admin/receipts/check", (client) => client.post("/admin/receipts/check", {})],
  ["GET /admin/status", (client) => client.get("/admin/status")],
  ["GET /admin/backups", (client) => client.get("/admin/backups")],
  ["POST /admin/backups", (client) => client.post("/admin/backups", {})],
  ["GET /admin/embedding", (client) => client.get("/admin/embedding")],
  ["GET /admin/doctor", (client) => client.get("/admin/doctor")],
  ["GET /admin/status/history", (client) => client.get("/admin/status/history")],
  ["GET /admin/users", (client) => client.get("/admin/users")],
  ["DELETE /admin/users/{user}", (client) => client.delete("/admin/users/ann")],
  ["GET /admin/export", (client) => client.get("/admin/export")],
  ["POST /admin/import", (client) => client.post("/admin/import", [{ role: "user", content: "hello" }])],
  ["POST /admin/accounts", (client) => client.post("/admin/accounts", { name: "made-by-agent" })],
];

describe.each(OPERATIONS)("%s", (_, operation) => {
  test("is 403 for an agent key, unbound or bound, and nothing is done", async () => {
    const { admin, agent, key } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    await admin.put("/admin/constitutions/strict", { text: "Strict." });
    const lesson = await admin.teach("Original.");
    const bound = await key({ core: "default", user: "ann" });
    const look = async () => [
      await admin.state(),
      await agent.state(),
      (await admin.get("/cores")).body,
      (await admin.get("/cores/default")).body,
      (await admin.get("/admin/constitutions")).body,
      (await admin.get("/admin/settings")).body,
      (await t.operator.get("/admin/accounts?limit=1000")).body,
      t.countRows("keys"),
    ];
    const before = await look();
    for (const client of [agent, bound, bound.at({ user: "bob" }), agent.at({ core: "nowhere" })]) {
      expectError(await operation(client, lesson.id), 403, "admin_required");
    }
    expect(await look()).toEqual(before);
    expect((await agent.get("/metrics")).status).toBe(200);
  });

  test("is 401 without a key", async () => {
    expectError(await operation(t.stranger, "x"), 401, "unauthorized");
  });
});
