// The first minute: what a start makes, what it shows, and the admin key's file.
import { expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";
import { flawOf } from "./sentences.ts";
import { converse } from "./turns.ts";
import { until } from "./until.ts";

const KEY = /mk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}/;
/** Servers that embed nothing listen sooner with the model inside, which is opened after the listening line. */
const lab = openLab();
const embedding = openLab({ model: "tiny" });

const modeOf = (path: string) => statSync(path).mode & 0o777;
const openTo = (path: string) => modeOf(path) & 0o077;

async function newKey(): Promise<string> {
  return (await lab.run(["keys", "generate"])).stdout.trim();
}

test("a first start makes a private data directory, the account default and one admin key", async () => {
  const server = await embedding.start();
  expect(server.adminKey).toMatch(new RegExp(`^${KEY.source}$`));
  expect(modeOf(join(server.dataDir, "admin.key"))).toBe(0o600);
  expect(modeOf(server.dataDir)).toBe(0o700);
  await converse(server, "I like metric units", "Noted.");
  expect(readdirSync(server.dataDir).filter((name) => openTo(join(server.dataDir, name)) !== 0)).toEqual([]);
  const accounts = await server.ask<{ items: { name: string }[] }>("GET", "/admin/accounts");
  expect(accounts.body.items.map(({ name }) => name)).toEqual(["default"]);
  const keys = await server.ask<{ items: { scope: string }[] }>("GET", "/admin/keys");
  expect(keys.body.items).toMatchObject([{ id: server.adminKey.slice(8, 16), scope: "admin", core: null, user: null }]);
  server.kill("SIGKILL");
});

test("in a directory that others may read, the files are private all the same", async () => {
  const cwd = lab.directory();
  mkdirSync(join(cwd, "memoryd-data"));
  chmodSync(join(cwd, "memoryd-data"), 0o755);
  const server = await embedding.start({ cwd });
  await converse(server, "I like metric units", "Noted.");
  expect(readdirSync(server.dataDir).filter((name) => openTo(join(server.dataDir, name)) !== 0)).toEqual([]);
  server.kill("SIGKILL");
});

test("where stdout is no terminal it holds the listening line and nothing else, also after a stop", async () => {
  const server = await embedding.start();
  await server.ready();
  expect(await server.stop()).toBe(0);
  expect(server.written.stdout).toBe(`memoryd listening on ${server.url}\n`);
  expect(server.url).toStartWith("http://127.0.0.1:");
});

/** Starts in a pseudo-terminal, waits for the listening line, stops; everything that was shown. */
async function shownInTerminal(cwd: string): Promise<string> {
  let shown = "";
  const child = Bun.spawn([lab.executable, "serve", "--port", "0"], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: "/nonexistent" },
    terminal: {
      cols: 200,
      rows: 50,
      data(_, bytes) {
        shown += new TextDecoder().decode(bytes);
      },
    },
  });
  await until("the listening line", () => (shown.includes("memoryd listening on ") ? true : undefined));
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  child.terminal?.close();
  return shown;
}

test("on a terminal the key is shown at the first start, and never again", async () => {
  const cwd = lab.directory();
  const first = await shownInTerminal(cwd);
  const key = readFileSync(join(cwd, "memoryd-data/admin.key"), "utf8").trim();
  expect(KEY.exec(first)?.[0]).toBe(key);
  expect(await shownInTerminal(cwd)).not.toMatch(KEY);
});

test("--admin-key-file names where the key is written, for its owner alone", async () => {
  const cwd = lab.directory();
  const file = join(cwd, "the.key");
  const server = await lab.start({ cwd, args: ["--admin-key-file", file] });
  const key = readFileSync(file, "utf8").trim();
  expect(key).toMatch(KEY);
  expect(modeOf(file)).toBe(0o600);
  expect(readdirSync(server.dataDir)).not.toContain("admin.key");
  expect((await server.ask("GET", "/admin/keys", { key })).status).toBe(200);
  server.kill("SIGKILL");
});

test("the key of an existing file is adopted, is left as it was, and once revoked stays revoked", async () => {
  const cwd = lab.directory();
  const file = join(cwd, "the.key");
  const key = await newKey();
  writeFileSync(file, `${key}\n`);
  const args = ["--admin-key-file", file];
  const first = await lab.start({ cwd, args });
  expect((await first.ask("GET", "/admin/keys", { key })).status).toBe(200);
  expect(readFileSync(file, "utf8")).toBe(`${key}\n`);
  expect(readdirSync(first.dataDir)).not.toContain("admin.key");
  const other = await lab.run(["keys", "create", "--name", "other", "--scope", "admin", "--json"], { cwd });
  const spare: string = JSON.parse(other.stdout).key;
  expect((await lab.run(["keys", "revoke", key.slice(8, 16)], { cwd })).code).toBe(0);
  expect(await first.stop()).toBe(0);
  const second = await lab.start({ cwd, args });
  expect((await second.ask("GET", "/admin/keys", { key })).status).toBe(401);
  expect((await second.ask("GET", "/admin/keys", { key: spare })).status).toBe(200);
  // An install that nobody can enter is worth a word in the log.
  expect(second.written.stderr).toContain("admin_key_revoked");
  second.kill("SIGKILL");
});

test("a key file that others may read is closed and told of in a line without the key; one that all may write is refused", async () => {
  const cwd = lab.directory();
  const file = join(cwd, "the.key");
  const key = await newKey();
  writeFileSync(file, `${key}\n`);
  chmodSync(file, 0o644);
  const server = await lab.start({ cwd, args: ["--admin-key-file", file] });
  expect(modeOf(file)).toBe(0o600);
  expect((await server.ask("GET", "/admin/keys", { key })).status).toBe(200);
  const told = server.written.stderr.split("\n").filter((line) => line.includes("admin_key_"));
  expect(told.map((line) => JSON.parse(line))).toMatchObject([{ event: "admin_key_closed", file, mode: "0644" }]);
  expect(server.written.stderr).not.toContain(key.slice(20));
  await server.stop();
  chmodSync(file, 0o666);
  const refused = await lab.run(["serve", "--port", "0", "--admin-key-file", file], { cwd });
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(/^(?!.*mk_live_)memoryd: the admin key file \S+ may be written by anybody.*\n$/m);
  // What is no key's file was named by mistake, and is not the service's to change.
  const other = join(cwd, "other");
  writeFileSync(other, "a list of names\n");
  chmodSync(other, 0o644);
  expect((await lab.run(["serve", "--port", "0", "--admin-key-file", other], { cwd })).code).toBe(1);
  expect(modeOf(other)).toBe(0o644);
});

test.skipIf(process.getuid?.() !== 0)(
  "a mounted secret of another owner is adopted as it is, with a warning each time",
  async () => {
    const cwd = lab.directory();
    const file = join(cwd, "secret");
    const key = await newKey();
    writeFileSync(file, `${key}\n`);
    chownSync(file, 65_534, 65_534);
    chmodSync(file, 0o444);
    for (let start = 0; start < 2; start++) {
      const server = await lab.start({ cwd, args: ["--admin-key-file", file] });
      expect((await server.ask("GET", "/admin/keys", { key })).status).toBe(200);
      expect(server.written.stderr.match(/admin_key_exposed/g)).toHaveLength(1);
      await server.stop();
    }
    expect(modeOf(file)).toBe(0o444);
  },
);

test("another key in the file later on is adopted beside the first", async () => {
  const cwd = lab.directory();
  const file = join(cwd, "the.key");
  const [old, fresh] = [await newKey(), await newKey()];
  writeFileSync(file, old);
  const first = await lab.start({ cwd, args: ["--admin-key-file", file] });
  await first.stop();
  writeFileSync(file, `  ${fresh}\r\n`);
  const second = await lab.start({ cwd, args: ["--admin-key-file", file] });
  for (const key of [old, fresh]) expect((await second.ask("GET", "/admin/keys", { key })).status).toBe(200);
  second.kill("SIGKILL");
});

test("a key file that cannot be used ends the start with a sentence that names the file", async () => {
  const key = await newKey();
  const flipped = key.endsWith("0") ? `${key.slice(0, -1)}1` : `${key.slice(0, -1)}0`;
  const cwd = lab.directory();
  writeFileSync(join(cwd, "wrong-checksum"), flipped);
  writeFileSync(join(cwd, "empty"), "");
  mkdirSync(join(cwd, "folder"));
  const flaws: Record<string, string> = {};
  for (const file of ["wrong-checksum", "empty", "folder", "missing/folder/key"]) {
    const { code, stdout, stderr } = await lab.run(["serve", "--port", "0", "--admin-key-file", file], { cwd });
    expect({ file, code, stdout }).toEqual({ file, code: 1, stdout: "" });
    expect(stderr).not.toContain(flipped);
    flaws[file] = flawOf(stderr, file);
  }
  expect(flaws).toEqual({ "wrong-checksum": "", empty: "", folder: "", "missing/folder/key": "" });
});
