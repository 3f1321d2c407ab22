// The lock that a command takes before it changes what a running server would hold in memory.
import type { DataFiles, DataLock } from "../domain/ports/data-files.ts";
import { DataRefusedError } from "../storage/files/data-refused.ts";

/**
 * `instead`: what a running server can be asked to do. Throws DataRefusedError where one runs on the data. Data in no
 * files has no lock: whoever works on it beside others is told of their writes.
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
