// Brings data to a newer schema, and keeps it before as it was, whole and checked.

import { chmodSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { UPGRADE_PREFIX } from "../../../domain/data-file-names.ts";
import { DataRefusedError } from "../../files/data-directory.ts";
import { BackupError, requireSpace } from "../../files/durable-files.ts";
import { type MigrationStep, migrate } from "../engine/migrate.ts";
import type { Migration } from "../engine/migrations.ts";
import { openWriter } from "../engine/open-database.ts";
import { takeBackup } from "./take-backup.ts";

const SUFFIX = ".backup";
const NAME = new RegExp(`^${UPGRADE_PREFIX.replaceAll(".", "\\.")}\\d+\\${SUFFIX}$`);
const KEPT = 2;
/** The backup, twice while it is made; then a migration may write every page anew, into the log and into the file. */
const SPACE_FACTOR = 3;

export interface UpgradeRequest {
  /** Of the database file; made where it is not there. */
  readonly path: string;
  readonly migrations: readonly Migration[];
  /** How many of them the data lacks. */
  readonly missing: number;
  readonly memorydVersion: string;
  /** ms since the epoch. */
  readonly now: number;
  readonly onStep?: (step: MigrationStep | "backed-up", version: number) => void;
}

/** Data that was upgraded, and where it stands as it was. */
export interface Upgrade {
  readonly from: number;
  readonly to: number;
  readonly backup: string;
}

/**
 * null where there was nothing to upgrade: the data is new, or has this schema already. A process killed here at any
 * moment leaves the data at some schema version, whole, and the next start goes on from there.
 * Throws DataRefusedError, having changed nothing, where it cannot be backed up.
 */
export function upgradeData(request: UpgradeRequest): Upgrade | null {
  const { path, migrations, missing, now, onStep } = request;
  const to = migrations.length;
  const from = to - missing;
  // Data of no version at all holds nothing yet.
  const backup = missing > 0 && from > 0 ? backUpFirst(request, from + 1) : null;
  if (backup !== null) onStep?.("backed-up", from + 1);
  const db = openWriter(path);
  try {
    chmodSync(path, 0o600);
    migrate(db, migrations, now, onStep);
  } finally {
    db.close();
  }
  return backup === null ? null : { from, to, backup };
}

function backUpFirst({ path, memorydVersion, now }: UpgradeRequest, schema: number): string {
  const dataDir = dirname(path);
  const target = join(dataDir, `${UPGRADE_PREFIX}${schema}${SUFFIX}`);
  try {
    requireSpace(dataDir, SPACE_FACTOR * bytesOf(path), `the upgrade to schema version ${schema}`);
    // An earlier one of this name was made for an upgrade that did not come, or for data that was put back since.
    takeBackup({ dataDir, target, mayReplace: true, memorydVersion, now });
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new DataRefusedError(`the data is not upgraded, for it could not be backed up before: ${error.message}`);
  }
  dropOlder(dataDir, target);
  return target;
}

function bytesOf(path: string): number {
  return [path, `${path}-wal`].reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0);
}

/** The one just made stays, and the newest of the others: the last upgrade, and one more to go back to. */
function dropOlder(dataDir: string, justMade: string): void {
  const others = readdirSync(dataDir)
    .filter((name) => NAME.test(name))
    .map((name) => join(dataDir, name))
    .filter((path) => path !== justMade)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const path of others.slice(KEPT - 1)) rmSync(path);
}
