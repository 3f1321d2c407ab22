// What an import asks of the store.
import type { ImportStore } from "../domain/portability.ts";
import type { Drizzle } from "./open-database.ts";
import { findConflict } from "./write-import.ts";
import type { WriterClient } from "./writer-client.ts";

export function createImportStore(db: Drizzle, writer: WriterClient): ImportStore {
  return {
    profile: (profile) => writer.write("importProfile", profile),
    conflict: async (part) => db.transaction(() => findConflict(db, part)),
    part: (part) => writer.write("importPart", part),
  };
}
