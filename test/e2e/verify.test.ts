// memoryd verify: exit 0 where all is well, exit 1 with a line a fault where not, on data and on backups.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { forgeDatabase } from "../storage/sqlite/forge-backup.ts";
import { openLab } from "./executable.ts";
import { converse } from "./turns.ts";

const lab = openLab();

interface Verified {
  readonly ok: boolean;
  readonly target: string;
  readonly schema_version: number | null;
  readonly rows: Readonly<Record<string, number>>;
  readonly manifest: object | null;
  readonly findings: readonly { readonly check: string; readonly message: string }[];
}

test("data is verified while the server runs and when it has stopped, and then with its faults", async () => {
  const server = await lab.start();
  await converse(server, "The boiler was serviced in May.", "Noted.", { user: "ada" });
  const verify = ["verify", "--data-dir", server.dataDir];
  expect(await lab.run(verify)).toEqual({
    code: 0,
    stdout: `${server.dataDir}: no faults, 1 packet, 0 lessons, 1 brain\n`,
    stderr: "",
  });
  expect(await server.stop()).toBe(0);
  const before = readdirSync(server.dataDir).sort();
  const sound = await lab.run([...verify, "--json"]);
  expect(JSON.parse(sound.stdout) as Verified).toMatchObject({
    ok: true,
    target: server.dataDir,
    rows: { packets: 1 },
    manifest: null,
    findings: [],
  });
  expect(readdirSync(server.dataDir).sort()).toEqual(before);

  const db = new Database(join(server.dataDir, "memoryd.db"));
  db.run("UPDATE brains SET memory_size = 5, turns = 9");
  db.run("DELETE FROM packet_embeddings");
  db.run("DELETE FROM pending_embeddings");
  db.close();
  const faulty = await lab.run(verify);
  expect(faulty.code).toBe(1);
  expect(faulty.stdout.trimEnd().split("\n")).toEqual([
    "counters_wrong: 1 brain counts another number of packets than are held.",
    "not_embedded: 1 packet has no embedding, and none is to be made: no question finds that by meaning.",
  ]);
  expect(faulty.stderr).toBe(`memoryd: 2 faults in ${server.dataDir}\n`);
  const json = await lab.run([...verify, "--json"]);
  expect(json.code).toBe(1);
  const { ok, findings } = JSON.parse(json.stdout) as Verified;
  expect({ ok, checks: findings.map(({ check }) => check) }).toEqual({
    ok: false,
    checks: ["counters_wrong", "not_embedded"],
  });
  // The doctor has the same checks, and says what to do.
  const doctor = await lab.run(["doctor", "--data-dir", server.dataDir]);
  for (const line of faulty.stdout.trimEnd().split("\n")) expect(doctor.stdout).toContain(`error    ${line}\n`);
  expect(doctor.stdout).toContain("fix:   restore the newest good backup with `memoryd restore FILE`\n");
});

test("a backup is verified by its name alone, and one that is no more what it was is told", async () => {
  const server = await lab.start();
  const file = join(server.cwd, "a.backup");
  expect((await lab.run(["backup", "--data-dir", server.dataDir, file])).code).toBe(0);
  expect(await server.stop()).toBe(0);
  const sound = await lab.run(["verify", "--json", file]);
  expect(sound.code).toBe(0);
  expect(JSON.parse(sound.stdout) as Verified).toMatchObject({ ok: true, target: file, manifest: { format: 1 } });
  const bytes = readFileSync(file);
  bytes[20_000] = (bytes[20_000] ?? 0) ^ 4;
  writeFileSync(file, bytes);
  const broken = await lab.run(["verify", file]);
  expect(broken).toEqual({
    code: 1,
    stdout: "backup: its database is not the one that was written: the checksum differs\n",
    stderr: `memoryd: 1 fault in ${file}\n`,
  });
  const absent = await lab.run(["verify", join(server.cwd, "nowhere")]);
  expect(absent).toMatchObject({ code: 1, stdout: "" });
  expect(absent.stderr).toContain("cannot be read: it does not exist");
});

test("a backup without a signature, whose checksums fit, is told by the chain of its audit", async () => {
  const server = await lab.start();
  const file = join(server.cwd, "a.backup");
  expect((await lab.run(["backup", "--data-dir", server.dataDir, file])).code).toBe(0);
  server.kill("SIGKILL");
  const db = new Database(join(server.dataDir, "memoryd.db"), { readonly: true });
  const triggers = db.query<{ name: string; sql: string }, []>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit'",
  );
  const found = triggers.all();
  db.close();
  forgeDatabase(file, [
    ...found.map(({ name }) => `DROP TRIGGER ${name}`),
    "UPDATE audit SET actor = 'nobody' WHERE seq = 2",
    ...found.map(({ sql }) => sql),
  ]);
  const { code, stdout } = await lab.run(["verify", file]);
  expect([code, stdout]).toEqual([
    1,
    "audit_broken: The chain of the audit is broken: entry 2 was changed after it was made.\n",
  ]);
});

test("there is nothing to verify where no data is, and newer data is refused", async () => {
  const empty = await lab.run(["verify", "--data-dir", lab.directory()]);
  expect(empty).toMatchObject({ code: 1, stdout: "" });
  expect(empty.stderr).toContain("there is no memoryd data in");
  const server = await lab.start();
  expect(await server.stop()).toBe(0);
  const db = new Database(join(server.dataDir, "memoryd.db"));
  db.run("INSERT INTO migrations VALUES (9999, 'later', 'x', 1)");
  db.close();
  const newer = await lab.run(["verify", "--data-dir", server.dataDir]);
  expect(newer).toMatchObject({ code: 3, stdout: "" });
  expect(newer.stderr).toContain("use the newer memoryd that wrote it");
});
