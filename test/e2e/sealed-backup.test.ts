// Sealed backups and the command after each, as an operator has them: keys made, files opened by age, wrong uses told.
import { beforeAll, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "./executable.ts";
import { converse, memoryTexts } from "./turns.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });
const AGE = Bun.which("age");
if (AGE === null) console.log("SKIPPED: without age nobody else opens the sealed backups, or seals one.");

const SECRET = "The boiler was serviced in May.";

let dir: string;
let server: Server;
let keyFile: string;
let publicKey: string;

/** Of the service's data. */
const at = (command: string, ...args: string[]) => [command, "--data-dir", server.dataDir, ...args];
const inDir = (name: string) => join(dir, name);

beforeAll(async () => {
  dir = lab.directory();
  keyFile = inDir("backups.key");
  const { stdout } = await lab.run(["backup-identity", keyFile]);
  publicKey = stdout.trim();
  mkdirSync(inDir("elsewhere"));
  const command = [
    "sh",
    "-c",
    'cp "$1" "$1.manifest" "$0" && exec cp "$MEMORYD_BACKUP_FILE" "$0/named"',
    inDir("elsewhere"),
    "{file}",
  ];
  server = await lab.start({
    args: ["--backup-cron", "30 2 * * *", "--backup-dir", inDir("backups"), "--backup-seal-to", publicKey],
    env: { MEMORYD_BACKUP_COMMAND: JSON.stringify(command) },
  });
  await converse(server, SECRET, "Noted.");
});

test("an identity is a file for its owner alone, and none is written over", async () => {
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(keyFile, "utf8")).toContain(`# public key: ${publicKey}\nAGE-SECRET-KEY-1`);
  const again = await lab.run(["backup-identity", keyFile]);
  expect(again).toEqual({ code: 3, stdout: "", stderr: `memoryd: ${keyFile} exists already: give another name\n` });
});

test("a scheduled backup is sealed, the command takes it elsewhere, and it is restored from there", async () => {
  await until("the command", () => server.written.stderr.includes('"event":"backup_command_done"') || undefined);
  const [name, manifest] = readdirSync(inDir("backups")).sort();
  expect([name?.endsWith(".backup.age"), manifest]).toEqual([true, `${name}.manifest`]);
  expect(readdirSync(inDir("elsewhere")).sort()).toEqual([name ?? "", `${name}.manifest`, "named"].sort());
  const target = inDir("restored");
  const file = join(inDir("elsewhere"), name ?? "");
  const closed = await lab.run(["restore", "--data-dir", target, file]);
  expect(closed.stderr).toBe(`memoryd: the backup ${file} is sealed to keys: name one with --identity FILE\n`);
  expect(existsSync(target)).toBe(false);
  expect(await lab.run(["restore", "--data-dir", target, "--identity", keyFile, file])).toMatchObject({ code: 0 });
});

test("by hand it is sealed to the same keys where the settings say so, and tells what it is from outside", async () => {
  const env = { MEMORYD_BACKUP_SEAL_TO: publicKey };
  const file = inDir("hand.age");
  expect((await lab.run(at("backup", file), { env })).stdout).toContain(`sealed to ${publicKey}\n`);
  expect(readFileSync(file).includes(SECRET)).toBe(false);
  const seen = await lab.run(at("verify", file));
  expect(seen).toMatchObject({ code: 0, stderr: "" });
  expect(seen.stdout.split("\n")).toEqual([
    expect.stringMatching(/: no faults from outside, 1 packet, 0 lessons as of .*, sealed to age1/),
    "signature valid: it is signed with this data's key",
    "not checked: whether it opens, and the database in it (--identity FILE opens it)",
    "",
  ]);
  const opened = await lab.run(at("verify", "--json", "--identity", keyFile, file));
  expect(JSON.parse(opened.stdout)).toMatchObject({ ok: true, sealed: null, manifest: { rows: { packets: 1 } } });
  const plain = inDir("plain.backup");
  expect((await lab.run(at("backup", "--unsealed", plain), { env })).stdout).toContain("signed and checked\n");
  expect(readFileSync(plain).includes(SECRET)).toBe(true);
});

test("a passphrase comes from a file, or from standard input, and from no argument", async () => {
  const [file, passphrase] = [inDir("phrase.age"), inDir("passphrase")];
  writeFileSync(passphrase, "violet kettle\nwhat follows is not read\n");
  expect(await lab.run(at("backup", "--passphrase-file", passphrase, file))).toMatchObject({ code: 0 });
  const stdin = "violet kettle\n";
  expect(await lab.run(at("verify", "--passphrase-file", "-", file), { stdin })).toMatchObject({ code: 0 });
  const wrong = await lab.run(at("verify", "--passphrase-file", keyFile, file));
  expect(wrong).toMatchObject({
    code: 1,
    stderr: `memoryd: the backup ${file} does not open: the passphrase is wrong\n`,
  });
  const asking = await lab.run(at("backup", "--passphrase", inDir("none.age")));
  expect(asking).toMatchObject({ code: 2 });
  expect(asking.stderr).toContain("--passphrase asks on a terminal, and there is none");
});

test("what is no key is told before anything is made", async () => {
  const secret = /AGE-SECRET-KEY-\w+/.exec(readFileSync(keyFile, "utf8"))?.[0] ?? "";
  for (const key of ["age1nonsense", "ssh-ed25519 AAAA", secret]) {
    const { code, stderr } = await lab.run(at("backup", "--seal-to", key, inDir("never.age")));
    expect([code, stderr.includes("AGE-SECRET")]).toEqual([2, false]);
    const checked = await lab.run(["config", "check"], { env: { MEMORYD_BACKUP_SEAL_TO: key } });
    expect([checked.code, checked.stderr.includes("backup_seal_to: "), checked.stderr.includes(secret)]).toEqual([
      2,
      true,
      false,
    ]);
  }
  writeFileSync(inDir("notes"), "no key");
  const { code, stderr } = await lab.run(at("verify", "--identity", inDir("notes"), inDir("hand.age")));
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("cannot be used as a file of keys: a line of it is none"),
  ]);
  expect(existsSync(inDir("never.age"))).toBe(false);
  const shell = await lab.run(["config", "check"], { env: { MEMORYD_BACKUP_COMMAND: "rsync a b" } });
  expect([shell.code, shell.stderr]).toEqual([2, expect.stringContaining("backup_command: it is a list of arguments")]);
});

test.skipIf(AGE === null)("age opens what memoryd sealed, and memoryd what age sealed", async () => {
  const plain = inDir("opened.backup");
  const run = (...cmd: string[]) => Bun.spawnSync(cmd, { stdio: ["ignore", "pipe", "pipe"] });
  expect(run("age", "-d", "-i", keyFile, "-o", plain, inDir("hand.age")).exitCode).toBe(0);
  expect(await lab.run(at("verify", plain))).toMatchObject({ code: 0 });
  expect(run("age-keygen", "-o", inDir("theirs.key")).exitCode).toBe(0);
  const theirs = run("age-keygen", "-y", inDir("theirs.key")).stdout.toString().trim();
  expect(run("age", "-r", theirs, "-r", publicKey, "-o", inDir("theirs.age"), plain).exitCode).toBe(0);
  for (const key of [keyFile, inDir("theirs.key")]) {
    expect(await lab.run(at("verify", "--identity", key, inDir("theirs.age")))).toMatchObject({ code: 0, stderr: "" });
  }
});

test("a command that fails is counted, told by the doctor and by the checks, and holds up nothing", async () => {
  const cwd = lab.directory();
  const failing = ["sh", "-c", "echo the other machine is asleep >&2; exit 9"];
  const config = join(cwd, "memoryd.toml");
  writeFileSync(config, `backup_cron = "@daily"\nbackup_command = ${JSON.stringify(failing)}\n`);
  const other = await lab.start({ cwd, args: ["--config", config, "--prometheus-public"] });
  await until("the failure", () => other.written.stderr.includes('"event":"backup_command_failed"') || undefined);
  const line = other.written.stderr.split("\n").find((each) => each.includes("backup_command_failed")) ?? "";
  expect(JSON.parse(line)).toMatchObject({ exit_code: 9, stderr: ["the other machine is asleep"] });
  const metrics = await (await fetch(`${other.url}/prometheus`)).text();
  expect(metrics).toContain("\nmemoryd_backup_command_failures_total 1\n");
  expect(metrics).toContain("\nmemoryd_backup_command_success 0\n");
  const ready = await other.ask<{ checks: object; details: object }>("GET", "/readyz");
  expect(ready).toMatchObject({
    body: { checks: { backup: "warning" }, details: { backup: { last: "ok", command: "failed" } } },
  });
  const told = await lab.run(["doctor", "--data-dir", other.dataDir, "--config", config, "--json"]);
  expect(told.stdout).toContain("backup_command_failed");
  expect(told.stdout).toContain("failed: it ended with exit code 9");
  await converse(other, SECRET, "Noted.");
  expect(await memoryTexts(other)).toHaveLength(1);
  expect(await other.stop()).toBe(0);
});

test("a command under way ends with the service", async () => {
  const cwd = lab.directory();
  const slow = join(cwd, "slow");
  writeFileSync(slow, `#!/bin/sh\necho $$ > "${cwd}/pid"\nexec sleep 600\n`);
  chmodSync(slow, 0o755);
  const other = await lab.start({ cwd, args: ["--backup-cron", "@daily", "--backup-command", JSON.stringify([slow])] });
  const pid = await until("the command", () => {
    return (existsSync(join(cwd, "pid")) && Number(readFileSync(join(cwd, "pid"), "utf8"))) || undefined;
  });
  expect(await other.stop()).toBe(0);
  expect(existsSync(`/proc/${pid}`)).toBe(false);
});

test("a damaged file is told apart from a key that does not fit", async () => {
  const file = inDir("damaged.age");
  copyFileSync(inDir("hand.age"), file);
  const bytes = readFileSync(file);
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const damaged = await lab.run(at("verify", "--identity", keyFile, file));
  expect(damaged).toMatchObject({ code: 1, stderr: `memoryd: 1 fault in ${file}\n` });
  expect(damaged.stdout).toContain("backup: its content is not what was sealed");
  await lab.run(["backup-identity", inDir("other.key")]);
  const locked = await lab.run(at("verify", "--identity", inDir("other.key"), inDir("hand.age")));
  expect(locked).toMatchObject({ code: 1, stdout: "" });
  expect(locked.stderr).toContain("does not open: it is sealed to other keys");
});
