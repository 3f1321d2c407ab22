// What a running service does for its operator beside memory, with the files of its data.
import { resolve } from "node:path";
import type { Clock } from "../base/chance.ts";
import { joinRunning } from "../base/join-running.ts";
import type { Settings } from "../config/settings.ts";
import { runDoctor } from "../doctor/run-doctor.ts";
import { thisMachine } from "../doctor/this-machine.ts";
import type { Certificate } from "../domain/certificate.ts";
import { MemoryError } from "../domain/errors.ts";
import type { Finding } from "../domain/finding.ts";
import type { ModelName } from "../domain/portability.ts";
import type { DataFiles, ExaminationOrder, WorkThread } from "../domain/ports/data-files.ts";
import type { DatabaseCare } from "../domain/ports/database-care.ts";
import type { ServiceCare } from "../domain/ports/service-care.ts";
import { judged, sqliteOf } from "./doctor-facts.ts";
import { type BackupParts, keepBackups } from "./keep-backups.ts";
import { reachOf } from "./reach.ts";

interface DiagnosisParts {
  readonly clock: Clock;
  /** Those in effect. */
  readonly settings: () => Settings;
  /** That clients are shown; null: plain HTTP. */
  readonly certificate: () => Certificate | null;
  readonly model: ModelName;
}

export interface CareParts extends BackupParts, DiagnosisParts {
  readonly files: DataFiles;
  /** Looks through the data. */
  readonly checks: WorkThread;
}

export function createCare(parts: CareParts): ServiceCare {
  const { stopping } = parts.checks;
  const untilStopped = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw stopping.aborted ? new MemoryError("not_ready", "The service stops.") : error;
    }
  };
  const { files, checks } = parts;
  const examine = (order: ExaminationOrder) => files.examineOwn(order, checks);
  const diagnosis = joinRunning(() => diagnose(parts, { place: files.place, backups: files, examine }));
  const chain = joinRunning(() => files.followOwnAudit(checks));
  const { backups, makeBackup } = keepBackups(parts);
  return {
    backups,
    diagnose: () => untilStopped(diagnosis()),
    followAudit: () => untilStopped(chain()),
    makeBackup: (actor) => untilStopped(makeBackup(actor)),
  };
}

interface DatabaseCareParts extends DiagnosisParts {
  readonly database: DatabaseCare;
}

/** Of data in PostgreSQL, whose own tools make its backups. */
export function createDatabaseCare(parts: DatabaseCareParts): ServiceCare {
  const { database, settings } = parts;
  const dataDir = () => resolve(settings().data_dir);
  return {
    diagnose: joinRunning(() => diagnose(parts, { place: dataDir(), backups: null, examine: database.examine })),
    followAudit: joinRunning(() => database.followAudit(null)),
    backups: async () => ({
      ...{ schedule: null, last: null, kept: null, folder: null },
      ...{ dataDir: dataDir(), processId: process.pid },
    }),
    async makeBackup() {
      throw new MemoryError("backups_off", "The data is in PostgreSQL: its own tools make its backups.");
    },
  };
}

interface Diagnosed {
  readonly place: string;
  readonly examine: DataFiles["examine"];
  /** null: the data lies in no files. */
  readonly backups: Pick<DataFiles, "backups"> | null;
}

/** As the command does beside a service, but of the settings that this one runs with. */
async function diagnose(
  { clock, settings, certificate, model }: DiagnosisParts,
  { place, examine, backups }: Diagnosed,
): Promise<readonly Finding[]> {
  const current = settings();
  const { findings } = await runDoctor({
    dataDir: place,
    // Itself: its own lock tells it nothing.
    data: { holder: () => ({ isHeld: true, pid: process.pid }), examine },
    isInDatabase: backups === null,
    now: clock.now(),
    isDeep: false,
    settings: judged(current, { ...reachOf(current, null), certificate: certificate() }, backups),
    settingsFault: null,
    serviceAddress: null,
    program: { model, modelFault: null, ...sqliteOf() },
    // Who asks has its answer from it.
    machine: { ...thisMachine(), answers: async () => true },
  });
  return findings;
}
