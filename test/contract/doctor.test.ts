// GET /admin/doctor: what the command finds, of the service that runs, for whoever runs it.
import { afterAll, expect, test } from "bun:test";
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectError } from "../support/expectations.ts";
import { freshDataDir } from "../support/fresh-data.ts";
import { LOCKS, locksOn } from "../support/locks.ts";
import { startTestService } from "../support/test-service.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const dataDir = await freshDataDir(Date.parse("2026-03-01T12:00:00.000Z"));
const t = await startTestService({ dataDir });
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const PATH = "/admin/doctor";

interface Body {
  readonly ok: boolean;
  readonly findings: readonly { readonly code: string; readonly [field: string]: unknown }[];
}

const diagnose = async () => (await t.operator.get<Body>(PATH)).body;
const codes = async () => (await diagnose()).findings.map(({ code }) => code);

test("tells what is wrong with settings and files in the words of the command, the most urgent first", async () => {
  writeFileSync(join(dataDir, "notes.txt"), "");
  chmodSync(join(dataDir, "memoryd.db"), 0o644);
  const { ok, findings } = await diagnose();
  expect(ok).toBe(false);
  expect(findings[0]).toEqual({
    code: "data_readable",
    level: "error",
    where: join(dataDir, "memoryd.db"),
    message: "Other users of this machine may read this file, which holds memory (mode 0644).",
    fix: `chmod 600 ${join(dataDir, "memoryd.db")}`,
  });
  const found = findings.map(({ code }) => code);
  expect(found).toContain("no_backups");
  expect(found).toContain("foreign_file");
  rmSync(join(dataDir, "notes.txt"));
  chmodSync(join(dataDir, "memoryd.db"), 0o600);
  expect(await codes()).not.toContain("foreign_file");
  expect((await diagnose()).ok).toBe(true);
});

test("looks into the rows: expired keys by their ids alone, and what the service does in its own time is none", async () => {
  const { admin, key } = await t.account();
  await admin.turn("I like green tea.", "Noted.");
  const client = await key({ expiresAt: t.clock.now() + 1_000 });
  t.clock.advance(2_000);
  const { findings } = await diagnose();
  const expired = findings.find(({ code }) => code === "keys_expired");
  expect(expired).toMatchObject({ level: "note", where: `key ${client.key?.slice(8, 16)}` });
  expect(JSON.stringify(findings)).not.toMatch(/green tea|mk_live_/);
  expect(findings.map(({ code }) => code)).not.toContain("embeddings_pending");
});

test.skipIf(!existsSync(LOCKS))("takes no lock from the service, whose file another program may open", async () => {
  const database = join(dataDir, "memoryd.db");
  const before = locksOn(database);
  expect(before).toBeGreaterThan(0);
  await diagnose();
  expect(locksOn(database)).toBe(before);
});

test("who asks at once is told the same, and others are answered meanwhile", async () => {
  const { admin } = await t.account();
  const both = Promise.all([diagnose(), diagnose(), diagnose()]);
  await admin.turn("I like green tea.", "Noted.");
  const [one, ...others] = await both;
  for (const other of others) expect(other).toEqual(one);
  t.clock.advance(DAY_MS);
  expect(await codes()).not.toContain("clock_behind");
  expect((await admin.get<{ items: object[] }>("/memory")).body.items).toHaveLength(1);
});

test("is for unbound admin keys of the account default alone", async () => {
  const { admin, agent, key } = await t.account();
  for (const client of [admin, await key({ scope: "admin", user: "ada" })]) {
    expectError(await client.get(PATH), 403, "key_scope");
  }
  expectError(await agent.get(PATH), 403, "admin_required");
  expectError(await t.stranger.get(PATH), 401, "unauthorized");
});
