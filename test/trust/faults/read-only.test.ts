// Data on a medium that takes no writes: all of it is read, saved and told sound, and whoever would write is told why not.
import { beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, chownSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "../../e2e/executable.ts";
import { converse } from "../../e2e/turns.ts";
import { canMount, readOnly } from "./small-disk.ts";

const lab = openLab({ model: "tiny" });
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const mayDrop = !isRoot || Bun.which("setpriv") !== null;
if (!mayDrop) console.log("SKIPPED: without setpriv root cannot lose the rights on a directory.");
const AS_NOBODY = isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];

/** Data as a service leaves it that is killed: what it acknowledged stands in the log. */
let killed = "";
/** As one leaves it that ends in order. */
let closed = "";

beforeAll(async () => {
  const server = await lab.start();
  await remember(server);
  killed = copyOf(server.dataDir);
  await server.stop();
  closed = server.dataDir;
});

/** Until it is embedded too. */
async function remember(server: Server): Promise<void> {
  await converse(server, "I like metric units", "Noted.");
  expect((await server.ask("POST", "/recall", { body: { query: "units" } })).status).toBe(200);
}

function copyOf(dataDir: string): string {
  const copy = join(lab.directory(), "data");
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

/** As a copy by hand leaves it that took no index along. */
function withoutIndex(dataDir: string): string {
  const copy = copyOf(dataDir);
  rmSync(join(copy, "memoryd.db-shm"));
  return copy;
}

interface Surroundings {
  readonly dataDir: string;
  readonly through: readonly string[];
}

const SUMMARY = "1 packet, 0 lessons, 1 brain";

/** Everything that only reads; returns the backup that was made. */
async function expectReadable({ dataDir, through }: Surroundings): Promise<string> {
  const elsewhere = lab.directory();
  chmodSync(elsewhere, 0o777);
  const [backup, jsonl] = [join(elsewhere, "a.backup"), join(elsewhere, "a.jsonl")];
  const run = ([command = "", ...args]: string[]) => lab.run([command, "--data-dir", dataDir, ...args], { through });
  const before = readdirSync(dataDir);
  expect(await run(["verify"])).toMatchObject({ code: 0, stdout: `${dataDir}: no faults, ${SUMMARY}\n` });
  const made = await run(["backup", backup]);
  expect({ ...made, stdout: made.stdout.split("\n")[0] }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(SUMMARY),
  });
  expect(made.stdout).toContain("the audit has no entry of it");
  expect(await run(["export", jsonl])).toEqual({
    code: 0,
    stdout: `${jsonl}: 1 packet, 0 lessons, 1 brain\n`,
    stderr: "memoryd: the audit has no entry of this export: the data cannot be written to at present\n",
  });
  expect(readFileSync(jsonl, "utf8")).toContain("I like metric units");
  expect((await run(["recall", "I like metric units"])).stdout).toContain("I like metric units");
  expect((await lab.run(["audit", "verify", "--data-dir", dataDir], { through })).code).toBe(0);
  expect(readdirSync(dataDir)).toEqual(before);
  return backup;
}

async function flawsOf({ dataDir, through }: Surroundings): Promise<Record<string, string>> {
  const { stdout } = await lab.run(["doctor", "--json", "--data-dir", dataDir], { through });
  const { findings } = JSON.parse(stdout) as { findings: { code: string; level: string; fix: string }[] };
  return Object.fromEntries(findings.filter(({ level }) => level !== "note").map(({ code, fix }) => [code, fix]));
}

describe.skipIf(!canMount)("on a file system that is mounted read-only", () => {
  const states: [string, () => string][] = [
    ["data of a service that ended in order", () => copyOf(closed)],
    ["data with a log", () => copyOf(killed)],
    ["data with a log that has lost its index", () => withoutIndex(killed)],
  ];

  test.each(states)(
    "%s is verified, backed up, exported and searched, and the doctor names the fault",
    async (_, made) => {
      const dataDir = made();
      const surroundings = { dataDir, through: readOnly(dataDir) };
      const backup = await expectReadable(surroundings);
      const { read_only_file_system: advice, ...others } = await flawsOf(surroundings);
      expect(advice).toContain("memoryd backup");
      expect(Object.keys(others).filter((code) => !code.startsWith("memory_"))).toEqual([]);
      const { stdout } = await lab.run(["verify", backup, "--data-dir", dataDir]);
      expect(stdout).toContain(`${SUMMARY} as of`);
      expect(stdout).toContain("signature valid");
      const elsewhere = join(lab.directory(), "new");
      expect((await lab.run(["restore", backup, "--data-dir", elsewhere])).code).toBe(0);
      // A look at a restore needs no lock.
      const look = await lab.run(["restore", "--dry-run", backup, "--data-dir", dataDir], surroundings);
      expect(look).toMatchObject({ code: 0, stdout: expect.stringContaining("would restore") });
    },
  );

  test("what would write is refused with the reason, and a service does not start", async () => {
    const dataDir = copyOf(closed);
    const through = readOnly(dataDir);
    const reason = /^memoryd: [^\n]*read-only file system[^\n]*\n$/m;
    const writing = [
      ["keys", "create", "--name", "app", "--scope", "agent", "--data-dir", dataDir],
      ["import", "--data-dir", dataDir, "-"],
      ["serve", "--port", "0", "--data-dir", dataDir],
    ];
    for (const args of writing) {
      expect(await lab.run(args, { through })).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(reason),
      });
    }
    expect((await lab.run(["keys", "list", "--data-dir", dataDir], { through })).stdout).toContain("admin");
  });

  test("beside a service whose disk is mounted read-only under it, as after a fault", async () => {
    const server: Server = await lab.start();
    await remember(server);
    await expectReadable({ dataDir: server.dataDir, through: readOnly(server.dataDir) });
    server.kill("SIGKILL");
  });
});

describe.skipIf(!mayDrop)("in a directory that the user may only read", () => {
  test("all but the secret of signatures is read, and the backup says that it is not signed", async () => {
    for (const dataDir of [copyOf(closed), copyOf(killed)]) {
      for (const name of ["memoryd.db", "memoryd.db-wal", "memoryd.db-shm", "memoryd.id"]) {
        if (existsSync(join(dataDir, name))) chmodSync(join(dataDir, name), 0o444);
      }
      if (isRoot) chownSync(join(dataDir, "audit.key"), 0, 0);
      else chmodSync(join(dataDir, "audit.key"), 0);
      chmodSync(join(dataDir, ".."), 0o755);
      chmodSync(dataDir, 0o555);
      const backup = await expectReadable({ dataDir, through: AS_NOBODY });
      expect((await lab.run(["verify", "--json", backup], {})).stdout).toContain('"signature":"none"');
      const made = await lab.run(["keys", "create", "--name", "a", "--scope", "agent", "--data-dir", dataDir], {
        through: AS_NOBODY,
      });
      expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining("no permission to write there") });
      chmodSync(dataDir, 0o700);
    }
  });

  test("a file that may not be read at all is no fault of the data", async () => {
    const dataDir = copyOf(closed);
    chmodSync(join(dataDir, ".."), 0o755);
    chmodSync(dataDir, 0o755);
    if (!isRoot) chmodSync(join(dataDir, "memoryd.db"), 0);
    const { code, stdout, stderr } = await lab.run(["verify", "--data-dir", dataDir], { through: AS_NOBODY });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^memoryd: the data file \S+ cannot be opened: no permission to read it[^\n]*\n$/);
  });
});
