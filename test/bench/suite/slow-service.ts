// Runs the service from its sources with another writer's thread; prints the line that the executable prints.
import { readSettings } from "../../../src/config/read-settings.ts";
import { createLogger } from "../../../src/log.ts";
import { startService } from "../../../src/service.ts";

const SOURCES = new URL("../../../src/", import.meta.url);

/** `--data-dir DIR --port N`, as the executable takes them. */
function flagsOf(args: readonly string[]): Record<string, string> {
  const flags: Record<string, string> = {};
  for (let at = 0; at < args.length; at += 2) {
    flags[args[at]!.replace(/^--/, "").replaceAll("-", "_")] = args[at + 1] ?? "";
  }
  return flags;
}

const settings = readSettings({ flags: flagsOf(Bun.argv.slice(2)), environment: {}, file: null });
const stopped = new Promise<void>((resolve) => process.on("SIGTERM", () => resolve()));
const service = await startService({
  settings,
  version: "0.0.0-bench",
  clock: { now: () => Date.now() },
  random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
  log: createLogger(settings.log_level),
  workers: {
    embedding: new URL("embedding/worker.ts", SOURCES),
    writer: new URL("./slow-writer.ts", import.meta.url),
    scan: new URL("vectors/scan-thread.ts", SOURCES),
    backup: new URL("storage/backup/backup-worker.ts", SOURCES),
  },
  onFatal(error) {
    console.error(error);
    process.exit(1);
  },
});
console.log(`memoryd listening on ${service.url}`);
await stopped;
await service.stop();
process.exit(0);
