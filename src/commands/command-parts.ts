// What the commands are made of: the settings, the operator's part of the data, the clock, and the files of the threads.
import { constants, existsSync } from "node:fs";
import { databaseOf } from "../app/database-of.ts";
import type { Clock, RandomSource } from "../base/chance.ts";
import type { DataOptions, ModelOptions } from "../cli/context.ts";
import type { SettingFlags } from "../cli/setting-options.ts";
import { configOf, installedFor } from "../config/installed-service.ts";
import { readSettings, type SettingSources } from "../config/read-settings.ts";
import type { Settings } from "../config/settings.ts";
import type { ThreadFiles } from "../config/threads.ts";
import type { DataFiles, DataLock } from "../domain/ports/data-files.ts";
import type { Store } from "../domain/ports/store.ts";
import { openEmbedder } from "../embedding/open-embedder.ts";
import type { EmbeddingPool } from "../embedding/pool.ts";
import {
  DataDirectoryError,
  DataRefusedError,
  databasePath,
  noDataIn,
  prepareDataDirectory,
} from "../storage/files/data-directory.ts";
import { requireFirstStart } from "../storage/files/data-id.ts";
import { lackOfRights } from "../storage/files/file-owner.ts";
import { writingBanOn } from "../storage/files/writing-ban.ts";
import { type AuditKeyChange, openStore, reasonOfKeyChange } from "../storage/sqlite/open-store.ts";

export interface CommandParts {
  readonly environment: SettingSources["environment"];
  readonly sourcesFor: (flags: SettingFlags, config: string | undefined) => SettingSources;
  readonly settingsFor: (flags: SettingFlags, config: string | undefined) => Settings;
  /** Of a service of its own: what is installed is another one. */
  readonly serveSettingsFor: (flags: SettingFlags, config: string | undefined) => Settings;
  readonly settingsOf: (options: DataOptions & ModelOptions) => Settings;
  /** Beside a server that runs, or without one; throws DataDirectoryError where there is no data. */
  readonly openStore: (options: DataOptions) => Promise<Store>;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly workers: ThreadFiles;
}

/** `warn`: one line to standard error. */
export function commandParts(
  environment: SettingSources["environment"],
  workers: ThreadFiles,
  warn: (line: string) => void,
): CommandParts {
  const clock: Clock = { now: () => Date.now() };
  const random: RandomSource = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };
  const ownSourcesFor = (flags: SettingFlags, config: string | undefined): SettingSources => ({
    flags,
    environment,
    file: config ?? configOf({ environment }),
  });
  const sourcesFor = (flags: SettingFlags, config: string | undefined): SettingSources => {
    const own = ownSourcesFor(flags, config);
    const installed = installedFor(own, { root: "/", workingDirectory: "." });
    return installed === null ? own : { ...own, installed, file: configOf({ environment, installed }) };
  };
  const settingsFor = (flags: SettingFlags, config: string | undefined) => readSettings(sourcesFor(flags, config));
  const settingsOf = ({ dataDir, modelDir, config }: DataOptions & ModelOptions) =>
    settingsFor({ data_dir: dataDir, model_dir: modelDir }, config);
  return {
    environment,
    sourcesFor,
    settingsFor,
    serveSettingsFor: (flags, config) => readSettings(ownSourcesFor(flags, config)),
    settingsOf,
    openStore: (options) => openOperatorStore(settingsOf(options), clock.now(), warn),
    clock,
    random,
    workers,
  };
}

async function openOperatorStore(settings: Settings, now: number, warn: (line: string) => void): Promise<Store> {
  const { data_dir: dataDir, audit_key_file: auditKeyFile, erase_remains: erasesRemains } = settings;
  const address = databaseOf(settings);
  if (address !== null) {
    // It loads a client that other commands never need.
    const { openPostgresStore } = await import("../storage/postgres/open-store.ts");
    prepareDataDirectory(dataDir);
    return openPostgresStore({ address, dataDir, auditKeyFile, now, migrate: false });
  }
  // Who may not look into the directory does not see the data in it.
  const lack = existsSync(dataDir) ? lackOfRights(dataDir, constants.R_OK | constants.X_OK) : null;
  if (lack !== null) throw new DataDirectoryError(`the data directory ${dataDir} cannot be used: ${lack}`);
  if (!(await Bun.file(databasePath(dataDir)).exists())) {
    requireFirstStart(dataDir, false);
    throw noDataIn(dataDir);
  }
  if (writingBanOn(databasePath(dataDir)) === null) prepareDataDirectory(dataDir);
  const onAuditKeyChange = (change: AuditKeyChange) => warn(reasonOfKeyChange(change));
  return openStore({ dataDir, now, writerUrl: null, erasesRemains, migrate: false, onAuditKeyChange });
}

type EmbedderSettings = Pick<Settings, "model_dir" | "embedding_workers" | "embedding_queue_max">;

/** The embedder that the settings name: nobody is told how its threads fare. Throws ModelFolderError. */
export function openEmbedderOf(settings: EmbedderSettings, { workers }: CommandParts): Promise<EmbeddingPool> {
  return openEmbedder(settings.model_dir, {
    workerUrl: workers.embedding,
    workers: settings.embedding_workers,
    queueMax: settings.embedding_queue_max,
    onEvent: () => {},
  });
}

/**
 * The lock that a command takes before it changes what a running server would hold in memory. `instead`: what that server
 * can be asked to do. Throws DataRefusedError where one runs on the data. Data in no files has no lock: whoever works on
 * it beside others is told of their writes.
 */
export function lockStoppedData(files: DataFiles | null, instead: string): DataLock {
  if (files === null) return { release: () => {} };
  try {
    return files.lock();
  } catch (error) {
    if (!(error instanceof DataRefusedError)) throw error;
    throw new DataRefusedError(`${error.message}: ${instead} with --url and --key-file`);
  }
}
