// The lock that a command takes before it changes what a running server would hold in memory.
import { type DataLock, lockDataDirectory } from "../storage/files/data-directory.ts";
import { DataRefusedError } from "../storage/files/data-refused.ts";

/** `instead`: what a running server can be asked to do. Throws DataRefusedError where one runs on the data. */
export function lockStoppedData(dataDir: string, instead: string): DataLock {
  try {
    return lockDataDirectory(dataDir);
  } catch (error) {
    if (!(error instanceof DataRefusedError)) throw error;
    throw new DataRefusedError(`${error.message}: ${instead} with --url and --key-file`);
  }
}
