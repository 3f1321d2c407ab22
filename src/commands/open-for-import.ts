// The data that an import brings memory into: a stopped server's, or new data where there is none yet.
import { existsSync, readdirSync } from "node:fs";
import { version } from "../../package.json" with { type: "json" };
import { ensureAdminKey } from "../accounts/ensure-admin-key.ts";
import type { DataOptions } from "../cli/context.ts";
import type { MadeData } from "../cli/import.ts";
import type { Settings } from "../config/settings.ts";
import { isReservedName } from "../domain/data-file-names.ts";
import type { Store } from "../domain/ports/store.ts";
import { DataRefusedError, databasePath } from "../storage/files/data-directory.ts";
import { takeDirectory } from "../storage/files/first-start.ts";
import { adminKeyPathOf, keyFileAt } from "../storage/files/key-file.ts";
import { openStore } from "../storage/sqlite/open-store.ts";
import { type CommandParts, lockStoppedData } from "./command-parts.ts";

export interface ImportPlace {
  readonly store: Store;
  /** null: the data was there. */
  readonly made: MadeData | null;
  /** Lets go of the data; new data is taken back unless `isKept`. */
  close(isKept: boolean): Promise<void>;
}

/**
 * Holds the lock. Throws DataRefusedError where a server runs on the data, or what stands there is none of memoryd's.
 * `instead`: what that server can be asked to do.
 */
export async function openForImport(
  parts: CommandParts,
  options: DataOptions,
  instead = "send it the file",
): Promise<ImportPlace> {
  const settings = parts.settingsOf(options);
  if (!existsSync(databasePath(settings.data_dir))) return makeData(parts, settings);
  const store = await parts.openStore(options);
  try {
    const lock = lockStoppedData(store.files, instead);
    const close = async () => {
      await store.close();
      lock.release();
    };
    return { store, made: null, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** As a first start does: with the account `default`, and an admin key in its file. */
async function makeData({ clock, random }: CommandParts, settings: Settings): Promise<ImportPlace> {
  const { data_dir: dataDir, erase_remains: erasesRemains } = settings;
  requireEmpty(dataDir);
  const directory = takeDirectory(dataDir);
  let store: Store | null = null;
  const close = async (isKept: boolean) => {
    await store?.close();
    if (!isKept) directory.takeBack();
    directory.release();
  };
  try {
    store = await openStore({ dataDir, now: clock.now(), writerUrl: null, erasesRemains, version });
    const keyFile = directory.noting(keyFileAt(adminKeyPathOf(settings)));
    await ensureAdminKey({ ...store, clock, random, keyFile });
    return { store, made: { dataDir, keyFile: keyFile.path }, close };
  } catch (error) {
    await close(false);
    throw error;
  }
}

/** A directory of other things was named by mistake. */
function requireEmpty(dataDir: string): void {
  const other = existsSync(dataDir)
    ? readdirSync(dataDir)
        .sort()
        .find((name) => !isReservedName(name))
    : undefined;
  if (other === undefined) return;
  throw new DataRefusedError(
    `there is no memoryd data in ${dataDir}, but other files (${other}): name the directory of the data with --data-dir, or a new one, in which new data is made`,
  );
}
