import { afterAll, describe, expect, test } from "bun:test";
import type { ListPage } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError, readAll } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

interface AccountBody {
  readonly name: string;
  readonly created_at: string;
}

const namesOf = async (client: Client) =>
  (await readAll(client, "/admin/accounts?limit=3", (page: ListPage<AccountBody>) => page.items)).map(
    (account) => account.name,
  );

describe("POST /admin/accounts", () => {
  test("answers 201 with the account; it is listed, and has nothing yet", async () => {
    const { status, body } = await t.operator.post<AccountBody>("/admin/accounts", { name: "acme" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "acme", created_at: t.clock.iso() });
    expect(await namesOf(t.operator)).toContain("acme");
  });

  test("refuses a name that is there with 409", async () => {
    await t.operator.post("/admin/accounts", { name: "twice" });
    const before = await namesOf(t.operator);
    expectError(await t.operator.post("/admin/accounts", { name: "twice" }), 409, "account_exists");
    expectError(await t.operator.post("/admin/accounts", { name: "default" }), 409, "account_exists");
    expect(await namesOf(t.operator)).toEqual(before);
  });

  test.each([undefined, null, "", "Acme", "a b", "a::b", "a:b", "-a", "@a", "a".repeat(65), 5, "a\n", "a\u0000"])(
    "refuses the name %j",
    async (name) => {
      const before = await namesOf(t.operator);
      expectError(await t.operator.post("/admin/accounts", { name }), 400, "invalid_request", "name");
      expect(await namesOf(t.operator)).toEqual(before);
    },
  );

  test("is for unbound admin keys of the account `default` alone", async () => {
    const { admin } = await t.account();
    const made = await t.operator.post<{ key: string }>("/admin/keys", {
      name: "bound",
      scope: "admin",
      core: "default",
    });
    const before = await namesOf(t.operator);
    for (const client of [admin, t.withKey(made.body.key)]) {
      expectError(await client.post("/admin/accounts", { name: "sneaked-in" }), 403, "key_scope");
    }
    expect(await namesOf(t.operator)).toEqual(before);
  });
});

describe("GET /admin/accounts", () => {
  test("shows all to the operator, in order of creation, and to every other admin key its own", async () => {
    const own = await startTestService();
    try {
      const made = [];
      for (let at = 0; at < 5; at += 1) {
        own.clock.advance(1);
        made.push(await own.account());
      }
      expect(await namesOf(own.operator)).toEqual(["default", ...made.map((account) => account.name)]);
      for (const { admin, name } of made) expect(await namesOf(admin)).toEqual([name]);
    } finally {
      await own.close();
    }
  });
});
