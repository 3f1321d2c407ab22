// Whether the files that are open are still the ones under their names: what goes into others is lost with the process.
import { statSync } from "node:fs";
import { MemoryError } from "../domain/errors.ts";

export interface DataPlace {
  /** Throws `not_ready` where the database or its log was moved, removed or replaced, or cannot be reached. */
  check(): void;
}

export function watchPlace(databasePath: string): DataPlace {
  const files = [databasePath, `${databasePath}-wal`].map((path) => ({ path, known: identityOf(path) }));
  return {
    check() {
      for (const file of files) {
        const now = identityOf(file.path);
        // The log comes with the first use.
        file.known ??= now;
        if (now === null || now !== file.known) {
          throw new MemoryError(
            "not_ready",
            "the data directory is not where it was: nothing is stored until it is back",
          );
        }
      }
    },
  };
}

/** null where there is no such file. */
function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}
