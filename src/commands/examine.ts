// What the command doctor does, put together from the settings, the program and the machine.
import { Cron } from "croner";
import { type CheckedSettings, checkSettings, ExposureRefusedError } from "../app/check-settings.ts";
import { checkCron } from "../app/nightly.ts";
import { reachOf } from "../app/reach.ts";
import { backupFolderOf } from "../app/schedule-backups.ts";
import type { ListenAddress } from "../base/local-host.ts";
import type { Examination, ShownDiagnosis } from "../cli/doctor.ts";
import { argumentsOf } from "../config/arguments-of.ts";
import { SettingsError } from "../config/read-settings.ts";
import { SETTINGS, type Settings } from "../config/settings.ts";
import type { DoctorFacts, JudgedSettings } from "../doctor/facts.ts";
import { runDoctor } from "../doctor/run-doctor.ts";
import { thisMachine } from "../doctor/this-machine.ts";
import type { DataFiles } from "../domain/ports/data-files.ts";
import { embeddedModel } from "../embedding/embedded-model.ts";
import { ModelFolderError, openModelFolder } from "../embedding/model-folder.ts";
import { readCommandOutcome } from "../storage/files/command-outcome.ts";
import { DataRefusedError } from "../storage/files/data-directory.ts";
import { BackupError } from "../storage/files/durable-files.ts";
import { adminKeyPathOf } from "../storage/files/key-file.ts";
import { readServiceAddress } from "../storage/files/service-address.ts";
import { requireBackupFolder } from "../storage/sqlite/backup/backup-folder.ts";
import { checkSqliteVersion } from "../storage/sqlite/engine/open-database.ts";
import { ownSqliteVersion } from "./version.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type ReadSettings = (flags: Examination["flags"], config: string | undefined) => Settings;

export interface ExamineDeps {
  readonly read: ReadSettings;
  readonly now: number;
  readonly filesAt: (dataDir: string) => DataFiles;
}

export async function examine({ read, now, filesAt }: ExamineDeps, asked: Examination): Promise<ShownDiagnosis> {
  const { settings, checked, fault } = await readOrFault(read, asked);
  const model = await modelOf(settings?.model_dir ?? asked.flags.model_dir ?? "");
  const dataDir = settings?.data_dir ?? asked.flags.data_dir ?? SETTINGS.data_dir.default;
  const data = filesAt(dataDir);
  const facts: DoctorFacts = {
    dataDir,
    data,
    now,
    isDeep: asked.isDeep,
    settings: settings === null ? null : judged(settings, checked, data),
    settingsFault: fault,
    serviceAddress: listenAddressIn(dataDir),
    program: {
      ...model,
      ...sqliteOf(),
    },
    machine: thisMachine(),
  };
  return runDoctor(facts);
}

function listenAddressIn(dataDir: string): ListenAddress | null {
  const address = readServiceAddress(dataDir);
  if (address === null) return null;
  const { hostname, port, protocol } = new URL(address.url);
  return { host: hostname, port: Number(port), isTls: protocol === "https:" };
}

/** Wrong settings are a finding, and the rest is looked at all the same. */
async function readOrFault(read: ReadSettings, { flags, config }: Examination) {
  let settings: Settings | null = null;
  try {
    settings = read(flags, config);
    return { settings, checked: await checkSettings(settings), fault: null };
  } catch (error) {
    // Told by what the settings say of host and TLS.
    if (error instanceof ExposureRefusedError) return { settings, checked: null, fault: null };
    if (error instanceof SettingsError) return { settings, checked: null, fault: error.message };
    throw error;
  }
}

function judged(settings: Settings, checked: CheckedSettings | null, data: DataFiles): JudgedSettings {
  const folder = backupFolderOf(settings);
  return {
    ...reachOf(settings, checked),
    port: settings.port,
    adminKeyFile: adminKeyPathOf(settings),
    memoryBytes: settings.memory_mib * 1024 * 1024,
    embeddingWorkers: settings.embedding_workers,
    backups:
      settings.backup_cron === ""
        ? null
        : {
            folder,
            everyMs: intervalOf(settings.backup_cron),
            newest: () => data.backups(folder).newest(),
            fault: folderFault(folder),
            ...commandOf(settings),
          },
  };
}

function folderFault(folder: string): string | null {
  try {
    requireBackupFolder(folder);
    return null;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return error.message;
  }
}

function commandOf({ backup_command: command, data_dir: dataDir }: Settings) {
  const [program] = argumentsOf(command) ?? [];
  if (program === undefined) return {};
  return { command: { program, isFound: Bun.which(program) !== null, last: readCommandOutcome(dataDir) } };
}

/** Between the next two times that the schedule names; a wrong one is told with the settings. */
function intervalOf(cron: string): number {
  if (checkCron(cron) !== null) return DAY_MS;
  const [first, second] = new Cron(cron).nextRuns(2);
  return first === undefined || second === undefined ? DAY_MS : second.getTime() - first.getTime();
}

async function modelOf(modelDir: string) {
  try {
    const { id, sha256: hash } = (modelDir === "" ? embeddedModel() : await openModelFolder(modelDir)).spec;
    return { model: { id, sha256: hash }, modelFault: null };
  } catch (error) {
    if (!(error instanceof ModelFolderError)) throw error;
    return { model: null, modelFault: error.message };
  }
}

function sqliteOf() {
  const version = ownSqliteVersion();
  try {
    checkSqliteVersion(version);
    return { sqliteVersion: version, sqliteFault: null };
  } catch (error) {
    if (!(error instanceof DataRefusedError)) throw error;
    return { sqliteVersion: version, sqliteFault: error.message };
  }
}
