// Whether there is something to back up, and whether it may get the name that it is to get.

import { existsSync, realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isReservedName } from "../../../domain/data-file-names.ts";
import { DataRefusedError, databasePath, noDataIn } from "../../files/data-directory.ts";
import { BackupError } from "../../files/durable-files.ts";

/** Throws DataDirectoryError where there is nothing to back up. */
export function requireData(dataDir: string): void {
  if (!existsSync(databasePath(dataDir))) throw noDataIn(dataDir);
}

/** Throws BackupError and DataRefusedError: a backup under the name of the data itself would be the end of the data. */
export function requireTarget(dataDir: string, target: string, mayReplace: boolean): void {
  if (!existsSync(dirname(target))) throw new BackupError(`the folder ${dirname(target)} does not exist`);
  const inside = realpathSync(dirname(target)) === realpathSync(dataDir);
  if (inside && isReservedName(basename(target))) {
    throw new DataRefusedError(
      `${basename(target)} is a file of the data directory itself: give the backup another name`,
    );
  }
  if (!mayReplace && existsSync(target)) {
    throw new DataRefusedError(`${target} exists already: give another name, or --force to replace it`);
  }
}
