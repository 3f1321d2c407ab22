// The operator's command after a backup: what it is given, what is told of its end, and that nobody waits for it.
import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type BackupCommand, createBackupCommand } from "../../src/app/backup-command.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { readCommandOutcome } from "../../src/storage/files/command-outcome.ts";
import { until } from "../e2e/until.ts";
import { TestClock } from "../support/chance.ts";

interface Lab {
  readonly dir: string;
  readonly command: BackupCommand;
  readonly lines: Record<string, unknown>[];
  /** The line of that event, once it is there. */
  told(event: string): Promise<Record<string, unknown>>;
}

const opened: Lab[] = [];

/** `script`: run by sh, with the folder of the test as $0. */
function open(script: string | null, timeout = "60"): Lab {
  const dir = mkdtempSync(join(tmpdir(), "memoryd-command-"));
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const backup_command = script === null ? "" : JSON.stringify(["sh", "-c", script, dir, "<{file}|{file}>"]);
  const flags = { data_dir: dir, backup_command, backup_command_timeout_s: timeout };
  const settings = readSettings({ flags, environment: {}, file: null });
  const command = createBackupCommand({ settings: () => settings, clock: new TestClock(), log });
  const told = (event: string) => until(event, () => lines.find((line) => line.event === event));
  const lab = { dir, command, lines, told };
  opened.push(lab);
  return lab;
}

afterEach(async () => {
  for (const { dir, command } of opened.splice(0)) {
    await command.stop();
    rmSync(dir, { recursive: true });
  }
});

test("it is told the file in its arguments and its environment, and no shell reads them", async () => {
  const lab = open('printf "%s\\n" "$1" "$MEMORYD_BACKUP_FILE" > "$0/given"');
  expect(lab.command.state()).toEqual({ ok: null, failures: 0 });
  const file = "/mnt/it's $(here) $& backup";
  lab.command.run(file);
  expect(await lab.told("backup_command_done")).toMatchObject({ file, level: 30 });
  expect(readFileSync(join(lab.dir, "given"), "utf8")).toBe(`<${file}|${file}>\n${file}\n`);
  expect(lab.command.state()).toEqual({ ok: true, failures: 0 });
  expect(readCommandOutcome(lab.dir)).toMatchObject({ file, ok: true, reason: null });
});

test("a failure is told with its exit code and its last lines, counted, and remembered by the next start", async () => {
  const lab = open('i=0; while [ $i -lt 9000 ]; do echo "line $i" >&2; i=$((i+1)); done; exit 7');
  lab.command.run("f");
  const { reason, exit_code, stderr } = await lab.told("backup_command_failed");
  expect({ reason, exit_code }).toEqual({ reason: "it ended with exit code 7", exit_code: 7 });
  expect(stderr).toEqual(Array.from({ length: 10 }, (_, at) => `line ${8_990 + at}`));
  await until("the count", () => lab.command.state()?.failures === 1 || undefined);
  expect(readCommandOutcome(lab.dir)).toMatchObject({ ok: false, reason: "it ended with exit code 7" });
});

test("a program that is not there is a failure like another", async () => {
  const lab = open("true");
  const settings = readSettings({
    flags: { data_dir: lab.dir, backup_command: '["no-such-program"]' },
    environment: {},
    file: null,
  });
  const log = pino({ level: "info" }, { write: (line: string) => void lab.lines.push(JSON.parse(line)) });
  const command = createBackupCommand({ settings: () => settings, clock: new TestClock(), log });
  command.run("f");
  expect((await lab.told("backup_command_failed")).reason).toStartWith("it cannot be started: ");
  await command.stop();
});

test("one that takes too long is ended with all that it started, also where it does not listen", async () => {
  const lab = open('trap "" TERM; sh -c \'echo $$ > "$0"; exec sleep 600\' "$0/child" & wait; wait; sleep 600', "1");
  lab.command.run("f");
  expect((await lab.told("backup_command_failed")).reason).toBe("it took longer than 1 s, and was ended");
  const child = Number(readFileSync(join(lab.dir, "child"), "utf8"));
  await until("its child to be gone", () => !existsSync(`/proc/${child}`) || isDead(child) || undefined);
});

test("a stop of the service ends it, and one that waits does not begin", async () => {
  const lab = open('echo x >> "$0/begun"; sleep 600');
  for (const file of ["a", "b", "c"]) lab.command.run(file);
  await until("it to begin", () => existsSync(join(lab.dir, "begun")) || undefined);
  await lab.command.stop();
  expect(readFileSync(join(lab.dir, "begun"), "utf8")).toBe("x\n");
  expect(await lab.told("backup_command_skipped")).toMatchObject({ file: "b" });
  expect(await lab.told("backup_command_failed")).toMatchObject({ file: "a", reason: "the service stopped meanwhile" });
});

test("they run one after the other", async () => {
  const lab = open('echo "begin $MEMORYD_BACKUP_FILE" >> "$0/all"; sleep 0.2; echo end >> "$0/all"');
  lab.command.run("a");
  lab.command.run("b");
  await until("both", () => lab.lines.filter(({ event }) => event === "backup_command_done").length === 2 || undefined);
  expect(readFileSync(join(lab.dir, "all"), "utf8")).toBe("begin a\nend\nbegin b\nend\n");
});

test("where none is set nothing is run, and nothing is said of one", async () => {
  const lab = open(null);
  lab.command.run("f");
  await lab.command.stop();
  expect([lab.lines, lab.command.state()]).toEqual([[], null]);
});

/** Ended, but nobody asked for its exit code yet. */
function isDead(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return true;
  }
}
