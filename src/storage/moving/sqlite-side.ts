// SQLite's side of a move: rows are read and written as PostgreSQL's binary COPY has them.
import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../base/sha256.ts";
import { type ChainEnd, originText } from "../../domain/audit.ts";
import { MOVING_FILE, SIDE_SUFFIXES } from "../../domain/data-file-names.ts";
import { DataDirectoryError, DataRefusedError, databasePath, walBytes } from "../files/data-directory.ts";
import { syncFile, syncFolder } from "../files/durable-files.ts";
import { type Cell, type ColumnKind, RowWriter, readRows } from "../postgres/engine/copy-rows.ts";
import { isLogEmptied } from "../sqlite/engine/open-database.ts";
import { newestSigningKey } from "../sqlite/writes/write-audit.ts";
import { type DataSide, OTHER_HISTORY, type TargetSide } from "./data-sides.ts";
import { MOVED_TABLES, type MovedTable, SQLITE_BRAINS_MAX } from "./moved-tables.ts";

/** Of one COPY into PostgreSQL. */
const LOT_BYTES = 8 * 1024 * 1024;

function kindsOf({ columns }: MovedTable): ColumnKind[] {
  return Object.values(columns);
}

export function sqliteSide(db: Database, place: string, dataId: string): DataSide {
  return {
    ...{ place, dataId },
    async count({ sqlite }) {
      return db.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${sqlite.from}`).get()?.count ?? 0;
    },
    async read({ columns, sqlite, ...table }, { from, limit }, take) {
      const values = Object.keys(columns).map((column) => `${sqlite.read[column] ?? `"${column}"`} AS "${column}"`);
      const rows = db.prepare<Record<string, Cell>, [number, number]>(
        `SELECT ${values.join(", ")} FROM ${sqlite.from} ORDER BY ${sqlite.order} LIMIT ? OFFSET ?`,
      );
      const writer = new RowWriter(kindsOf({ columns, sqlite, ...table }));
      try {
        for (const row of rows.iterate(limit ?? -1, from)) {
          writer.add(Object.values(row));
          if (writer.length >= LOT_BYTES) await take(writer.take());
        }
      } finally {
        rows.finalize();
      }
      await take(writer.take());
    },
    numbers: async () => ({ brains: highestOf(db, "brains"), cores: highestOf(db, "cores") }),
    head: async () =>
      db.query<ChainEnd, []>("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1").get() ?? {
        seq: 0,
        hash: sha256Hex(originText(dataId)),
      },
    signingKey: async () => newestSigningKey(db),
  };
}

function highestOf(db: Database, table: string): number {
  return db.query<{ seq: number }, [string]>("SELECT seq FROM sqlite_sequence WHERE name = ?").get(table)?.seq ?? 0;
}

/** Rows go into a file that is not served yet. */
export function sqliteTarget(db: Database, dataDir: string, dataId: string): TargetSide {
  const inserts = new Map<MovedTable, Statement<unknown, SQLQueryBindings[]>>();
  const insertOf = (table: MovedTable) => {
    const known = inserts.get(table) ?? db.prepare<unknown, SQLQueryBindings[]>(insertInto(table));
    inserts.set(table, known);
    return known;
  };
  const atOnce = (work: () => void) => db.transaction(work).immediate();
  return {
    ...sqliteSide(db, dataDir, dataId),
    isDerived: ({ sqlite }) => sqlite.write === null,
    async write(table, lot) {
      const insert = insertOf(table);
      atOnce(() => readRows(lot, kindsOf(table), (cells) => void insert.run(...cells)));
    },
    async clear(table) {
      if (table.name === "audit") throw new DataRefusedError(`${dataDir} ${OTHER_HISTORY}`);
      const followers = MOVED_TABLES.filter(({ follows }) => follows === table.name);
      atOnce(() => {
        for (const { sqlite } of [...followers, table]) {
          if (sqlite.write !== null) db.run(`DELETE FROM ${sqlite.write.table}`);
        }
      });
    },
    async settle({ brains, cores }) {
      if (brains > SQLITE_BRAINS_MAX) {
        throw new DataRefusedError(
          `brains have numbers up to ${brains}, and in SQLite ${SQLITE_BRAINS_MAX} is the last`,
        );
      }
      atOnce(() => {
        db.run("DELETE FROM sqlite_sequence WHERE name IN ('brains', 'cores')");
        for (const [table, seq] of Object.entries({ brains, cores })) {
          if (seq > 0) db.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table, seq]);
        }
      });
    },
    async finish() {
      const broken = db.query("PRAGMA foreign_key_check").all().length;
      if (broken > 0) throw new DataRefusedError(`${broken} rows in ${dataDir} name others that are not there`);
      for (const insert of inserts.values()) insert.finalize();
      const path = join(dataDir, MOVING_FILE);
      emptyLog(db, path);
      db.close();
      for (const side of SIDE_SUFFIXES) rmSync(path + side, { force: true });
      syncFile(path);
      renameSync(path, databasePath(dataDir));
      syncFolder(dataDir);
    },
  };
}

/** All that was written stands in the file alone. */
export function emptyLog(db: Database, path: string): void {
  if (isLogEmptied(db) && walBytes(path) === 0) return;
  throw new DataDirectoryError(`${path} is in use by another program`);
}

/** With a parameter for each column of PostgreSQL's, in their order. */
function insertInto({ name, columns, sqlite }: MovedTable): string {
  if (sqlite.write === null) throw new Error(`${name} follows from other tables`);
  const { table, values } = sqlite.write;
  const parameters = Object.keys(columns);
  const expressions = Object.values(values).map((value) =>
    value.replaceAll(/:(\w+)/g, (_, column: string) => `?${parameters.indexOf(column) + 1}`),
  );
  const own = Object.keys(values).map((column) => `"${column}"`);
  return `INSERT INTO ${table} (${own.join(", ")}) VALUES (${expressions.join(", ")})`;
}
