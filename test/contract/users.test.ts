// Who has memory in an account, and the erasure of one user everywhere.
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { ListPage } from "../support/bodies.ts";
import { MINUTE_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { expectError, readAll } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

interface UserBody {
  readonly user: string;
  readonly brains: number;
  readonly packets: number;
  readonly lessons: number;
  readonly last_active_at: string;
}

interface Receipt {
  readonly receipt: {
    readonly account: string;
    readonly user: string;
    readonly core: string | null;
    readonly brains: number;
    readonly packets: number;
    readonly lessons: number;
    readonly erased_at: string;
    readonly sha256: string;
  };
}

const usersOf = async (client: Client, query = "") =>
  (await client.get<ListPage<UserBody>>(`/admin/users${query}`)).body.items;

async function filled(secret = "something") {
  const account = await t.account();
  const { admin } = account;
  await admin.post("/cores", { slug: "blue", name: "Blue" });
  await admin.turn("shared", "by all");
  await admin.at({ user: "ada" }).turn(`${secret} one`, "ok");
  await admin.at({ user: "ada" }).teach("Be brief with ada.");
  await admin.at({ user: "ada", core: "blue" }).turn(`${secret} two`, "ok");
  await admin.at({ user: "bob" }).turn("bob one", "ok");
  return account;
}

describe("GET /admin/users", () => {
  test("lists the users with what is held of each, and not the shared brain", async () => {
    const { admin } = await filled();
    const at = t.clock.iso();
    expect(await usersOf(admin)).toEqual([
      { user: "ada", brains: 2, packets: 2, lessons: 1, last_active_at: at },
      { user: "bob", brains: 1, packets: 1, lessons: 0, last_active_at: at },
    ]);
    expect(await usersOf(admin, "?core=blue")).toEqual([
      { user: "ada", brains: 1, packets: 1, lessons: 0, last_active_at: at },
    ]);
    t.clock.advance(MINUTE_MS);
    await admin.at({ user: "bob" }).turn("bob two", "ok");
    expect((await usersOf(admin)).map((user) => user.last_active_at)).toEqual([at, t.clock.iso()]);
  });

  test("is read page by page, also while users come and go", async () => {
    const { admin } = await t.account();
    const names = Array.from({ length: 7 }, (_, at) => `user-${at}`);
    for (const user of names) await admin.at({ user }).prepare("hello");
    const all = await readAll<UserBody>(admin, "/admin/users?limit=2", (page: ListPage<UserBody>) => page.items);
    expect(all.map(({ user }) => user)).toEqual(names);
    expect(all[0]).toMatchObject({ brains: 1, packets: 0, lessons: 0 });
    const rest = await readAll<UserBody>(
      admin,
      "/admin/users?limit=2",
      (page: ListPage<UserBody>) => page.items,
      async (page) => {
        if (page === 1) await admin.delete("/admin/users/user-3");
      },
    );
    expect(rest.map(({ user }) => user)).toEqual(names.filter((name) => name !== "user-3"));
    expectError(await admin.get("/admin/users?cursor=x"), 400, "invalid_request", "cursor");
    expectError(await admin.get("/admin/users?limit=0"), 400, "invalid_request", "limit");
    expectError(await admin.get("/admin/users?core=NO"), 400, "invalid_request", "core");
  });

  test("with q has those alone whose id contains it, letter by letter, in whatever case", async () => {
    const { admin, key } = await t.account();
    const names = ["50%", "50x", "Ada_1", "ada-2", "bob", "x'ada", "\\ADA"];
    for (const user of names) await admin.at({ user }).prepare("hello");
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    await admin.at({ user: "ada-2", core: "blue" }).prepare("hello");
    const found = async (q: string, client = admin, rest = "") =>
      (await usersOf(client, `?q=${encodeURIComponent(q)}${rest}`)).map(({ user }) => user);
    expect(await found("aDa")).toEqual(["Ada_1", "\\ADA", "ada-2", "x'ada"]);
    expect(await found("a_")).toEqual(["Ada_1"]);
    expect(await found("0%")).toEqual(["50%"]);
    expect(await found("'")).toEqual(["x'ada"]);
    expect(await found("\\")).toEqual(["\\ADA"]);
    expect(await found("İ")).toEqual([]);
    expect(await found("ada", admin, "&core=blue")).toEqual(["ada-2"]);
    const items = (page: ListPage<UserBody>) => page.items;
    const paged = await readAll<UserBody>(admin, "/admin/users?q=ada&limit=1", items);
    expect(paged.map(({ user }) => user)).toEqual(["Ada_1", "\\ADA", "ada-2", "x'ada"]);
    const bob = await key({ scope: "admin", user: "bob" });
    expect(await found("O", bob)).toEqual(["bob"]);
    expect(await found("ada", bob)).toEqual([]);
    for (const q of ["", "a".repeat(129), "a\0"]) {
      expectError(await admin.get(`/admin/users?q=${encodeURIComponent(q)}`), 400, "invalid_request", "q");
    }
  });

  test("a bound key sees its own part, an agent key nothing", async () => {
    const { admin, agent, key } = await filled();
    const blue = await key({ scope: "admin", core: "blue" });
    expect((await usersOf(blue)).map(({ user, brains }) => [user, brains])).toEqual([["ada", 1]]);
    expectError(await blue.get("/admin/users?core=default"), 403, "key_scope");
    const bob = await key({ scope: "admin", user: "bob" });
    expect((await usersOf(bob)).map(({ user }) => user)).toEqual(["bob"]);
    const nobody = await key({ scope: "admin", user: "nobody" });
    expect(await usersOf(nobody)).toEqual([]);
    expectError(await agent.get("/admin/users"), 403, "admin_required");
    expect(await usersOf((await t.account()).admin)).toEqual([]);
    expect(await usersOf(admin)).toHaveLength(2);
  });
});

describe("DELETE /admin/users/{user}", () => {
  test("erases the user in every core, the bytes too, and nobody else, and answers with a receipt", async () => {
    const { admin, name } = await filled("adasecret");
    expect((await t.bytesOnDisk()).includes("adasecret")).toBe(true);
    const { status, body } = await admin.delete<Receipt>("/admin/users/ada");
    expect(status).toBe(200);
    const { account, user, core, brains, packets, lessons, erased_at, sha256 } = body.receipt;
    const told = { account, user, core, brains, packets, lessons, erased_at };
    const erased = { brains: 2, packets: 2, lessons: 1, erased_at: t.clock.iso() };
    expect(told).toEqual({ account: name, user: "ada", core: null, ...erased });
    expect(sha256).toBe(createHash("sha256").update(JSON.stringify(told)).digest("hex"));
    expect((await usersOf(admin)).map(({ user }) => user)).toEqual(["bob"]);
    for (const core of ["default", "blue"]) {
      const state = await admin.at({ user: "ada", core }).state();
      expect(state.memory.items).toEqual([]);
      expect(state.lessons.lessons).toEqual([]);
      expect(state.metrics).toMatchObject({ turns: 0, memory_size: 0 });
      const found = await admin
        .at({ user: "ada", core })
        .post<{ sources: object[] }>("/recall", { query: "adasecret one" });
      expect(found.body.sources).toEqual([]);
    }
    expect((await t.bytesOnDisk()).includes("adasecret")).toBe(false);
    expect((await admin.at({ user: "bob" }).state()).memory.items).toHaveLength(1);
    expect((await admin.state()).memory.items).toHaveLength(1);
  });

  test("erases in one core only where that is asked for", async () => {
    const { admin } = await filled();
    const { body } = await admin.delete<Receipt>("/admin/users/ada?core=blue");
    expect(body.receipt).toMatchObject({ core: "blue", brains: 1, packets: 1, lessons: 0 });
    expect((await admin.at({ user: "ada" }).state()).memory.items).toHaveLength(1);
    expect((await admin.at({ user: "ada", core: "blue" }).state()).memory.items).toEqual([]);
  });

  test.each([
    ".",
    "..",
    "-",
    "%2e",
    "%2E%2E",
    "a/b",
    "a,b",
    '"q"',
    "it's",
    "auth0|123",
    "?x=1",
    "#",
    "\\",
    "%",
    "a%00",
    ":",
  ])("the user %s is shown and erased by their id, and nobody else", async (user) => {
    const { admin, agent } = await t.account();
    for (const each of [user, "ada"]) await agent.at({ user: each }).post("/memory", { input: "sun" });
    const isDots = /^\.+$/.test(user);
    const path = isDots ? `/admin/users/-?id=${user}` : `/admin/users/${encodeURIComponent(user)}`;
    expect((await admin.get<UserBody>(path)).body).toMatchObject({ user, packets: 1 });
    const { body } = await admin.delete<Receipt>(path);
    expect(body.receipt).toMatchObject({ user, packets: 1 });
    expect((await usersOf(admin)).map((each) => each.user)).toEqual(["ada"]);
  });

  test("`id` in the query is for what no path can hold alone", async () => {
    const { admin, agent } = await t.account();
    for (const user of ["ada", ".."]) await agent.at({ user }).post("/memory", { input: "sun" });
    for (const path of ["/admin/users/ada?id=..", "/admin/users/-?id=ada"]) {
      expectError(await admin.delete(path), 400, "invalid_request");
    }
    expect(await usersOf(admin)).toHaveLength(2);
  });

  test("an erased user begins anew", async () => {
    const { admin } = await filled();
    await admin.delete("/admin/users/ada");
    await admin.at({ user: "ada" }).turn("again", "ok");
    expect((await usersOf(admin))[0]).toMatchObject({ user: "ada", brains: 1, packets: 1 });
  });

  test("a turn that was prepared before cannot be recorded after", async () => {
    const { admin } = await t.account();
    const { turn_token } = await admin.at({ user: "eve" }).prepare("hello");
    await admin.delete("/admin/users/eve");
    expectError(await admin.at({ user: "eve" }).record(turn_token, "hi"), 404, "token_not_found");
  });

  test("a user without memory is 404, a wrong id 400, another part 403", async () => {
    const { admin, agent, key } = await filled();
    expectError(await admin.delete("/admin/users/nobody"), 404, "user_not_found");
    expectError(await admin.delete("/admin/users/a%3A%3Ab"), 400, "invalid_request", "user");
    const bob = await key({ scope: "admin", user: "bob" });
    expectError(await bob.delete("/admin/users/ada"), 403, "key_scope");
    const blue = await key({ scope: "admin", core: "blue" });
    expectError(await blue.delete("/admin/users/ada?core=default"), 403, "key_scope");
    const { body } = await blue.delete<Receipt>("/admin/users/ada");
    expect(body.receipt).toMatchObject({ core: "blue", brains: 1 });
    expectError(await agent.delete("/admin/users/bob"), 403, "admin_required");
    expectError(await (await t.account()).admin.delete("/admin/users/bob"), 404, "user_not_found");
    expect((await usersOf(admin)).map(({ user }) => user)).toEqual(["ada", "bob"]);
  });
});
