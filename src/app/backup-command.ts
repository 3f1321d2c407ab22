// The operator's command that takes each scheduled backup elsewhere: it runs beside the service, one at a time.
import type { Clock } from "../base/chance.ts";
import { isoTime } from "../base/iso-time.ts";
import { argumentsOf } from "../config/arguments-of.ts";
import { readEnvironment } from "../config/environment.ts";
import { BACKUP_FILE_VARIABLE } from "../config/read-settings.ts";
import type { Settings } from "../config/settings.ts";
import { readCommandOutcome, writeCommandOutcome } from "../storage/files/command-outcome.ts";
import type { CommandState } from "../telemetry/service-checks.ts";
import type { Logger } from "./log.ts";
import { runProgram } from "./run-program.ts";

/** In an argument it stands for the path of the backup. */
const FILE_MARK = "{file}";

export interface BackupCommandOptions {
  readonly settings: () => Settings;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface BackupCommand {
  /** In its own time; where one runs still, behind it, in the place of another that waits. Does nothing where none is set. */
  run(file: string): void;
  /** null: none is set. */
  state(): CommandState | null;
  /** One under way is told to end, and killed soon where it does not. */
  stop(): Promise<void>;
}

export function createBackupCommand({ settings, clock, log }: BackupCommandOptions): BackupCommand {
  const stopping = new AbortController();
  let failures = 0;
  let isWell = readCommandOutcome(settings().data_dir)?.ok ?? null;
  let waiting: string | null = null;
  let underWay: Promise<void> | null = null;

  async function runOnce(file: string): Promise<void> {
    const { backup_command, backup_command_timeout_s: seconds } = settings();
    const command = argumentsOf(backup_command) ?? [];
    if (command.length === 0) return;
    const startedAt = clock.now();
    const { fault, exitCode, errors } = await runProgram(
      command.map((argument) => argument.replaceAll(FILE_MARK, () => file)),
      {
        environment: { ...readEnvironment(), [BACKUP_FILE_VARIABLE]: file },
        timeoutMs: seconds * 1_000,
        stopping: stopping.signal,
      },
    );
    if (fault === null) log.info({ event: "backup_command_done", file, ms: clock.now() - startedAt });
    else log.error({ event: "backup_command_failed", file, reason: fault, exit_code: exitCode, stderr: errors });
    note(file, fault);
  }

  function note(file: string, fault: string | null): void {
    isWell = fault === null;
    if (fault !== null) failures += 1;
    try {
      const outcome = { at: isoTime(clock.now()), file, ok: isWell, reason: fault };
      writeCommandOutcome(settings().data_dir, outcome);
    } catch (err) {
      log.warn({ event: "backup_command_not_noted", err });
    }
  }

  async function runAll(): Promise<void> {
    while (waiting !== null && !stopping.signal.aborted) {
      const file: string = waiting;
      waiting = null;
      await runOnce(file);
    }
    underWay = null;
  }

  return {
    run(file) {
      if (settings().backup_command === "") return;
      if (waiting !== null) {
        log.warn({ event: "backup_command_skipped", file: waiting, reason: "the one before it runs still" });
      }
      waiting = file;
      underWay ??= runAll();
    },
    state: () => (settings().backup_command === "" ? null : { ok: isWell, failures }),
    async stop() {
      stopping.abort(new Error("the service stops"));
      await underWay;
    },
  };
}
