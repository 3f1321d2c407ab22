// What the command serve does: runs the service until a signal ends it, and has it read its settings anew at another.
import { version } from "../../package.json" with { type: "json" };
import { ExposureRefusedError } from "../app/check-settings.ts";
import { createLogger, type Logger } from "../app/log.ts";
import { type LogBounds, type LogFile, LogFileError, openLogFile } from "../app/log-file.ts";
import type { RunningService } from "../app/start-service.ts";
import { openSupervisor, type Supervisor } from "../app/supervisor.ts";
import type { ServeContext } from "../cli/serve.ts";
import type { SettingFlags } from "../cli/setting-options.ts";
import { SettingsError } from "../config/read-settings.ts";
import type { Settings } from "../config/settings.ts";
import type { CommandParts } from "./command-parts.ts";
import type { Hangup } from "./outlive-hangup.ts";

const EXIT_FAILED = 1;

type Print = (line: string) => void;

export interface ServeParts extends CommandParts {
  /** One line to standard output. */
  readonly print: Print;
  readonly hangup: Hangup;
}

export function createServeCommand(parts: ServeParts): Pick<ServeContext, "serve"> {
  return { serve: (flags, config) => serve(parts, flags, config) };
}

async function serve(parts: ServeParts, flags: SettingFlags, config: string | undefined) {
  const { clock, random, workers } = parts;
  const settings = parts.serveSettingsFor(flags, config);
  const logFile = settings.log_file === "" ? null : openLogFile(settings.log_file, logBoundsOf(settings));
  const log = createLogger(settings.log_level, logFile ?? undefined);
  // Before anything starts: a signal that comes meanwhile is kept, and whoever reads the listening line may send one.
  const signals = hearSignals(parts.hangup);
  const onFatal = (error: Error) => {
    log.fatal({ event: "fatal", err: error });
    process.exit(EXIT_FAILED);
  };
  // Loaded once the settings are good: what is wrong with them is told at once.
  const { startService } = await import("../app/start-service.ts");
  const service = await startService({ settings, version, clock, random, log, workers, onFatal }).catch((error) => {
    // On standard error it is told as the end of every command is; where the log is read that may be nowhere.
    if (logFile !== null) log.fatal({ event: "not_started", err: error });
    throw error;
  });
  const supervisor = await superviseBy(parts, log);
  const ready = () => supervisor.ready(`memoryd ${version} listens on ${service.url}`);
  signals.onReload(async () => {
    supervisor.reloading();
    reopen(logFile, log);
    const now = await reload(service, log, () => parts.serveSettingsFor(flags, config));
    if (now !== null) logFile?.bound(logBoundsOf(now));
    ready();
  });
  greet(service, parts.print);
  ready();
  const signal = await signals.stop;
  supervisor.stopping();
  log.info({ event: "stopping", signal });
  await service.stop();
  log.info({ event: "stopped" });
}

function superviseBy({ environment }: CommandParts, log: Logger): Promise<Supervisor> {
  return openSupervisor({
    ...{ environment, log, pid: process.pid },
    open: async (address) => (await import("../app/notify-socket.ts")).openNotifySocket(address),
    every: (ms, work) => void setInterval(work, ms),
  });
}

/** What is secret is shown on a terminal alone: elsewhere it would be kept in somebody's log. */
function greet({ newAdminKey, adminKeyFile, url, hasPages }: RunningService, print: Print): void {
  const isTerminal = process.stdout.isTTY;
  if (newAdminKey !== null && isTerminal) {
    print(`admin key: ${newAdminKey}`);
    print(`It is kept in ${adminKeyFile}, and shown only this once.`);
  }
  print(`memoryd listening on ${url}`);
  if (isTerminal && hasPages) print(`The dashboard is at ${url}/ui`);
  if (isTerminal) print(`The interface is described at ${url}/docs`);
}

function hearSignals(hangup: Hangup) {
  let reread: () => void = () => {};
  const stop = new Promise<string>((resolve) => {
    // `on`, not `once`: a shell that hands Ctrl-C down sends it twice, and the second must not cut the stop short.
    for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => resolve(name));
    // Where the terminal is gone, nobody is left to look after the service.
    hangup.hear((isTerminalGone) => (isTerminalGone ? resolve("SIGHUP") : reread()));
  });
  return {
    /** The signal's name, once one has come that ends the service. */
    stop,
    onReload(asked: () => void) {
      reread = asked;
    },
  };
}

function logBoundsOf({ log_file_mib: mib, log_file_keep: keep }: Settings): LogBounds {
  return { bytesMax: mib * 1024 * 1024, keep };
}

/** Whatever rotates logs moves the file away, and sends HUP. */
function reopen(logFile: LogFile | null, log: Logger): void {
  try {
    logFile?.reopen();
  } catch (error) {
    if (!(error instanceof LogFileError)) throw error;
    log.error({ event: "log_file_not_reopened", reason: error.message });
  }
}

/** HUP: a file that cannot be read or is wrong changes nothing. Gives the settings that are in effect then, or null. */
async function reload(service: RunningService, log: Logger, read: () => Settings): Promise<Settings | null> {
  try {
    const { changed, afterRestart, settings } = await service.reload(read());
    log.info({ event: "reloaded", changed });
    if (afterRestart.length > 0) log.warn({ event: "settings_need_restart", settings: afterRestart });
    return settings;
  } catch (error) {
    const isRefusal = error instanceof SettingsError || error instanceof ExposureRefusedError;
    if (isRefusal) log.error({ event: "reload_refused", reason: error.message });
    // A change that the audit could not be told of is not made.
    else log.error({ event: "reload_failed", err: error });
    return null;
  }
}
