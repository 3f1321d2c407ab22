// A filter by metadata that lets through more than is read at a time.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { rowOf } from "../../../src/storage/sqlite/rows.ts";
import { withStore } from "./temp-data.ts";

const BRAIN = 901;

/** Packets of the brain and of both beside it, each with a field that all have and one that every third has. */
function plant(path: string, count: number): void {
  const db = new Database(path, { strict: true });
  db.run("PRAGMA busy_timeout = 5000");
  db.run("BEGIN");
  const packet = db.query(
    "INSERT INTO packets (row, id, kind, input, answer, confidence, created_at, input_tokens) VALUES (?, ?, 'raw', 'x', '', 0.5, 1, 1)",
  );
  const field = db.query("INSERT INTO packet_metadata (name, value, row) VALUES (?, ?, ?)");
  for (const brain of [BRAIN - 1, BRAIN, BRAIN + 1]) {
    for (let seq = 1; seq <= count; seq++) {
      const row = rowOf(brain, seq);
      packet.run(row, `mem_${row}`);
      field.run("all", "1", row);
      if (seq % 3 === 0) field.run("third", '"yes"', row);
    }
  }
  db.run("COMMIT");
  db.close();
}

test.each([1_023, 1_024, 1_025, 2_048, 2_500])("finds each of %i, and none of another brain", (count) =>
  withStore(async (store, dir) => {
    plant(databasePath(dir), count);
    const all = Array.from({ length: count }, (_, at) => at + 1);
    const thirds = all.filter((seq) => seq % 3 === 0);
    expect(await store.packets.withMetadata(BRAIN, { all: 1 })).toEqual(all);
    expect(await store.packets.withMetadata(BRAIN, { all: 1, third: "yes" })).toEqual(thirds);
    expect(await store.packets.withMetadata(BRAIN, { third: "yes", all: 1 })).toEqual(thirds);
    expect(await store.packets.withMetadata(BRAIN, { all: 1, third: "no" })).toEqual([]);
    expect(await store.packets.withMetadata(BRAIN, {})).toEqual([]);
  }),
);
