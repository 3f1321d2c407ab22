// What the command status does: asks the service that runs, or reads of the data what can be read without one.
import { version } from "../../package.json" with { type: "json" };
import { lastBackupOf, type ScheduledBackup } from "../app/last-backup.ts";
import { readTls } from "../app/read-tls.ts";
import { backupFolderOf } from "../app/schedule-backups.ts";
import { hostToAsk, localUrl } from "../base/local-host.ts";
import type { DataOptions } from "../cli/context.ts";
import type { RunningServer } from "../cli/running-server.ts";
import { failingOf, type SeenService, type StatusBody } from "../cli/seen-service.ts";
import type { StatusContext } from "../cli/status.ts";
import type { Settings } from "../config/settings.ts";
import { CommandFault } from "../domain/command-fault.ts";
import type { BackupFolder } from "../domain/ports/data-files.ts";
import type { Store } from "../domain/ports/store.ts";
import { type DataStatus, shownData } from "../http/shown-status.ts";
import { DataDirectoryError } from "../storage/files/data-directory.ts";
import { adminKeyPathOf } from "../storage/files/key-file.ts";
import { readServiceAddress } from "../storage/files/service-address.ts";
import { dataFilesAt } from "../storage/sqlite/data-files.ts";
import { askServer } from "./ask-server.ts";
import type { CommandParts } from "./command-parts.ts";

/** A service that takes longer for this hangs. */
const ANSWERED_WITHIN_MS = 10_000;

const NAME_A_KEY =
  "; name the file of an admin key with --key-file (`memoryd keys create --name admin --scope admin` makes one)";

const NOTHING_KNOWN: StatusBody = {
  ...{ checks: null, details: null, version: null, started_at: null, model: null },
  ...{ accounts: null, users: null, turns: null, memories: null, lessons: null },
  ...{
    requests: null,
    backlog: null,
    last_pass: null,
    last_backup: null,
    disk: null,
    database: null,
    certificate_ends_at: null,
  },
};

export function createStatusCommands(parts: CommandParts): Pick<StatusContext, "statusHere" | "statusOf"> {
  return {
    statusHere: (options, keyFile) => statusHere(parts, options, keyFile),
    async statusOf(server) {
      const told = await ask(server);
      return seenAt(server, null, told);
    },
  };
}

async function statusHere(parts: CommandParts, options: DataOptions, keyFile: string | null): Promise<SeenService> {
  const settings = parts.settingsOf(options);
  const { data_dir: dataDir } = settings;
  const { isHeld, pid } = dataFilesAt(dataDir).holder();
  const holder = pid === null ? "a process" : `process ${pid}`;
  const server = serverHere(settings, keyFile);
  let reason = `no service runs on ${dataDir}`;
  if (isHeld) {
    try {
      return seenAt(server, dataDir, await ask(server));
    } catch (error) {
      if (!(error instanceof CommandFault)) throw error;
      const isKeyless = error instanceof DataDirectoryError && keyFile === null;
      reason = `${holder} has ${dataDir} and does not say how it is: ${error.message}${isKeyless ? NAME_A_KEY : ""}`;
    }
  }
  const common = { isRunning: isHeld, isReady: false, dataDir, url: isHeld ? server.url : null };
  try {
    return { ...common, reason, body: await readData(parts, options, settings) };
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    return { ...common, reason: `${reason}; ${error.message}`, body: NOTHING_KNOWN };
  }
}

/** By what the service itself wrote down; else by the settings. */
function serverHere(settings: Settings, keyFile: string | null): RunningServer {
  const { host, port, tls_cert: cert, data_dir: dataDir } = settings;
  const address = readServiceAddress(dataDir);
  const url = new URL(address?.url ?? localUrl({ host, port, isTls: cert !== "" }));
  url.hostname = hostToAsk(url.hostname);
  const certificate = address?.certificate ?? null;
  return {
    url: url.origin,
    keyFile: keyFile ?? adminKeyPathOf(settings),
    caFile: null,
    ...(certificate === null ? {} : { certificate }),
  };
}

type Told = StatusBody & { readonly ready: boolean };

async function ask(server: RunningServer): Promise<Told> {
  const request = { method: "GET", path: "/admin/status", withinMs: ANSWERED_WITHIN_MS } as const;
  return (await askServer(server, request)) as Told;
}

function seenAt({ url }: RunningServer, dataDir: string | null, { ready, ...body }: Told): SeenService {
  return { isRunning: true, isReady: ready, reason: ready ? null : whyNot(body), dataDir, url, body };
}

function whyNot({ checks, details }: StatusBody): string {
  const told = failingOf(checks ?? {}).map((name) => {
    const numbers = Object.entries(details?.[name] ?? {}).map(([what, value]) => `${what} ${value}`);
    return numbers.length === 0 ? name : `${name} (${numbers.join(", ")})`;
  });
  return told.join(", ");
}

async function readData(parts: CommandParts, options: DataOptions, settings: Settings): Promise<StatusBody> {
  const store = await parts.openStore(options);
  try {
    const [totals, embeddings, model] = await Promise.all([
      store.totals.read(parts.clock.now()),
      store.packets.countPending(),
      store.model.current(),
    ]);
    const disk = store.files === null ? null : await store.files.disk();
    const database = store.database === null ? null : await store.database.state();
    const lastBackup = await lastBackupIn(store, settings);
    return {
      ...NOTHING_KNOWN,
      ...{ version, model: model?.id ?? null },
      ...shownData({ totals, disk, database, lastBackup, certificateEndsAt: certificateEnd(settings) }),
      backlog: { embeddings, reembedding: null, brains_to_learn: totals.brainsWithNews },
    };
  } finally {
    await store.close();
  }
}

async function lastBackupIn({ files, audit }: Store, settings: Settings): Promise<DataStatus["lastBackup"]> {
  if (files === null) return null;
  const scheduled = settings.backup_cron === "" ? undefined : newestIn(files.backups(backupFolderOf(settings)));
  return lastBackupOf(scheduled, await audit.lastBackup());
}

/** A folder that cannot be read is the doctor's to tell. */
function newestIn(folder: BackupFolder): ScheduledBackup | null {
  try {
    return { at: folder.newest(), ok: null };
  } catch {
    return null;
  }
}

/** One that cannot be read is the doctor's to tell. */
function certificateEnd(settings: Settings): number | null {
  try {
    return readTls(settings)?.certificate.validTo ?? null;
  } catch {
    return null;
  }
}
