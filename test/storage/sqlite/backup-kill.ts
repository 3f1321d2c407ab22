// Restores, upgrades, seals or opens, and kills itself at a given step: for tests of what is left then.
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { restoreBackup } from "../../../src/storage/sqlite/backup/restore-backup.ts";
import { restoreSealedBackup, takeSealedBackup } from "../../../src/storage/sqlite/backup/sealed-backup.ts";
import { upgradeData } from "../../../src/storage/sqlite/backup/upgrade-data.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { NOW } from "../../store/fixture.ts";

const [what, first = "", second = "", at = ""] = process.argv.slice(2);

function dieAt(step: string): void {
  if (step === at) process.kill(process.pid, "SIGKILL");
}

if (what === "restore") {
  restoreBackup({ file: first, dataDir: second, dryRun: false, now: NOW, onStep: dieAt });
} else if (what === "seal") {
  const seal = { recipients: [process.env.SEAL_TO ?? ""] };
  const progress = { begin: dieAt, advance: () => {} };
  const request = { dataDir: first, target: second, mayReplace: false, memorydVersion: "1.2.3", now: NOW };
  await takeSealedBackup({ ...request, seal, progress });
} else if (what === "open") {
  const opener = { identities: [process.env.IDENTITY ?? ""] };
  const progress = { begin: dieAt, advance: () => {} };
  await restoreSealedBackup({ file: first, dataDir: second, opener, dryRun: false, now: NOW, progress });
} else {
  upgradeData({
    path: databasePath(first),
    migrations: MIGRATIONS,
    missing: MIGRATIONS.length - Number(second),
    memorydVersion: "1.2.3",
    now: NOW,
    onStep: (step, version) => dieAt(`${step} ${version}`),
  });
}
