// Data that was there and is gone, or has become other data: it is not replaced in silence, and its backups stay.
import { expect, test } from "bun:test";
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "./executable.ts";
import { converse, memoryTexts } from "./turns.ts";

const lab = openLab();
const DATABASE = "memoryd.db";

async function stopped(server: Server): Promise<string> {
  expect(await server.stop()).toBe(0);
  return server.cwd;
}

/** Of what the service wrote to its log. */
const eventsOf = ({ written }: Server, event: string) =>
  written.stderr
    .split("\n")
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("a first start says that it made data, with the id that the directory has; a second one does not", async () => {
  const first = await lab.start();
  const id = readFileSync(join(first.dataDir, "memoryd.id"), "utf8");
  expect(id).toMatch(/^[0-9a-f]{32}\n$/);
  expect(statSync(join(first.dataDir, "memoryd.id")).mode & 0o777).toBe(0o600);
  expect(eventsOf(first, "data_created")).toMatchObject([{ id: id.trim() }]);
  const cwd = await stopped(first);
  // A directory of a version that kept no id takes that of its data.
  rmSync(join(first.dataDir, "memoryd.id"));
  const second = await lab.start({ cwd });
  expect(eventsOf(second, "data_created")).toEqual([]);
  expect(readFileSync(join(first.dataDir, "memoryd.id"), "utf8")).toBe(id);
  await stopped(second);
});

test("data that is missing, empty or another's is refused with what was found, and nothing is made or changed", async () => {
  const server = await lab.start();
  await converse(server, "My sister lives in Porto.", "Noted.", { user: "ann" });
  const { dataDir } = server;
  const cwd = await stopped(server);
  const path = join(dataDir, DATABASE);
  const kept = join(cwd, "kept.db");
  renameSync(path, kept);
  const expectRefused = async (said: RegExp) => {
    const before = readdirSync(dataDir).sort();
    const { code, stderr } = await lab.run(["serve", "--port", "0"], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringMatching(said) });
    expect(readdirSync(dataDir).sort()).toEqual(before);
  };
  await expectRefused(/there is no memoryd\.db in .*, but memoryd\.id, audit\.key, admin\.key of data that was here/);
  const doctor = await lab.run(["doctor", "--json"], { cwd });
  expect(JSON.parse(doctor.stdout)).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ code: "data_vanished" })]),
  });
  expect(doctor.stdout).not.toContain("start `memoryd serve`");
  const accounts = await lab.run(["accounts", "list"], { cwd });
  expect(accounts.stderr).not.toContain("memoryd serve");
  writeFileSync(path, "");
  await expectRefused(/memoryd\.db in .* is empty, but/);
  expect(statSync(path).size).toBe(0);
  // That of another service, sound in itself.
  const other = await lab.start();
  await stopped(other);
  copyFileSync(join(other.dataDir, DATABASE), path);
  await expectRefused(/memoryd\.db in .* is not the data that belongs here: memoryd\.id says [0-9a-f]{32}, the data/);
  renameSync(kept, path);
  const again = await lab.start({ cwd });
  expect(await memoryTexts(again, { user: "ann" })).toHaveLength(1);
  await stopped(again);
});

test("a backup bears the id of its data, and a restore brings it along", async () => {
  const server = await lab.start();
  const id = readFileSync(join(server.dataDir, "memoryd.id"), "utf8");
  const backup = join(server.cwd, "a.backup");
  expect((await lab.run(["backup", backup], { cwd: server.cwd })).code).toBe(0);
  const { stdout } = await lab.run(["verify", "--json", backup]);
  expect(JSON.parse(stdout)).toMatchObject({ manifest: { data_id: id.trim() } });
  await stopped(server);
  const cwd = lab.directory();
  expect((await lab.run(["restore", backup], { cwd })).code).toBe(0);
  expect(readFileSync(join(cwd, "memoryd-data", "memoryd.id"), "utf8")).toBe(id);
  await stopped(await lab.start({ cwd }));
});

test("a lost audit.key is told of before the next start makes another, and in its log", async () => {
  const first = await lab.start();
  const cwd = await stopped(first);
  rmSync(join(first.dataDir, "audit.key"));
  const doctor = JSON.parse((await lab.run(["doctor", "--json"], { cwd })).stdout);
  expect(doctor.findings).toEqual(expect.arrayContaining([expect.objectContaining({ code: "audit_key_missing" })]));
  const second = await lab.start({ cwd });
  expect(eventsOf(first, "audit_key_changed")).toEqual([]);
  expect(eventsOf(second, "audit_key_changed")).toMatchObject([
    { level: "warn", isMade: true, reason: expect.stringContaining("audit.key was not there, and a new key was made") },
  ]);
  second.kill("SIGKILL");
});
