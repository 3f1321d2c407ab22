// The engine that tests of the whole service stand on: SQLite, or PostgreSQL where TEST_ENGINE says so.
import { Database } from "bun:sqlite";
import { test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../src/domain/ports/store.ts";
import { databasePath } from "../../src/storage/files/data-directory.ts";
import { parseDatabaseUrl } from "../../src/storage/postgres/engine/database-url.ts";
import { openPostgresStore } from "../../src/storage/postgres/open-store.ts";
import { openStore } from "../../src/storage/sqlite/open-store.ts";
import { freshDataDir } from "./fresh-data.ts";
import { freshDatabase, POSTGRES_PROGRAMS } from "./postgres.ts";

export const IS_POSTGRES = process.env.TEST_ENGINE === "postgres";

export interface TestData {
  /** Of this process alone. */
  readonly dataDir: string;
  /** null: the data is in the directory. */
  readonly database: string | null;
  remove(): Promise<void>;
}

/** New data, as an open of the store at that moment leaves it. */
export async function freshData(now: number): Promise<TestData> {
  if (IS_POSTGRES) return freshPostgres(now);
  const dataDir = await freshDataDir(now);
  return { dataDir, database: null, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

let original: string | null = null;

/** In a database of its own; what makes it is the same data, with the same key, each time. */
export async function freshPostgres(now: number): Promise<TestData> {
  original ??= mkdtempSync(join(tmpdir(), "memoryd-test-"));
  const made = original;
  const { url, drop } = await freshDatabase(async (template) => {
    await (await openTestStore({ dataDir: made, database: template }, now)).close();
  });
  const dataDir = directoryLike(made);
  return {
    dataDir,
    database: url,
    async remove() {
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A directory for a further node of the same data. */
export function directoryLike(dataDir: string): string {
  const folder = mkdtempSync(join(tmpdir(), "memoryd-test-"));
  cpSync(dataDir, folder, { recursive: true });
  return folder;
}

/** Writes on the thread that asks. */
export function openTestStore({ dataDir, database }: Omit<TestData, "remove">, now: number): Promise<Store> {
  if (database === null) return openStore({ dataDir, now, writerUrl: null });
  return openPostgresStore({ address: parseDatabaseUrl(database), dataDir, now });
}

/** All that lies there, read past the store: the file and its log, or what a dump of all tables says. */
export async function bytesOf({ dataDir, database }: Omit<TestData, "remove">): Promise<Buffer> {
  if (database !== null) {
    const dump = join(POSTGRES_PROGRAMS ?? "", "pg_dump");
    return Buffer.from(Bun.spawnSync([dump, "--data-only", database]).stdout);
  }
  const path = databasePath(dataDir);
  const files = [path, `${path}-wal`].filter((file) => existsSync(file));
  return Buffer.concat(await Promise.all(files.map((file) => Bun.file(file).bytes())));
}

/** For what only data in files of this machine does: it is no test where the data lies in PostgreSQL. */
export const testOfFiles: typeof test = IS_POSTGRES ? (Object.assign(() => {}, test) as never) : test;

/** What a query answers in its one column, read past the store. */
export function numbersIn({ dataDir, database }: Omit<TestData, "remove">, query: string): number[] {
  if (database !== null) {
    const psql = join(POSTGRES_PROGRAMS ?? "", "psql");
    const { stdout } = Bun.spawnSync([psql, "-qtAX", database, "-c", query]);
    return stdout.toString().split("\n").slice(0, -1).map(Number);
  }
  const look = new Database(databasePath(dataDir), { readonly: true });
  try {
    return look
      .query(query)
      .values()
      .map(([value]) => Number(value));
  } finally {
    look.close();
  }
}
