// What the command doctor does, put together from the settings, the program and the machine.
import { checkSettings, ExposureRefusedError } from "../app/check-settings.ts";
import { databaseOf } from "../app/database-of.ts";
import { judged, sqliteOf } from "../app/doctor-facts.ts";
import { reachOf } from "../app/reach.ts";
import type { ListenAddress } from "../base/local-host.ts";
import type { Examination, ShownDiagnosis } from "../cli/doctor.ts";
import { SettingsError } from "../config/read-settings.ts";
import { SETTINGS, type Settings } from "../config/settings.ts";
import type { DoctorFacts } from "../doctor/facts.ts";
import { runDoctor } from "../doctor/run-doctor.ts";
import { thisMachine } from "../doctor/this-machine.ts";
import type { Finding } from "../domain/finding.ts";
import type { DataFiles } from "../domain/ports/data-files.ts";
import { embeddedModel } from "../embedding/embedded-model.ts";
import { ModelFolderError, openModelFolder } from "../embedding/model-folder.ts";
import { readServiceAddress } from "../storage/files/service-address.ts";
import { Connections } from "../storage/postgres/engine/connections.ts";
import { type DatabaseAddress, showDatabase } from "../storage/postgres/engine/database-url.ts";
import { databaseFaultOf, messageOf } from "../storage/postgres/engine/faults.ts";
import { examineDatabase } from "../storage/postgres/examine-database.ts";

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
  const files = filesAt(dataDir);
  const address = settings === null ? null : databaseOf(settings);
  const data = address === null ? files : { holder: files.holder, examine: () => examineDatabaseOf(address) };
  const facts: DoctorFacts = {
    dataDir,
    data,
    now,
    isInDatabase: address !== null,
    isDeep: asked.isDeep,
    settings: settings === null ? null : judged(settings, reachOf(settings, checked), address === null ? files : null),
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

/** One that cannot be asked is a finding itself. */
async function examineDatabaseOf(address: DatabaseAddress): Promise<Finding[]> {
  const connections = new Connections(address);
  try {
    return await examineDatabase(connections.db, address);
  } catch (error) {
    if (databaseFaultOf(error) === null) throw error;
    const what = `The database cannot be used: ${messageOf(error)}.`;
    const fix = "see that it runs, and that this machine and this user may connect to it";
    return [{ code: "database_unusable", level: "error", where: showDatabase(address), what, fix }];
  } finally {
    await connections.close();
  }
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

async function modelOf(modelDir: string) {
  try {
    const { id, sha256: hash } = (modelDir === "" ? embeddedModel() : await openModelFolder(modelDir)).spec;
    return { model: { id, sha256: hash }, modelFault: null };
  } catch (error) {
    if (!(error instanceof ModelFolderError)) throw error;
    return { model: null, modelFault: error.message };
  }
}
