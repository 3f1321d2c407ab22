// What an import asks of the store.
import type { ImportStore } from "../../../domain/ports/import-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import { findConflictIn } from "../writes/write-import.ts";

export function createImportStore(db: Drizzle, writer: WriterClient): ImportStore {
  return {
    profile: (profile) => writer.write("importProfile", profile),
    conflict: async (part) => db.transaction(() => findConflictIn(db, part)),
    part: (part) => writer.write("importPart", part),
  };
}
