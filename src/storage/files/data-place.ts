// Whether the files that are open are still the ones under their names: what goes into others is lost with the process.
import { statSync } from "node:fs";
import { MemoryError } from "../../domain/errors.ts";

export interface DataPlace {
  /**
   * How long the log is. Throws `not_ready` where the database or its log was moved, removed or replaced, or cannot be
   * reached.
   */
  check(): { readonly walBytes: number };
}

export function watchPlace(databasePath: string): DataPlace {
  const database = watchFile(databasePath);
  const log = watchFile(`${databasePath}-wal`);
  return {
    check() {
      database();
      return { walBytes: log() };
    },
  };
}

/** Its size, and a refusal where it is another one than at first. The log comes with the first use. */
function watchFile(path: string): () => number {
  const look = () => statSync(path, { throwIfNoEntry: false });
  let known = look();
  return () => {
    const now = look();
    known ??= now;
    if (now === undefined || now.ino !== known?.ino || now.dev !== known.dev) {
      throw new MemoryError("not_ready", "the data directory is not where it was: nothing is stored until it is back");
    }
    return now.size;
  };
}
