import { afterAll, describe, expect, spyOn, test } from "bun:test";
import { crc32 } from "node:zlib";
import { base62OfNumber } from "../../src/base/base62.ts";
import type { KeyBody, ListPage } from "../support/bodies.ts";
import { DAY_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { expectError, readAll } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const keysOf = async (client: Client) => (await client.get<ListPage<KeyBody>>("/admin/keys?limit=1000")).body.items;

async function make(admin: Client, body: Record<string, unknown>): Promise<{ made: KeyBody; client: Client }> {
  const answer = await admin.post<KeyBody>("/admin/keys", { name: "k", scope: "agent", ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { made: answer.body, client: t.withKey(answer.body.key ?? "") };
}

describe("a key", () => {
  test("is `mk_live_`, 8 characters, `_`, 43 characters, and 6 of CRC-32 in base 62", async () => {
    const { admin } = await t.account();
    for (let again = 0; again < 5; again += 1) {
      const key = (await make(admin, {})).made.key ?? "";
      expect(key).toMatch(/^mk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
      expect(key.slice(-6)).toBe(base62OfNumber(BigInt(crc32(key.slice(0, -6))), 6));
    }
  });

  test("with any one character changed is 401", async () => {
    const { agent } = await t.account();
    const key = agent.key ?? "";
    for (let at = 0; at < key.length; at += 1) {
      const changed = key.slice(0, at) + (key[at] === "a" ? "b" : "a") + key.slice(at + 1);
      expectError(await t.withKey(changed).get("/metrics"), 401, "unauthorized");
    }
  });

  test("with a wrong checksum is refused without a look at what is stored", async () => {
    const { agent } = await t.account();
    const key = agent.key ?? "";
    const find = spyOn(t.service.keys, "find");
    expectError(
      await t.withKey(`${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`).get("/metrics"),
      401,
      "unauthorized",
    );
    expect(find).not.toHaveBeenCalled();
    await agent.get("/metrics");
    expect(find).toHaveBeenCalled();
    find.mockRestore();
  });

  test("with one character of its secret changed and the right checksum is 401", async () => {
    const { agent } = await t.account();
    const body = (agent.key ?? "").slice(0, -6);
    const changed = body.slice(0, -1) + (body.endsWith("a") ? "b" : "a");
    const forged = changed + base62OfNumber(BigInt(crc32(changed)), 6);
    expectError(await t.withKey(forged).get("/metrics"), 401, "unauthorized");
  });

  test.each(["", " ", "mk_live_", "Bearer x", "null", "a".repeat(10_000), "mk_test_aaaaaaaa_b"])(
    "that is none is 401: %j",
    async (key) => {
      expectError(await t.withKey(key).get("/metrics"), 401, "unauthorized");
    },
  );

  test("in another header, with another prefix, or twice is 401", async () => {
    const { agent } = await t.account();
    const key = agent.key ?? "";
    for (const headers of [
      { authorization: `Basic ${key}` },
      { authorization: `Bearer ${key}`, "x-api-key": "other" },
      { "x-api-key": `Bearer ${key}` },
      { "x-api-key": `${key}, ${key}` },
    ]) {
      expectError(await t.stranger.send("/metrics", { headers }), 401, "unauthorized");
    }
  });

  test("every reason for 401 is told in the same words", async () => {
    const { admin, key } = await t.account();
    const { made, client: revoked } = await make(admin, {});
    await admin.delete(`/admin/keys/${made.id}`);
    const ended = await key({ expiresAt: t.clock.now() + 1 });
    t.clock.advance(1);
    const messages = [];
    for (const client of [t.stranger, t.withKey("x"), revoked, ended]) {
      const answer = await client.get<{ message: string }>("/metrics");
      expectError(answer, 401, "unauthorized");
      messages.push(answer.body.message);
    }
    expect(new Set(messages).size).toBe(1);
  });

  test("ends when it expires, to the millisecond", async () => {
    const { admin } = await t.account();
    const { made, client } = await make(admin, { expires_at: t.clock.iso(DAY_MS) });
    expect(made.expires_at).toBe(t.clock.iso(DAY_MS));
    t.clock.advance(DAY_MS - 1);
    expect((await client.get("/metrics")).status).toBe(200);
    t.clock.advance(1);
    expectError(await client.get("/metrics"), 401, "unauthorized");
  });
});

describe("POST /admin/keys", () => {
  test("answers 201 with every field of the key and, this once, the key", async () => {
    const { admin } = await t.account();
    const { made, client } = await make(admin, { name: "worker", scope: "agent" });
    const { key, id, ...rest } = made;
    expect(key).toStartWith(`mk_live_${id}_`);
    expect(rest).toEqual({
      name: "worker",
      scope: "agent",
      core: null,
      user: null,
      created_at: t.clock.iso(),
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      replaced_by: null,
    });
    expect((await client.get("/metrics")).status).toBe(200);
    const listed = JSON.stringify(await keysOf(admin));
    expect(listed).toContain(id);
    expect(listed).not.toContain(key?.slice(17, 60) ?? "?");
  });

  test("makes keys of its own account alone: the body cannot name another", async () => {
    const { admin, name } = await t.account();
    const body = { name: "x", scope: "agent", account: "default" };
    expectError(await admin.post("/admin/keys", body), 400, "unknown_field");
    const { client } = await make(admin, {});
    const lessons = await client.get<{ user_id: string }>("/lessons");
    expect(lessons.body.user_id).toBe(`${name}::default`);
  });

  const bad: [string, Record<string, unknown>, string][] = [
    ["a missing name", { name: undefined }, "name"],
    ["an empty name", { name: "" }, "name"],
    ["a name of 201 characters", { name: "a".repeat(201) }, "name"],
    ["a missing scope", { scope: undefined }, "scope"],
    ["an unknown scope", { scope: "root" }, "scope"],
    ["a core that is no slug", { core: "Blue" }, "core"],
    ["an empty core", { core: "" }, "core"],
    ["a user with ::", { user: "a::b" }, "user"],
    ["an empty user", { user: "" }, "user"],
    ["a user of 129 characters", { user: "a".repeat(129) }, "user"],
    ["a user with a space", { user: "a b" }, "user"],
    ["an end in the past", { expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    ["an end that is no moment", { expires_at: "tomorrow" }, "expires_at"],
  ];
  test.each(bad)("refuses %s and makes no key", async (_, change, field) => {
    const { admin } = await t.account();
    const before = t.countRows("keys");
    const body = { name: "k", scope: "agent", ...change };
    expectError(await admin.post("/admin/keys", body), 400, "invalid_request", field);
    expect(t.countRows("keys")).toBe(before);
  });

  test("refuses a core that is not there with 404, and takes `default`", async () => {
    const { admin } = await t.account();
    const body = { name: "k", scope: "agent", core: "nowhere" };
    expectError(await admin.post("/admin/keys", body), 404, "core_not_found");
    const { client } = await make(admin, { core: "default" });
    expect((await client.get("/metrics")).status).toBe(200);
  });
});

describe("GET /admin/keys", () => {
  test("lists the account's keys, oldest first, revoked ones included, in pages", async () => {
    const { admin, name } = await t.account();
    for (let at = 0; at < 5; at += 1) {
      t.clock.advance(1);
      const { made } = await make(admin, { name: `k${at}` });
      if (at === 2) await admin.delete(`/admin/keys/${made.id}`);
    }
    const all = await readAll(admin, "/admin/keys?limit=2", (page: ListPage<KeyBody>) => page.items);
    expect(all.map((key) => key.name)).toEqual(["test", "test", "k0", "k1", "k2", "k3", "k4"]);
    expect(all.map((key) => key.revoked_at !== null)).toEqual([false, false, false, false, true, false, false]);
    expect(await keysOf(admin)).toEqual(all);
    expect(JSON.stringify(await keysOf(t.operator))).not.toContain(name);
  });
});

test("last_used_at follows the use of a key, once uses were written down", async () => {
  const { admin } = await t.account();
  const { made, client } = await make(admin, {});
  t.clock.advance(DAY_MS);
  await client.get("/metrics");
  await t.flushKeyUses();
  const used = (await keysOf(admin)).find((key) => key.id === made.id);
  expect(used?.last_used_at).toBe(t.clock.iso());
});

describe("DELETE /admin/keys/{id}", () => {
  test("answers { ok: true }; the key ends at once and for good, other keys go on", async () => {
    const { admin, agent } = await t.account();
    const { made, client } = await make(admin, {});
    expect((await client.get("/metrics")).status).toBe(200);
    const answer = await admin.delete(`/admin/keys/${made.id}`);
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    for (const path of ["/metrics", "/nowhere", "/admin/keys"])
      expectError(await client.get(path), 401, "unauthorized");
    expect((await agent.get("/metrics")).status).toBe(200);
  });

  test("is 404 for an unknown id and for a key of another account, which goes on", async () => {
    const { admin } = await t.account();
    const other = await t.account();
    const { made, client } = await make(other.admin, {});
    for (const id of ["unknown0", "x", made.id]) {
      expectError(await admin.delete(`/admin/keys/${id}`), 404, "key_not_found");
    }
    expect((await client.get("/metrics")).status).toBe(200);
  });

  test("lets a key revoke itself", async () => {
    const { admin } = await t.account();
    const { made, client } = await make(admin, { scope: "admin" });
    expect((await client.delete(`/admin/keys/${made.id}`)).status).toBe(200);
    expectError(await client.get("/metrics"), 401, "unauthorized");
  });
});

describe("a bound key", () => {
  test("takes its core and user where a header is absent, and is 403 where one differs", async () => {
    const { admin, key, name } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const both = await key({ core: "blue", user: "ann" });
    expect((await both.get<{ user_id: string }>("/lessons")).body.user_id).toBe(`${name}::blue::@ann`);
    expect((await both.at({ core: "blue", user: "ann" }).get("/memory")).status).toBe(200);
    await both.remember("alpha");
    expect((await admin.at({ core: "blue", user: "ann" }).state()).metrics).toMatchObject({ memory_size: 1 });
    for (const other of [{ core: "default" }, { user: "bob" }, { core: "nowhere" }, { core: "blue", user: "Ann" }]) {
      for (const path of ["/memory", "/lessons", "/metrics"])
        expectError(await both.at(other).get(path), 403, "key_scope");
      const before = t.countRows("turns");
      expectError(await both.at(other).post("/prepare", { input: "a" }), 403, "key_scope");
      expect(t.countRows("turns")).toBe(before);
    }
  });

  test("of a core alone chooses its user, of a user alone its core", async () => {
    const { admin, key, name } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const label = async (client: Client) => (await client.get<{ user_id: string }>("/lessons")).body.user_id;
    const blue = await key({ core: "blue" });
    expect(await label(blue)).toBe(`${name}::blue`);
    expect(await label(blue.at({ user: "bob" }))).toBe(`${name}::blue::@bob`);
    const ann = await key({ user: "ann" });
    expect(await label(ann)).toBe(`${name}::@ann`);
    expect(await label(ann.at({ core: "blue" }))).toBe(`${name}::blue::@ann`);
    const plain = await key({ core: "default" });
    expect(await label(plain)).toBe(`${name}::default`);
    expectError(await plain.at({ core: "blue" }).get("/lessons"), 403, "key_scope");
  });

  test("with admin scope issues nothing wider than itself", async () => {
    const { admin, key } = await t.account();
    for (const slug of ["blue", "red"]) await admin.post("/cores", { slug, name: slug });
    const blue = await key({ scope: "admin", core: "blue" });
    const before = t.countRows("keys");
    for (const wider of [{}, { core: "red" }, { core: "default" }, { user: "ann" }]) {
      expectError(await blue.post("/admin/keys", { name: "k", scope: "agent", ...wider }), 403, "key_scope");
    }
    expect(t.countRows("keys")).toBe(before);
    const { made } = await make(blue, { core: "blue", user: "ann" });
    expect(made).toMatchObject({ core: "blue", user: "ann" });
    const ann = await key({ scope: "admin", user: "ann" });
    for (const wider of [{}, { user: "bob" }, { core: "blue" }]) {
      expectError(await ann.post("/admin/keys", { name: "k", scope: "admin", ...wider }), 403, "key_scope");
    }
  });

  test("sees and revokes only keys that are bound like it", async () => {
    const { admin, key } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const blue = await key({ scope: "admin", core: "blue" });
    const { made: outside } = await make(admin, {});
    const { made: inside } = await make(admin, { core: "blue" });
    expect((await keysOf(blue)).every((each) => each.core === "blue")).toBe(true);
    expectError(await blue.delete(`/admin/keys/${outside.id}`), 404, "key_not_found");
    expect((await blue.delete(`/admin/keys/${inside.id}`)).status).toBe(200);
  });

  test("with admin scope changes nothing that concerns more than it reaches", async () => {
    const { admin, key } = await t.account();
    for (const slug of ["blue", "red"]) await admin.post("/cores", { slug, name: slug });
    const blue = await key({ scope: "admin", core: "blue" });
    const ann = await key({ scope: "admin", core: "blue", user: "ann" });
    for (const client of [blue, ann]) {
      expectError(await client.post("/cores", { slug: "new", name: "N" }), 403, "key_scope");
      expectError(await client.patch("/cores/red", { name: "N" }), 403, "key_scope");
      expectError(await client.delete("/cores/red"), 403, "key_scope");
      expectError(await client.patch("/admin/settings", { sources_max: 1 }), 403, "key_scope");
      expectError(await client.put("/admin/constitutions/default", { text: "x" }), 403, "key_scope");
      expectError(await client.delete("/admin/constitutions/some"), 403, "key_scope");
      expectError(await client.get("/cores/red"), 403, "key_scope");
    }
    expectError(await ann.delete("/cores/blue"), 403, "key_scope");
    expectError(await ann.patch("/cores/blue", { name: "N" }), 403, "key_scope");
    expect((await admin.get("/cores/red")).body).toMatchObject({ name: "red" });
    expect((await admin.get("/cores/blue")).body).toMatchObject({ name: "blue" });
    expect((await admin.get("/admin/settings")).body).toMatchObject({ sources_max: 8 });
  });
});
