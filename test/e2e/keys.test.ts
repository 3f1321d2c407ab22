// The commands on keys and accounts, beside a running server and on the data of a stopped one.
import { beforeAll, expect, test } from "bun:test";
import { openLab, type Server } from "./executable.ts";
import { flawOf } from "./sentences.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });
/** For who is soon stopped: the model inside is opened after the listening line, one of a folder before it. */
const LISTENS_SOONER = ["--model-dir", ""];
/** The decisions promise that a revoked key is refused after this. */
const REVOKED_AFTER_MS = 1_000;

interface IssuedKey {
  readonly id: string;
  readonly key: string;
}

async function keys(cwd: string, ...args: string[]) {
  const { code, stdout, stderr } = await lab.run(["keys", ...args, "--json"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  return JSON.parse(stdout);
}

const create = (cwd: string, ...args: string[]): Promise<IssuedKey> => keys(cwd, "create", "--name", "k", ...args);

const statusOf = async (server: Server, key: string, user?: string, core?: string) => {
  const brain = { ...(user === undefined ? {} : { user }), ...(core === undefined ? {} : { core }) };
  return (await server.ask("GET", "/memory", { key, ...brain })).status;
};

/** CRC-32 of ISO 3309, bit by bit, apart from the code under test. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function base62(number: number, length: number): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let text = "";
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text;
  return text.padStart(length, "0");
}

/** One that runs: no test disturbs another's keys, users or cores. */
let server: Server;

beforeAll(async () => {
  server = await lab.start();
});

test("generated keys have the documented form and checksum, and differ", async () => {
  const texts: string[] = [];
  for (let i = 0; i < 12; i++) texts.push((await lab.run(["keys", "generate"])).stdout);
  expect(crc32("123456789")).toBe(0xcbf43926); // The check value of the CRC catalogue.
  for (const text of texts) {
    expect(text).toMatch(/^mk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}\n$/);
    expect(text.slice(-7, -1)).toBe(base62(crc32(text.slice(0, -7)), 6));
  }
  expect(new Set(texts).size).toBe(texts.length);
  const json = JSON.parse((await lab.run(["keys", "generate", "--json"])).stdout);
  expect(json).toEqual({ id: json.key.slice(8, 16), key: expect.stringMatching(/^mk_live_/) });
});

test("beside a running server a created key works at once and a revoked one gets 401", async () => {
  const { cwd } = server;
  const made = await create(cwd, "--scope", "agent");
  expect(made).toEqual({
    id: made.key.slice(8, 16),
    key: expect.stringMatching(/^mk_live_/),
    account: "default",
    name: "k",
    scope: "agent",
    core: null,
    user: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    replaced_by: null,
  } as never);
  expect(await statusOf(server, made.key)).toBe(200);
  // An agent's key is no admin's.
  expect((await server.ask("GET", "/admin/keys", { key: made.key })).status).toBe(403);
  const other = await create(cwd, "--scope", "agent");
  expect(await statusOf(server, other.key)).toBe(200);
  expect(await keys(cwd, "revoke", made.id)).toMatchObject({ id: made.id, revoked: true });
  await Bun.sleep(REVOKED_AFTER_MS);
  expect(await statusOf(server, made.key)).toBe(401);
  expect(await statusOf(server, other.key)).toBe(200);
  const { items } = await keys(cwd, "list");
  expect(items.map((each: { id: string }) => each.id)).toEqual([server.adminKey.slice(8, 16), made.id, other.id]);
  expect(items.map((each: { revoked_at: unknown }) => each.revoked_at !== null)).toEqual([false, true, false]);
  expect(JSON.stringify(items)).not.toContain("mk_live_");
});

test("on a stopped server's data keys are made and revoked for its next start", async () => {
  const first = await lab.start({ args: LISTENS_SOONER });
  const { cwd } = first;
  const old = await create(cwd, "--scope", "agent");
  expect(await first.stop()).toBe(0);
  const fresh = await create(cwd, "--scope", "admin");
  await keys(cwd, "revoke", old.id);
  const second = await lab.start({ cwd, args: LISTENS_SOONER });
  expect(await statusOf(second, fresh.key)).toBe(200);
  expect(await statusOf(second, old.key)).toBe(401);
  expect((await second.ask("GET", "/admin/keys", { key: fresh.key })).status).toBe(200);
  second.kill("SIGKILL");
});

test("a bound key reaches its core and user, by the headers or without them, and nothing else", async () => {
  for (const slug of ["work", "home"]) {
    expect((await server.ask("POST", "/cores", { body: { slug, name: slug } })).status).toBe(201);
  }
  const ada = await create(server.cwd, "--scope", "agent", "--user", "ada");
  expect([await statusOf(server, ada.key), await statusOf(server, ada.key, "ada")]).toEqual([200, 200]);
  const refused = await server.ask("GET", "/memory", { key: ada.key, user: "bob" });
  expect(refused).toMatchObject({ status: 403, body: { code: "key_scope" } });
  const work = await create(server.cwd, "--scope", "agent", "--core", "work", "--user", "ada");
  const lessons = await server.ask("GET", "/lessons", { key: work.key });
  expect(lessons).toMatchObject({ status: 200, body: { core: "work", user_id: "default::work::@ada" } });
  expect(await statusOf(server, work.key, "ada", "work")).toBe(200);
  expect(await statusOf(server, work.key, "ada", "home")).toBe(403);
  expect(await statusOf(server, work.key, "ada", "default")).toBe(403);
  const shown = (await keys(server.cwd, "list")).items.find(({ id }: IssuedKey) => id === work.id);
  expect(shown).toMatchObject({ core: "work", user: "ada", scope: "agent" });
});

test("an account is made, gets keys of its own, and sees nothing of the others", async () => {
  const { cwd } = server;
  const unknown = await lab.run(["keys", "create", "--name", "a", "--scope", "admin", "--account", "acme"], { cwd });
  expect({ code: unknown.code, stdout: unknown.stdout }).toEqual({ code: 1, stdout: "" });
  expect(flawOf(unknown.stderr, "account")).toBe("");
  expect((await lab.run(["accounts", "create", "acme"], { cwd })).code).toBe(0);
  const again = await lab.run(["accounts", "create", "acme"], { cwd });
  expect(again.code).toBe(1);
  expect(flawOf(again.stderr, "account")).toBe("");
  const list = await lab.run(["accounts", "list", "--json"], { cwd });
  expect(
    JSON.parse(list.stdout)
      .items.map(({ name }: { name: string }) => name)
      .sort(),
  ).toEqual(["acme", "default"]);
  const acme = await create(cwd, "--scope", "admin", "--account", "acme");
  const seen = await server.ask<{ items: IssuedKey[] }>("GET", "/admin/keys", { key: acme.key });
  expect(seen.body.items.map(({ id }) => id)).toEqual([acme.id]);
  const accounts = await server.ask<{ items: { name: string }[] }>("GET", "/admin/accounts", { key: acme.key });
  expect(accounts.body.items.map(({ name }) => name)).toEqual(["acme"]);
  const more = await server.ask("POST", "/admin/accounts", { key: acme.key, body: { name: "more" } });
  expect(more.status).toBe(403);
});

test("what cannot be done is said in a sentence, with 1 for what is not there", async () => {
  const { cwd } = server;
  const before = await keys(cwd, "list");
  const base = ["keys", "create", "--name", "a", "--scope", "agent"];
  const unknownCore = await lab.run([...base, "--core", "nowhere"], { cwd });
  expect({ code: unknownCore.code, flaw: flawOf(unknownCore.stderr, "core") }).toEqual({ code: 1, flaw: "" });
  const unknownKey = await lab.run(["keys", "revoke", "aaaaaaaa"], { cwd });
  expect({ code: unknownKey.code, flaw: flawOf(unknownKey.stderr, "aaaaaaaa") }).toEqual({ code: 1, flaw: "" });
  const past = await lab.run([...base, "--expires", "2001-01-01T00:00:00Z"], { cwd });
  expect({ failed: past.code !== 0, stdout: past.stdout }).toEqual({ failed: true, stdout: "" });
  expect(past.stderr).toContain("past");
  expect((await keys(cwd, "list")).items).toHaveLength(before.items.length);
  const empty = lab.directory();
  const nothing = await lab.run(["keys", "list"], { cwd: empty });
  expect({ code: nothing.code, flaw: flawOf(nothing.stderr, "memoryd-data") }).toEqual({ code: 1, flaw: "" });
});

test("an error about --expires names the option as it was written", async () => {
  const args = ["keys", "create", "--name", "a", "--scope", "agent", "--expires", "2001-01-01T00:00:00Z"];
  expect(flawOf((await lab.run(args, { cwd: server.cwd })).stderr, "--expires")).toBe("");
});

test("a key ends when it expires", async () => {
  const soon = new Date(Date.now() + 2_000).toISOString();
  const { key, expires_at } = (await create(server.cwd, "--scope", "agent", "--expires", soon)) as IssuedKey & {
    expires_at: string;
  };
  expect(expires_at).toBe(soon);
  await until("the end of the key", async () => ((await statusOf(server, key)) === 401 ? true : undefined));
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
});
