// The mark of a database that data is being moved into: until all of it is there, nobody may serve it.
import { sql } from "drizzle-orm";
import { DataRefusedError } from "../../files/data-directory.ts";
import type { Drizzle } from "./connections.ts";

export const MOVE_MARK = "unfinished_move";

export interface UnfinishedMove {
  readonly dataId: string;
  /** Where the data came from, for people. */
  readonly source: string;
}

/** null where there is none. */
export async function readMoveMark(db: Drizzle): Promise<UnfinishedMove | null> {
  const [row] = await db.execute<{ isMarked: boolean }>(
    sql`SELECT to_regclass(${MOVE_MARK}) IS NOT NULL AS "isMarked"`,
  );
  if (row?.isMarked !== true) return null;
  const [mark] = await db.execute<{ dataId: string; source: string }>(
    sql`SELECT data_id AS "dataId", source FROM ${sql.identifier(MOVE_MARK)}`,
  );
  return { dataId: mark?.dataId ?? "", source: mark?.source ?? "" };
}

export async function writeMoveMark(db: Drizzle, { dataId, source }: UnfinishedMove): Promise<void> {
  const table = sql.identifier(MOVE_MARK);
  await db.execute(sql`CREATE TABLE ${table} (data_id text NOT NULL, source text NOT NULL)`);
  await db.execute(sql`INSERT INTO ${table} VALUES (${dataId}, ${source})`);
}

export async function removeMoveMark(db: Drizzle): Promise<void> {
  await db.execute(sql`DROP TABLE ${sql.identifier(MOVE_MARK)}`);
}

/** Throws DataRefusedError where data is being moved here, or was not moved whole. */
export async function requireWholeData(db: Drizzle): Promise<void> {
  const mark = await readMoveMark(db);
  if (mark === null) return;
  throw new DataRefusedError(
    `the data of ${mark.source} is being moved into this database, or was not moved whole: give the same \`memoryd move\` again, and start when it is done`,
  );
}
