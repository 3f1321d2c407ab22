// What is asked of the audit again and again is found by an index, however long the audit is.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { openDrizzle } from "../../../src/storage/sqlite/engine/open-database.ts";
import { finishedBackups, newestBackup, usedKey } from "../../../src/storage/sqlite/stores/audit-store.ts";
import { NEWEST_SIGNING_KEY } from "../../../src/storage/sqlite/writes/write-audit.ts";

test.each([
  ["the newest backup", (db: Database) => newestBackup(openDrizzle(db)).getQuery().sql, "audit_backups"],
  ["all backups", (db: Database) => finishedBackups(openDrizzle(db)).getQuery().sql, "audit_backups"],
  ["a signing key", (db: Database) => usedKey(openDrizzle(db)).getQuery().sql, "audit_signing_keys"],
  ["the newest signing key", () => NEWEST_SIGNING_KEY, "audit_signing_keys"],
])("%s is found by an index of its own", (_, queryOf, index) => {
  const db = new Database(":memory:", { strict: true });
  migrate(db, MIGRATIONS, 5);
  const plan = db.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${queryOf(db)}`).all();
  expect(plan.map(({ detail }) => detail)).toEqual([`SCAN audit USING INDEX ${index}`]);
  db.close();
});
