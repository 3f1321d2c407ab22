// GET and POST /admin/backups: what is backed up, and a backup made now, for whoever runs the service.
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SHELL } from "../../src/domain/audit.ts";
import { makeIdentity } from "../../src/storage/sealing/age-keys.ts";
import { dataFilesAt } from "../../src/storage/sqlite/data-files.ts";
import { expectError } from "../support/expectations.ts";
import { freshDataDir } from "../support/fresh-data.ts";
import { LOCKS, locksOn } from "../support/locks.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

const PATH = "/admin/backups";
const WORKER = new URL("../../src/storage/sqlite/backup/backup-worker.ts", import.meta.url);
const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const made: string[] = [];
const services: TestService[] = [];
afterAll(async () => {
  for (const service of services) await service.close();
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

interface Entry {
  readonly name: string;
  readonly made_at: string;
  readonly bytes: number;
  readonly sealed: boolean;
  readonly by: string | null;
}

interface List {
  readonly items: readonly Entry[];
  readonly [field: string]: unknown;
}

async function start(settings: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "memoryd-test-"));
  const dataDir = await freshDataDir(NOW);
  made.push(folder, dataDir);
  const t = await startTestService({ dataDir, settings: { backup_dir: folder, ...settings } });
  services.push(t);
  const list = async () => (await t.operator.get<List>(PATH)).body;
  const make = () => t.operator.post<Entry>(PATH, {});
  return { t, folder, dataDir, list, make };
}

test("one is made now, whole and checked, and is in the list from then on", async () => {
  const { t, folder, dataDir, list, make } = await start();
  const { admin } = await t.account();
  await admin.turn("I like green tea.", "Noted.");
  const place = { directory: folder, data_dir: dataDir, process_id: process.pid };
  expect(await list()).toEqual({ items: [], directory_set: true, ...place, schedule: null, last: null });
  const first = await make();
  const name = "memoryd-20260301T120000Z.backup";
  expect([first.status, first.body]).toEqual([
    201,
    { name, made_at: t.clock.iso(), bytes: statSync(join(folder, name)).size, sealed: false, by: "hand" },
  ]);
  const checked = await dataFilesAt(dataDir).checkBackup({ file: join(folder, name), publicKeyFile: null });
  expect([checked.signature, checked.manifest.rows.packets]).toEqual(["valid", 1]);
  t.clock.advance(60_000);
  const second = (await make()).body;
  const { items, last } = await list();
  expect(items).toEqual([second, first.body]);
  expect(last).toEqual({ at: second.made_at, ok: null });
});

test("the audit names the key that asked, when it begins and when the file is whole", async () => {
  const { t, make } = await start();
  await make();
  const entries = await t.service.audit.list("default", { limit: 2, before: null });
  const actor = t.operator.key?.slice(8, 16) ?? "";
  expect(entries.map((entry) => [entry.action, entry.actor, entry.at])).toEqual([
    ["backup.finished", actor, NOW],
    ["backup.made", actor, NOW],
  ]);
});

test("who asks while one is under way is given that one", async () => {
  const { folder, make } = await start();
  const answers = await Promise.all([make(), make(), make()]);
  for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body as Entry]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("the list knows who had each made, and leaves other files out", async () => {
  const { t, folder, dataDir, list } = await start();
  const order = { mayReplace: false, memorydVersion: "1" };
  const at = (minute: number) => join(folder, `memoryd-20260301T12${String(minute).padStart(2, "0")}00Z.backup`);
  const files = dataFilesAt(dataDir);
  await files.backup({ ...order, target: at(1), now: NOW + 60_000, actor: SHELL });
  await files.backup({ ...order, target: at(2), now: NOW + 120_000, actor: "service" });
  writeFileSync(at(3), "of another server");
  writeFileSync(join(folder, "notes.txt"), "");
  const { items, last } = await list();
  expect(items.map(({ made_at, by }) => [made_at, by])).toEqual([
    [t.clock.iso(180_000), null],
    [t.clock.iso(120_000), "schedule"],
    [t.clock.iso(60_000), "hand"],
  ]);
  expect(last).toEqual({ at: t.clock.iso(120_000), ok: null });
});

test("what is kept, sealed and scheduled is as the settings say", async () => {
  const { publicKey } = await makeIdentity(NOW);
  const { t, folder, list, make } = await start({
    ...{ backup_cron: "30 2 * * *", backup_keep: "2", backup_seal_to: publicKey },
  });
  for (const _ of [1, 2, 3]) {
    // The first one joins that of the schedule, which is made at the start.
    const { status, body } = await make();
    expect([status, body.sealed]).toEqual([201, true]);
    t.clock.advance(60_000);
  }
  const { items, schedule, directory_set } = await list();
  expect([schedule, directory_set]).toEqual(["30 2 * * *", true]);
  expect(items.map(({ made_at }) => made_at)).toEqual([t.clock.iso(-60_000), t.clock.iso(-120_000)]);
  expect(readdirSync(folder).filter((name) => name.endsWith(".age"))).toHaveLength(2);
});

test("where no settings name a folder none is made, and none listed", async () => {
  const { t, dataDir, list, make } = await start({ backup_dir: "" });
  expectError(await make(), 409, "backups_off");
  const place = { directory: null, data_dir: dataDir, process_id: process.pid };
  expect(await list()).toEqual({ items: [], directory_set: false, ...place, schedule: null, last: null });
  expect(readdirSync(dataDir)).not.toContain("backups");
  expect((await t.service.audit.list(null, { limit: 1, before: null }))[0]?.action).not.toStartWith("backup");
});

test("a folder that is none is 409 with the reason, and the next one is made", async () => {
  const { folder, list, make } = await start();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  const refused = await make();
  expectError(refused, 409, "backup_failed");
  expect(JSON.stringify(refused.body)).toContain(folder);
  rmSync(folder);
  expect((await list()).items).toEqual([]);
  expect((await make()).status).toBe(201);
  expectError(await make(), 409, "backup_failed");
});

test.skipIf(!existsSync(LOCKS))("one takes no lock from the service, whose file a shell may open", async () => {
  const { t, folder, dataDir } = await start();
  const database = join(dataDir, "memoryd.db");
  const log = new Database(database);
  // Nothing is in the log any more: what was looked at then was the file itself.
  log.run("PRAGMA wal_checkpoint(TRUNCATE)");
  log.close();
  expect(statSync(`${database}-wal`).size).toBe(0);
  const before = locksOn(database);
  expect(before).toBeGreaterThan(0);
  // As the schedule makes one: a request would have written to the log.
  const order = { target: join(folder, "one.backup"), mayReplace: false, memorydVersion: "0", now: t.clock.now() };
  await dataFilesAt(dataDir).backup(order, { url: WORKER, stopping: new AbortController().signal });
  expect(locksOn(database)).toBe(before);
});

test("both are for unbound admin keys of the account default alone, and nothing is done for others", async () => {
  const { t, folder } = await start();
  const { admin, agent, key } = await t.account();
  for (const client of [admin, await key({ scope: "admin", user: "ada" })]) {
    expectError(await client.get(PATH), 403, "key_scope");
    expectError(await client.post(PATH, {}), 403, "key_scope");
  }
  expectError(await agent.post(PATH, {}), 403, "admin_required");
  expectError(await t.stranger.post(PATH, {}), 401, "unauthorized");
  expectError(await t.operator.post(PATH, { file: "/etc/passwd" }), 400, "unknown_field");
  expect(readdirSync(folder)).toEqual([]);
});
