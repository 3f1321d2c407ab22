// What a running service does for its operator beside memory, with the files of its data.
import type { Clock } from "../base/chance.ts";
import { joinRunning } from "../base/join-running.ts";
import { runDoctor } from "../doctor/run-doctor.ts";
import { thisMachine } from "../doctor/this-machine.ts";
import type { Certificate } from "../domain/certificate.ts";
import { MemoryError } from "../domain/errors.ts";
import type { Finding } from "../domain/finding.ts";
import type { DataFiles, ModelIdentity, WorkThread } from "../domain/ports/data-files.ts";
import type { ServiceCare } from "../domain/ports/service-care.ts";
import { judged, sqliteOf } from "./doctor-facts.ts";
import { type BackupParts, keepBackups } from "./keep-backups.ts";
import { reachOf } from "./reach.ts";

export interface CareParts extends BackupParts {
  readonly clock: Clock;
  readonly files: DataFiles;
  /** That clients are shown; null: plain HTTP. */
  readonly certificate: () => Certificate | null;
  readonly model: ModelIdentity;
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
  const diagnosis = joinRunning(() => diagnose(parts));
  const chain = joinRunning(() => parts.files.followOwnAudit(parts.checks));
  const { backups, makeBackup } = keepBackups(parts);
  return {
    backups,
    diagnose: () => untilStopped(diagnosis()),
    followAudit: () => untilStopped(chain()),
    makeBackup: (actor) => untilStopped(makeBackup(actor)),
  };
}

/** As the command does beside a service, but of the settings that this one runs with. */
async function diagnose({
  clock,
  files,
  settings,
  certificate,
  model,
  checks,
}: CareParts): Promise<readonly Finding[]> {
  const current = settings();
  const { findings } = await runDoctor({
    dataDir: files.place,
    data: {
      // Itself: its own lock tells it nothing.
      holder: () => ({ isHeld: true, pid: process.pid }),
      examine: (order) => files.examineOwn(order, checks),
    },
    now: clock.now(),
    isDeep: false,
    settings: judged(current, { ...reachOf(current, null), certificate: certificate() }, files),
    settingsFault: null,
    serviceAddress: null,
    program: { model, modelFault: null, ...sqliteOf() },
    // Who asks has its answer from it.
    machine: { ...thisMachine(), answers: async () => true },
  });
  return findings;
}
