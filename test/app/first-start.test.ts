// A first start that fails leaves nothing behind, and one that was killed on the way is made whole by the next.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { generateKey } from "../../src/accounts/key-format.ts";
import { type RunningService, startService } from "../../src/app/start-service.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { openStore } from "../../src/storage/sqlite/open-store.ts";
import { bundledThreads } from "../support/bundled-threads.ts";
import { seededRandom } from "../support/chance.ts";
import { makeTinyModel } from "../support/tiny-model.ts";

const WORKERS = await bundledThreads();
const root = mkdtempSync(join(tmpdir(), "memoryd-first-"));
const model = join(root, "model");
const lines: Record<string, unknown>[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
let taken: Server;
let takenPort = "";
let places = 0;
let running: RunningService | null = null;

beforeAll(async () => {
  makeTinyModel(model, { seed: 5 });
  taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const address = taken.address();
  takenPort = typeof address === "object" && address !== null ? String(address.port) : "";
});

afterEach(async () => {
  await running?.stop();
  running = null;
  lines.length = 0;
});

afterAll(() => {
  taken.close();
  rmSync(root, { recursive: true });
});

/** A new empty folder, for the data directory to be made in. */
function place(): string {
  const path = join(root, `place-${++places}`);
  mkdirSync(path);
  return path;
}

async function start(dataDir: string, flags: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const common = { data_dir: dataDir, model_dir: model, port: "0", embedding_workers: "1", learn_after_s: "0" };
  const settings = readSettings({ flags: { ...common, ...flags }, environment: {}, file: null });
  const clock = { now: () => Date.now() };
  const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
  const onFatal = (error: Error) => {
    throw error;
  };
  running = await startService({ settings, clock, random, log, version: "0", workers: WORKERS, onFatal });
  return running;
}

/** Every file below the folder, with what it holds. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [path, Bun.hash(readFileSync(path)).toString()]));
}

describe("a first start that fails leaves nothing behind", () => {
  test.each([
    ["its port is taken", () => ({ port: takenPort }), /another program listens there/],
    ["the port of its metrics is taken", () => ({ prometheus_listen: `127.0.0.1:${takenPort}` }), /prometheus_listen/],
    ["no admin key can be written", () => ({ admin_key_file: join(root, "no/folder/key") }), /cannot be written/],
    ["the admin key's file holds none", () => ({ admin_key_file: join(model, "model.json") }), /does not hold a key/],
    ["backups would begin at once", () => ({ port: takenPort, backup_cron: "0 4 * * *" }), /listens there/],
  ])("where %s", async (_, flags, said) => {
    const above = place();
    const dataDir = join(above, "var/lib/memoryd");
    await expect(start(dataDir, flags())).rejects.toThrow(said);
    expect(readdirSync(above)).toEqual([]);
    expect(lines.filter(({ event }) => event === "data_taken_back")).toMatchObject([{ dir: dataDir }]);
  });

  test("nor an admin key that it wrote elsewhere", async () => {
    const above = place();
    const flags = { port: takenPort, admin_key_file: join(above, "the.key") };
    await expect(start(join(above, "data"), flags)).rejects.toThrow(/listens there/);
    expect(readdirSync(above)).toEqual([]);
  });

  test("but what was there before stays: a folder, a file, an admin key that was brought along", async () => {
    const dataDir = place();
    writeFileSync(join(dataDir, "notes.txt"), "mine");
    writeFileSync(join(dataDir, "admin.key"), generateKey(seededRandom(3)).text, { mode: 0o600 });
    const before = contentsOf(dataDir);
    await expect(start(dataDir, { port: takenPort })).rejects.toThrow(/listens there/);
    expect(contentsOf(dataDir)).toEqual(before);
  });
});

test("data that was there before is not touched by a start that fails, nor by one beside a service that runs", async () => {
  const dataDir = join(place(), "data");
  const first = await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(/another memoryd is running/);
  await first.stop();
  const before = contentsOf(dataDir);
  await expect(start(dataDir, { port: takenPort })).rejects.toThrow(/listens there/);
  const after = contentsOf(dataDir);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect((await start(dataDir)).newAdminKey).toBeNull();
});

describe("a first start that was killed is made whole by the next, with an admin key that works", () => {
  const key = generateKey(seededRandom(4)).text;
  /** Data without an account, and so without a key. */
  async function makeData(dataDir: string): Promise<void> {
    mkdirSync(dataDir, { mode: 0o700 });
    await (await openStore({ dataDir, now: Date.now(), writerUrl: null })).close();
  }
  const remove = (dataDir: string, ...names: string[]) => {
    for (const name of names) rmSync(join(dataDir, name));
  };

  test.each<[string, (dataDir: string) => Promise<void> | void]>([
    [
      "before its data had a table",
      (dataDir) => {
        mkdirSync(dataDir);
        writeFileSync(join(dataDir, "memoryd.db"), "");
      },
    ],
    [
      "before its directory had the id of the data",
      async (dataDir) => {
        await makeData(dataDir);
        remove(dataDir, "memoryd.id", "audit.key");
      },
    ],
    ["before it had a key", makeData],
    [
      "before its data knew the key",
      async (dataDir) => {
        await makeData(dataDir);
        writeFileSync(join(dataDir, "admin.key"), key, { mode: 0o600 });
      },
    ],
    [
      "while it took its data back",
      async (dataDir) => {
        mkdirSync(dataDir);
        writeFileSync(join(dataDir, "admin.key"), key, { mode: 0o600 });
      },
    ],
  ])("%s", async (_, leave) => {
    const dataDir = join(place(), "data");
    await leave(dataDir);
    const { url, newAdminKey } = await start(dataDir);
    const known = readFileSync(join(dataDir, "admin.key"), "utf8").trim();
    expect(newAdminKey ?? key).toBe(known);
    const { status } = await fetch(`${url}/admin/keys`, { headers: { "X-API-Key": known } });
    expect(status).toBe(200);
    expect(existsSync(join(dataDir, "memoryd.id"))).toBe(true);
  });
});
