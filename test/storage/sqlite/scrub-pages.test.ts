// What SQLite leaves of erased rows in the room of its pages is gone too, and nothing else is.
import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { openReader, openWriter } from "../../../src/storage/sqlite/engine/open-database.ts";
import { createPageScrubber, roomIn } from "../../../src/storage/sqlite/engine/scrub-pages.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";
import { rowOf } from "../../../src/storage/sqlite/rows.ts";
import { NOW } from "../../store/fixture.ts";
import { seededRandom } from "../../vectors/seeded-random.ts";
import { WRITER_URL, withTempDir } from "./temp-data.ts";

const BRAINS = 12;

/** Packets of many brains as they come in real life: one here, one there, of all lengths. */
function fill(db: Database, packets: number): void {
  const random = seededRandom(7);
  const insert = db.prepare(
    "INSERT INTO packets (row, id, kind, input, answer, confidence, created_at, input_tokens) VALUES (?, ?, 'raw', ?, ?, 0.5, 1, 1)",
  );
  const raise = db.prepare(
    "UPDATE brains SET next_seq = next_seq + 1, memory_size = memory_size + 1, turns = turns + 1 WHERE id = ? RETURNING next_seq",
  );
  db.run("INSERT INTO accounts (name, created_at) VALUES ('default', 1)");
  for (let brain = 1; brain <= BRAINS; brain++) {
    db.run("INSERT INTO brains (id, account, core, user, created_at) VALUES (?, 'default', 'default', ?, 1)", [
      brain,
      `user${brain}`,
    ]);
  }
  db.transaction(() => {
    for (let at = 0; at < packets; at++) {
      const brain = 1 + random.integer(BRAINS);
      const [[next]] = raise.values(brain) as [[number]];
      const id = `mem_${random.integer(2 ** 30).toString(36)}${at}_of${brain}!`;
      insert.run(
        rowOf(brain, next - 1),
        id,
        `said by ${brain}! ${"x".repeat(random.integer(900))}`,
        `answered ${brain}!`,
      );
    }
  })();
  insert.finalize();
  raise.finalize();
}

function filledIn(dir: string): { readonly path: string; readonly db: Database } {
  const path = join(dir, "memoryd.db");
  const db = openWriter(path);
  migrate(db, MIGRATIONS, NOW);
  fill(db, 12_000);
  return { path, db };
}

const WAYS = [
  ["at once", {}],
  ["in slices", { atOnceBytes: 0, sliceMs: 0 }],
] as const;

const odd = Array.from({ length: BRAINS }, (_, at) => at + 1).filter((brain) => brain % 2 === 1);

function eraseOdd(db: Database): void {
  db.transaction(() => {
    for (const brain of odd)
      db.run("DELETE FROM packets WHERE row >= ? AND row < ?", [rowOf(brain, 0), rowOf(brain + 1, 0)]);
  })();
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
}

const leftIn = (path: string) => {
  const text = readFileSync(path, "latin1");
  return odd
    .flatMap((brain) => [`of${brain}!`, `said by ${brain}!`, `answered ${brain}!`])
    .filter((mark) => text.includes(mark));
};

test.each(WAYS)(
  "copies of erased rows in the room between others are found without scrubbing, and none with it (%s)",
  (_, options) =>
    withTempDir((dir) => {
      const { path, db } = filledIn(dir);
      eraseOdd(db);
      // Were there none, this would test nothing: then SQLite has learned to do it, and the scrubber may go.
      expect(leftIn(path)).not.toEqual([]);
      const reader = openReader(path);
      const rows = () => reader.query("SELECT * FROM packets ORDER BY row").values();
      const before = rows();
      const scrubber = createPageScrubber(db, path, options);
      scrubber.ask();
      scrubber.finish();
      expect(leftIn(path)).toEqual([]);
      expect(rows()).toEqual(before);
      expect(db.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
      // What the writer remembered of the pages before must not come back with the next write to them.
      db.run("UPDATE packets SET confidence = 0.7");
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      expect(leftIn(path)).toEqual([]);
      reader.close();
      db.close();
    }),
);

test.each(WAYS)(
  "while somebody reads, it waits; what is written meanwhile is kept, and the erased is gone in the end (%s)",
  (_, options) =>
    withTempDir(async (dir) => {
      const { path, db } = filledIn(dir);
      const reader = openReader(path);
      reader.run("BEGIN");
      reader.query("SELECT count(*) FROM packets").get();
      eraseOdd(db);
      const scrubber = createPageScrubber(db, path, options);
      scrubber.ask();
      db.run("UPDATE packets SET confidence = 0.7");
      reader.run("COMMIT");
      const deadline = Date.now() + 60_000;
      while (leftIn(path).length > 0 && Date.now() < deadline) await Bun.sleep(20);
      expect(leftIn(path)).toEqual([]);
      scrubber.finish();
      expect(reader.query("SELECT DISTINCT confidence FROM packets").values()).toEqual([[0.7]]);
      expect(db.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
      reader.close();
      db.close();
    }),
);

test("the store scrubs after an erasure, and leaves no reference that points nowhere", () =>
  withTempDir(async (dir) => {
    const { path, db } = filledIn(dir);
    db.close();
    const store = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
    for (const brain of odd) await store.brains.erase({ account: "default", core: "default", user: `user${brain}` });
    expect(leftIn(path)).toEqual([]);
    await store.close();
    const after = openReader(path);
    expect(after.query("PRAGMA foreign_key_check").values()).toEqual([]);
    expect(after.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
    after.close();
  }));

test("what a kill kept from being scrubbed is gone after the next start, and a start after an orderly end looks at nothing", () =>
  withTempDir(async (dir) => {
    const { path, db } = filledIn(dir);
    eraseOdd(db);
    const ended = join(dir, "ended");
    const killed = join(dir, "killed");
    for (const folder of [ended, killed]) {
      mkdirSync(folder);
      copyFileSync(path, join(folder, "memoryd.db"));
    }
    copyFileSync(`${path}-wal`, join(killed, "memoryd.db-wal"));
    db.close();
    for (const folder of [ended, killed]) {
      const store = await openStore({ dataDir: folder, now: NOW, writerUrl: WRITER_URL });
      expect(leftIn(join(folder, "memoryd.db")).length > 0).toBe(folder === ended);
      await store.close();
    }
  }));

test("what is no page of a tree, or is damaged, is left alone", () => {
  const page = (...bytes: [at: number, value: number][]) => {
    const made = Buffer.alloc(512, 7);
    for (const [at, value] of bytes) made.writeUInt16BE(value, at);
    return made;
  };
  const leaf = page([1, 0], [3, 1], [5, 500], [8, 500]);
  leaf[0] = 13;
  expect(roomIn(leaf, 0)).toEqual([[10, 500]]);
  const withPiece = page([1, 504], [3, 1], [5, 500], [8, 500], [504, 0], [506, 8]);
  withPiece[0] = 10;
  expect(roomIn(withPiece, 0)).toEqual([
    [10, 500],
    [508, 512],
  ]);
  const overflow = page();
  overflow[0] = 0;
  expect(roomIn(overflow, 0)).toEqual([]);
  for (const [at, value] of [
    [3, 400],
    [5, 600],
    [8, 40],
    [1, 20],
    [1, 511],
  ] as const) {
    const broken = Buffer.from(leaf);
    broken.writeUInt16BE(value, at);
    expect(roomIn(broken, 0)).toEqual([]);
  }
});
