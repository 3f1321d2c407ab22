// The contract of the store, held by PostgreSQL.
import { describe, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../src/domain/ports/store.ts";
import { parseDatabaseUrl } from "../../src/storage/postgres/engine/database-url.ts";
import { openPostgresStore } from "../../src/storage/postgres/open-store.ts";
import { freshDatabase, POSTGRES_PROGRAMS } from "../support/postgres.ts";
import { describeStore } from "./describe-store.ts";
import { NOW } from "./fixture.ts";
import type { OpenedStore } from "./opened-store.ts";

/** Of the data that every test copies: its id and its audit's key. */
const dataDir = mkdtempSync(join(tmpdir(), "memoryd-test-"));

const openAt = (url: string, folder: string) =>
  openPostgresStore({ address: parseDatabaseUrl(url), dataDir: folder, now: NOW });

async function open(): Promise<OpenedStore> {
  const { url, drop } = await freshDatabase(async (made) => (await openAt(made, dataDir)).close());
  const folder = mkdtempSync(join(tmpdir(), "memoryd-test-"));
  cpSync(dataDir, folder, { recursive: true });
  let store = await openAt(url, folder);
  const others: Store[] = [];
  return {
    get store() {
      return store;
    },
    async beside() {
      const other = await openAt(url, folder);
      others.push(other);
      return other;
    },
    async reopen() {
      await store.close();
      store = await openAt(url, folder);
      return store;
    },
    async close() {
      for (const each of [...others, store]) await each.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

if (POSTGRES_PROGRAMS === null) {
  describe("PostgreSQL", () => test.skip("there is no PostgreSQL server on this machine", () => {}));
} else {
  describeStore("PostgreSQL", open);
}
