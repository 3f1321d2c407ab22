// Somebody who reads for long, as a backup does, holds up no write; what was erased leaves the log when he has gone.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { databasePath, walBytes } from "../../../src/storage/files/data-directory.ts";
import { BUSY_TIMEOUT_MS, openWriter } from "../../../src/storage/sqlite/engine/open-database.ts";
import { watchLog } from "../../../src/storage/sqlite/engine/write-ahead-log.ts";
import { until } from "../../e2e/until.ts";
import { BRAIN, recordOne } from "../../store/fixture.ts";
import { withStore } from "./temp-data.ts";

const MARKER = "zebra-marker-0815";

function isOnDisk(dir: string): boolean {
  const path = databasePath(dir);
  return [path, `${path}-wal`].some((file) => readFileSync(file).includes(MARKER));
}

test.each([true, false])("erasing does not wait for a reader (writer on a thread: %p)", (thread) =>
  withStore(
    async (store, dir) => {
      const seq = await recordOne(store, "t1", MARKER);
      const brain = (await store.brains.find(BRAIN))?.id ?? 0;
      const reader = new Database(databasePath(dir), { strict: true });
      reader.run("BEGIN");
      expect(reader.query("SELECT count(*) FROM packets").values()).toEqual([[1]]);
      expect(await store.packets.remove(brain, "mem_t1")).toBe(seq);
      await recordOne(store, "t2", "another answer");
      expect(isOnDisk(dir)).toBe(true);
      reader.run("COMMIT");
      reader.close();
      await until("the erased bytes to be gone", () => !isOnDisk(dir) || undefined);
    },
    { thread },
  ),
);

/** The same database, telling under which busy_timeout each try to empty the log began. */
function telling(db: Database): { readonly db: Database; readonly waits: number[]; readonly waitNow: () => number } {
  const waits: number[] = [];
  const waitNow = () => db.query<{ timeout: number }, []>("PRAGMA busy_timeout").get()?.timeout ?? 0;
  const told = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (String(args[0]).includes("wal_checkpoint")) waits.push(waitNow());
        return value.apply(target, args);
      };
    },
  });
  return { db: told, waits, waitNow };
}

test("while somebody reads, the log is tried once after an erasure and under a short wait; later tries wait not at all", () =>
  withStore(async (store, dir) => {
    await recordOne(store, "t1", MARKER);
    const reader = new Database(databasePath(dir), { strict: true });
    reader.run("BEGIN");
    reader.query("SELECT count(*) FROM packets").values();
    const own = openWriter(databasePath(dir));
    own.run("UPDATE packets SET answer = ''");
    const { db, waits, waitNow } = telling(own);
    const log = watchLog(db);
    log.tidy(true);
    // The second erasure leaves it to the try that is to come.
    log.tidy(true);
    expect(waits).toEqual([expect.any(Number)]);
    expect(waits[0]).toBeLessThan(BUSY_TIMEOUT_MS / 100);
    expect(waitNow()).toBe(BUSY_TIMEOUT_MS);
    await until("another try", () => waits.length > 1 || undefined);
    reader.close();
    await until("the log to be empty", () => walBytes(databasePath(dir)) === 0 || undefined);
    expect(new Set(waits.slice(1))).toEqual(new Set([0]));
    expect(waitNow()).toBe(BUSY_TIMEOUT_MS);
    log.stop();
    own.close();
  }));
