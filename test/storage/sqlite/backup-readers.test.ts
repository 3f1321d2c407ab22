// Somebody who reads for long, as a backup does, holds up no write; what was erased leaves the log when he has gone.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { BUSY_TIMEOUT_MS } from "../../../src/storage/sqlite/engine/open-database.ts";
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
      const began = performance.now();
      expect(await store.packets.remove(brain, "mem_t1")).toBe(seq);
      await recordOne(store, "t2", "another answer");
      // SQLite would have waited this long for the reader.
      expect(performance.now() - began).toBeLessThan(BUSY_TIMEOUT_MS / 2);
      expect(isOnDisk(dir)).toBe(true);
      reader.run("COMMIT");
      reader.close();
      await until("the erased bytes to be gone", () => !isOnDisk(dir) || undefined);
    },
    { thread },
  ),
);
