// Starts that must not succeed, what they say, and that they leave alone what they refuse.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { openLab } from "./executable.ts";
import { flawOf } from "./sentences.ts";
import { converse, memoryTexts } from "./turns.ts";

/** Servers that embed nothing listen sooner with the model inside, which is opened after the listening line. */
const lab = openLab();
const embedding = openLab({ model: "tiny" });
const SERVE = ["serve", "--port", "0"];
const NOBODY = 65534;

/** Every file of the directory with its hash. The lock's own files are this program's to touch. */
function hashesOf(directory: string): Record<string, string> {
  const names = readdirSync(directory).filter((name) => !name.startsWith("memoryd.lock"));
  const hash = (name: string) => {
    const path = join(directory, name);
    return statSync(path).isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "no file";
  };
  return Object.fromEntries(names.sort().map((name) => [name, hash(name)]));
}

/** Data of a server that was stopped, with one turn in it. */
async function usedData(): Promise<string> {
  const server = await embedding.start();
  await converse(server, "I like metric units", "Noted.");
  expect(await server.stop()).toBe(0);
  return server.dataDir;
}

let stopped: Promise<string> | null = null;

/** A working directory whose memoryd-data is one of a stopped server. */
async function usedDirectory(): Promise<{ cwd: string; dataDir: string }> {
  stopped ??= usedData();
  const cwd = lab.directory();
  const dataDir = join(cwd, "memoryd-data");
  cpSync(await stopped, dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  return { cwd, dataDir };
}

function changeDatabase(dataDir: string, sql: string): void {
  const db = new Database(join(dataDir, "memoryd.db"));
  db.run("PRAGMA wal_autocheckpoint = 0");
  db.run(sql);
  db.close();
}

test("a port that is taken: exit code 1 and a sentence with the port", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const address = other.address();
  const port = typeof address === "object" && address !== null ? String(address.port) : "";
  const { code, stdout, stderr } = await lab.run(["serve", "--port", port]);
  other.close();
  expect({ code, stdout, flaw: flawOf(stderr, port) }).toEqual({ code: 1, stdout: "", flaw: "" });
});

test.each(["256.1.1.1", "nosuch.invalid", "192.0.2.1"])(
  "an address %s that is none of this machine: exit code 1 and a sentence",
  async (host) => {
    const { code, stdout, stderr } = await lab.run([...SERVE, "--host", host, "--allow-remote"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(flawOf(stderr, host)).toBe("");
  },
);

test("a data directory that is a file, or below one, or cannot be made: exit code 1 and a sentence", async () => {
  const cwd = lab.directory();
  writeFileSync(join(cwd, "file"), "hello");
  const flaws: Record<string, string> = {};
  for (const path of ["file", "file/below", "/proc/memoryd-data", ""]) {
    const { code, stdout, stderr } = await lab.run([...SERVE, "--data-dir", path], { cwd });
    expect({ path, stdout, done: code === 0 }).toEqual({ path, stdout: "", done: false });
    flaws[path] = flawOf(stderr, path === "" ? "data" : path);
    // Nothing would be gained by other rights on a file.
    if (path === "file" && /permission/.test(stderr)) flaws[path] = `the wrong reason: ${stderr.trim()}`;
  }
  expect(readFileSync(join(cwd, "file"), "utf8")).toBe("hello");
  expect(flaws).toEqual({ file: "", "file/below": "", "/proc/memoryd-data": "", "": "" });
});

const isRoot = process.getuid?.() === 0;
const setpriv = Bun.which("setpriv");
if (isRoot && setpriv === null) console.log("SKIPPED: without setpriv root cannot try a directory without rights.");

test.skipIf(isRoot && setpriv === null)("a data directory without rights: exit code 1 and a sentence", async () => {
  const through = isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
  const cwd = lab.directory();
  mkdirSync(join(cwd, "closed"));
  chmodSync(join(cwd, "closed"), 0o555);
  for (const path of ["closed", "closed/new"]) {
    const { code, stdout, stderr } = await lab.run([...SERVE, "--data-dir", path], { cwd, through });
    expect({ code, stdout, flaw: flawOf(stderr, path) }).toEqual({ code: 1, stdout: "", flaw: "" });
    expect(stderr).toContain("permission");
  }
  expect(readdirSync(join(cwd, "closed"))).toEqual([]);
});

test("a second server on the same data, by whatever path, is refused with 3 and the first goes on", async () => {
  const first = await embedding.start();
  const cwd = lab.directory();
  symlinkSync(first.dataDir, join(cwd, "link"));
  for (const path of [first.dataDir, join(cwd, "link")]) {
    const { code, stdout, stderr } = await lab.run([...SERVE, "--data-dir", path]);
    expect({ code, stdout, flaw: flawOf(stderr, path) }).toEqual({ code: 3, stdout: "", flaw: "" });
  }
  await converse(first, "I like metric units", "Noted.");
  expect(await memoryTexts(first)).toHaveLength(1);
  first.kill("SIGKILL");
  await first.exited;
  // A lock left behind by a dead server holds nobody up.
  const second = await lab.start({ cwd: first.cwd });
  expect(await memoryTexts(second)).toHaveLength(1);
  second.kill("SIGKILL");
});

const NEWER = "INSERT INTO migrations (version, name, checksum, applied_at) VALUES (9999, 'later', 'x', 1)";

test("data of a newer version is refused with 3, by every command, and not a byte or a file changes", async () => {
  const { cwd, dataDir } = await usedDirectory();
  changeDatabase(dataDir, NEWER);
  const before = hashesOf(dataDir);
  expect(Object.keys(before)).toEqual(["admin.key", "audit.key", "memoryd.db", "memoryd.id", "memoryd.reserve"]);
  for (const args of [SERVE, ["keys", "list"], ["accounts", "create", "acme"]]) {
    const { code, stdout, stderr } = await lab.run(args, { cwd });
    expect({ args, code, stdout, flaw: flawOf(stderr, "9999") }).toEqual({ args, code: 3, stdout: "", flaw: "" });
  }
  expect(hashesOf(dataDir)).toEqual(before);
});

test("data of a newer version whose server was killed keeps its write-ahead log to the byte", async () => {
  const server = await lab.start();
  expect((await server.ask("POST", "/cores", { body: { slug: "work", name: "Work" } })).status).toBe(201);
  server.kill("SIGKILL");
  await server.exited;
  const { dataDir } = server;
  const copy = lab.directory();
  // A connection that stays open while the files are copied stands for the killed server of the newer version.
  const db = new Database(join(dataDir, "memoryd.db"));
  db.run("PRAGMA wal_autocheckpoint = 0");
  db.run(NEWER);
  await Bun.$`cp -R ${dataDir} ${copy}/memoryd-data`.quiet();
  db.close();
  const copied = join(copy, "memoryd-data");
  const before = hashesOf(copied);
  expect(readFileSync(join(copied, "memoryd.db-wal")).length).toBeGreaterThan(0);
  const { code, stderr } = await lab.run(SERVE, { cwd: copy });
  expect({ code, flaw: flawOf(stderr, "9999") }).toEqual({ code: 3, flaw: "" });
  // The -shm file is SQLite's index of the log: whoever reads makes it anew, and it holds nothing of its own.
  const { "memoryd.db-shm": _, ...kept } = before;
  expect(hashesOf(copied)).toMatchObject(kept);
});

const FOREIGN: readonly (readonly [string, (file: string) => void])[] = [
  ["is no database", (file) => writeFileSync(file, "This is my diary.\n".repeat(1000))],
  ["is another program's database", (file) => new Database(file).run("CREATE TABLE songs (title TEXT)")],
  [
    "is another program's database with migrations of its own",
    (file) => new Database(file).run("CREATE TABLE migrations (id INTEGER, app TEXT)"),
  ],
  ["is a directory", (file) => mkdirSync(file)],
];

test.each(FOREIGN)("a data file that %s is refused with a sentence and left as it was", async (_what, make) => {
  const cwd = lab.directory();
  const dataDir = join(cwd, "memoryd-data");
  mkdirSync(dataDir);
  make(join(dataDir, "memoryd.db"));
  const before = hashesOf(dataDir);
  const { code, stdout, stderr } = await lab.run(SERVE, { cwd });
  expect({ stdout, done: code === 0 }).toEqual({ stdout: "", done: false });
  expect(hashesOf(dataDir)).toEqual(before);
  expect(flawOf(stderr)).toBe("");
});

test("a data file that is cut short is refused with a sentence and left as it was", async () => {
  const { cwd, dataDir } = await usedDirectory();
  const file = join(dataDir, "memoryd.db");
  writeFileSync(file, readFileSync(file).subarray(0, 20_000));
  const before = hashesOf(dataDir);
  const { code, stdout, stderr } = await lab.run(SERVE, { cwd });
  expect({ stdout, done: code === 0 }).toEqual({ stdout: "", done: false });
  expect(hashesOf(dataDir)).toEqual(before);
  expect(flawOf(stderr)).toBe("");
});
