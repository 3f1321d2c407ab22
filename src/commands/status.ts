// What the command status does: asks the service that runs, or reads of the data what can be read without one.

import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { readTls } from "../app/read-tls.ts";
import { backupFolderOf } from "../app/schedule-backups.ts";
import { isoTime, isoTimeOrNull } from "../base/iso-time.ts";
import { hostToAsk } from "../base/local-host.ts";
import type { DataOptions } from "../cli/context.ts";
import type { RunningServer } from "../cli/running-server.ts";
import type { SeenService, StatusBody } from "../cli/seen-service.ts";
import type { StatusContext } from "../cli/status.ts";
import type { Settings } from "../config/settings.ts";
import { CommandFault } from "../domain/command-fault.ts";
import { KEY_FILE } from "../domain/data-file-names.ts";
import type { BackupFolder } from "../domain/ports/data-files.ts";
import type { Store } from "../domain/ports/store.ts";
import { DataDirectoryError } from "../storage/files/data-directory.ts";
import { readServiceAddress } from "../storage/files/service-address.ts";
import { dataFilesAt } from "../storage/sqlite/data-files.ts";
import { newerOf } from "../telemetry/service-checks.ts";
import { askServer } from "./ask-server.ts";
import type { CommandParts } from "./command-parts.ts";

/** A service that takes longer for this hangs. */
const ANSWERED_WITHIN_MS = 10_000;

const NAME_A_KEY =
  "; name the file of an admin key with --key-file (`memoryd keys create --name admin --scope admin` makes one)";

const NOTHING_KNOWN: StatusBody = {
  ...{ checks: null, details: null, version: null, started_at: null, model: null },
  ...{ accounts: null, users: null, turns: null, memories: null, lessons: null },
  ...{ requests: null, backlog: null, last_pass: null, last_backup: null, disk: null, certificate_ends_at: null },
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
  const { host, port, tls_cert: cert, data_dir: dataDir, admin_key_file: named } = settings;
  const address = readServiceAddress(dataDir) ?? {
    url: `${cert === "" ? "http" : "https"}://${hostToAsk(host)}:${port}`,
  };
  const url = new URL(address.url);
  url.hostname = hostToAsk(url.hostname);
  const pinned = "certificate" in address && address.certificate !== null ? { certificate: address.certificate } : {};
  return {
    url: url.origin,
    keyFile: keyFile ?? (named === "" ? join(dataDir, KEY_FILE) : named),
    caFile: null,
    ...pinned,
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
  const failing = Object.entries(checks ?? {}).flatMap(([name, outcome]) => (outcome === "failing" ? [name] : []));
  const told = failing.map((name) => {
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
    const { accounts, users, turns, packets, lessons, brainsWithNews, lastPass } = totals;
    return {
      ...NOTHING_KNOWN,
      ...{ version, accounts, users, turns, lessons, memories: packets, model: model?.id ?? null },
      backlog: { embeddings, reembedding: null, brains_to_learn: brainsWithNews },
      last_pass:
        lastPass === null
          ? null
          : { at: isoTime(lastPass.finishedAt), status: lastPass.status, lessons: lastPass.lessonsCreated },
      last_backup: await lastBackupOf(store, settings),
      disk: await diskOf(store),
      certificate_ends_at: certificateEnd(settings),
    };
  } finally {
    await store.close();
  }
}

async function lastBackupOf({ files, audit }: Store, settings: Settings): Promise<StatusBody["last_backup"]> {
  if (files === null) return null;
  const isScheduled = settings.backup_cron !== "";
  const at = newerOf(isScheduled ? newestIn(files.backups(backupFolderOf(settings))) : null, await audit.lastBackup());
  return at === null && !isScheduled ? null : { at: isoTimeOrNull(at), ok: null };
}

/** A folder that cannot be read is the doctor's to tell. */
function newestIn(folder: BackupFolder): number | null {
  try {
    return folder.newest();
  } catch {
    return null;
  }
}

async function diskOf({ files }: Store): Promise<StatusBody["disk"]> {
  if (files === null) return null;
  const { databaseBytes, walBytes } = await files.sizes();
  return { free_bytes: await files.freeBytes(), database_bytes: databaseBytes, wal_bytes: walBytes };
}

/** One that cannot be read is the doctor's to tell. */
function certificateEnd(settings: Settings): string | null {
  try {
    return isoTimeOrNull(readTls(settings)?.certificate.validTo ?? null);
  } catch {
    return null;
  }
}
