// What an import asks of the store.
import type { ImportStore } from "../../../domain/ports/import-store.ts";
import type { Database } from "../engine/database.ts";
import { findBrain } from "../find-brain.ts";
import { findConflictIn, importPart, importProfile } from "../writes/write-import.ts";

export function createImportStore(database: Database): ImportStore {
  return {
    profile: (profile) => database.write(importProfile, profile, { touchesAccounts: true }),
    conflict: (part) =>
      database.snapshot(async (db) => findConflictIn(db, part, (await findBrain(db, part.brain))?.id ?? null)),
    part: (part) => database.write(importPart, part),
  };
}
