// memoryd doctor on the executable: beside a running service and without one, and without a trace of its own.
import { beforeAll, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";
import { record, tokenOf } from "./turns.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });
/** For who embeds nothing: the model inside is opened after the listening line, one of a folder before it. */
const LISTENS_SOONER = ["--model-dir", ""];

interface Found {
  readonly running: boolean;
  readonly errors: number;
  readonly findings: readonly { code: string; level: string; where: string; what: string; fix: string }[];
}

async function examine(args: readonly string[], through: readonly string[] = []) {
  const { code, stdout, stderr } = await lab.run(["doctor", "--json", ...args], { through });
  const found: Found = JSON.parse(stdout);
  return { code, stderr, found, codes: found.findings.map((finding) => finding.code) };
}

/** Every file's bytes and when they were written. (As root SQLite gives side files to the data's owner once more.) */
function stateOf(directory: string) {
  return readdirSync(directory).map((name) => {
    const path = join(directory, name);
    const { mode, uid, size, mtimeMs, ino } = lstatSync(path);
    return { name, mode, uid, size, mtimeMs, ino, hash: Bun.hash(readFileSync(path)) };
  });
}

const healthy = join(lab.directory(), "data");

beforeAll(async () => {
  const server = await lab.start({ dataDir: healthy });
  await record(server, await tokenOf(server, "I like metric units"), "Noted.");
  await tokenOf(server, "Which units do I like?");
  expect(await server.stop()).toBe(0);
});

/** A copy of what a stopped service left. */
function healthyData(): string {
  const dataDir = join(lab.directory(), "data");
  cpSync(healthy, dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  return dataDir;
}

test("a stopped service's data is well, and stays as it is to the byte", async () => {
  const dataDir = healthyData();
  const before = stateOf(dataDir);
  for (const deep of [[], ["--deep"]]) {
    const { code, codes, found } = await examine(["--data-dir", dataDir, ...deep]);
    expect({ code, codes, running: found.running }).toEqual({ code: 0, codes: ["no_backups"], running: false });
  }
  expect(stateOf(dataDir)).toEqual(before);
});

test("a running service's data is looked at beside it, the write-ahead log included, and stays as it is", async () => {
  const dataDir = join(lab.directory(), "data");
  const server = await lab.start({ dataDir });
  await server.ready();
  await record(server, await tokenOf(server, "I like metric units"), "Noted.");
  // Waits for the embedding: nothing is written after it.
  await server.ask("POST", "/recall", { body: { query: "units" } });
  const before = stateOf(dataDir);
  // Whatever the settings say: the service has written down where it listens.
  const { code, codes, found } = await examine(["--data-dir", dataDir]);
  expect({ code, codes, running: found.running }).toEqual({ code: 0, codes: ["no_backups"], running: true });
  expect(stateOf(dataDir)).toEqual(before);
  rmSync(join(dataDir, "memoryd.address"));
  expect((await examine(["--data-dir", dataDir])).codes).toContain("service_silent");
  writeFileSync(join(dataDir, "..", "memoryd.toml"), `port = ${server.port}\n`);
  const told = await examine(["--data-dir", dataDir, "--config", join(dataDir, "..", "memoryd.toml")]);
  expect(told.codes).not.toContain("service_silent");
  expect((await server.ask("GET", "/memory")).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("a service that was killed leaves its log, which is seen and not touched", async () => {
  const dataDir = join(lab.directory(), "data");
  const server = await lab.start({ dataDir, args: LISTENS_SOONER });
  expect((await server.ask("POST", "/cores", { body: { slug: "work", name: "Work" } })).status).toBe(201);
  server.kill("SIGKILL");
  await server.exited;
  const before = stateOf(dataDir);
  const { code, codes } = await examine(["--data-dir", dataDir]);
  expect(code).toBe(0);
  expect(codes).toContain("closed_unclean");
  expect(codes).not.toContain("log_not_seen");
  expect(stateOf(dataDir)).toEqual(before);
});

test("a process that is stopped and keeps the lock is named with what frees it", async () => {
  const dataDir = join(lab.directory(), "data");
  const server = await lab.start({ dataDir, args: LISTENS_SOONER });
  server.kill("SIGSTOP");
  const { code, found } = await until("the stop", async () => {
    const seen = await examine(["--data-dir", dataDir]);
    return seen.codes.includes("lock_stale") ? seen : undefined;
  });
  server.kill("SIGCONT");
  expect(code).toBe(1);
  const stale = found.findings.find((finding) => finding.code === "lock_stale");
  expect(stale).toMatchObject({ level: "error", where: expect.stringMatching(/^process \d+$/) });
  expect(stale?.fix).toContain("kill -CONT");
  expect(await server.stop()).toBe(0);
});

test("errors make it exit 1, each with its place and its fix, for people and for programs", async () => {
  const dataDir = healthyData();
  chmodSync(join(dataDir, "admin.key"), 0o644);
  writeFileSync(join(dataDir, "stray.txt"), "");
  const { code, found, stderr } = await examine(["--data-dir", dataDir]);
  expect(code).toBe(1);
  expect(JSON.parse(stderr)).toEqual({ error: { message: `1 error in ${dataDir}`, code: "failed" } });
  expect(found.findings.map(({ code: name, level }) => [name, level])).toEqual([
    ["admin_key_readable", "error"],
    ["foreign_file", "warning"],
    ["no_backups", "note"],
  ]);
  for (const { where, what, fix } of found.findings) {
    for (const text of [where, what, fix]) expect(text).toMatch(/^[^\n]+$/);
  }
  const people = await lab.run(["doctor", "--data-dir", dataDir]);
  expect(people.code).toBe(1);
  expect(people.stdout).toContain(`fix:   chmod 600 ${join(dataDir, "admin.key")}`);
  expect(people.stdout).toEndWith("1 error, 1 warning, 1 note\n");
});

test("settings that are wrong are a finding, not the end", async () => {
  const dataDir = healthyData();
  const config = join(lab.directory(), "memoryd.toml");
  writeFileSync(config, 'nightly_cron = "never"\n');
  const { code, codes } = await examine(["--data-dir", dataDir, "--config", config]);
  expect({ code, codes }).toEqual({ code: 1, codes: ["settings_wrong", "no_backups"] });
});

test("a directory that is not there is told, and is not made", async () => {
  const dataDir = join(lab.directory(), "nothing");
  const { code, codes } = await examine(["--data-dir", dataDir]);
  expect({ code, codes }).toEqual({ code: 1, codes: ["directory_missing", "no_backups"] });
  expect(existsSync(dataDir)).toBe(false);
});

test("few open files are noticed in the process itself", async () => {
  const dataDir = healthyData();
  const few = ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh"];
  expect((await examine(["--data-dir", dataDir], few)).codes).toContain("few_open_files");
});

test.skipIf(!existsSync("/dev/shm"))("data in memory alone is noticed", async () => {
  const dataDir = mkdtempSync("/dev/shm/memoryd-");
  try {
    cpSync(healthy, dataDir, { recursive: true });
    expect((await examine(["--data-dir", dataDir])).codes).toContain("memory_file_system");
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
