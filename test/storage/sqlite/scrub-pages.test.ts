// What SQLite leaves of erased rows in the room of its pages is gone too, and nothing else is.
import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { openReader, openWriter } from "../../../src/storage/sqlite/engine/open-database.ts";
import { roomIn } from "../../../src/storage/sqlite/engine/room-in-page.ts";
import { createPageScrubber } from "../../../src/storage/sqlite/engine/scrub-pages.ts";
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

test("with erase_remains off the remains stay, and a first erasure with it on again takes the old ones too", () =>
  withTempDir(async (dir) => {
    const { path, db } = filledIn(dir);
    db.close();
    const erase = async (erasesRemains: boolean, users: readonly number[]) => {
      const store = await openStore({ dataDir: dir, now: NOW, writerUrl: WRITER_URL, erasesRemains });
      for (const brain of users)
        await store.brains.erase({ account: "default", core: "default", user: `user${brain}` });
      await store.close();
    };
    await erase(false, odd);
    expect(leftIn(path)).not.toEqual([]);
    await erase(true, [2]);
    expect(leftIn(path)).toEqual([]);
  }));

test("an erasure that leaves damaged pages as they were says how many, and takes the remains on the others", () =>
  withTempDir(async (dir) => {
    const { path, db } = filledIn(dir);
    const { pages } = db
      .query<{ pages: number }, []>("SELECT count(*) AS pages FROM dbstat WHERE name = 'turns'")
      .get()!;
    expect(pages).toBe(1);
    const root = db
      .query<{ page: number }, []>("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'turns'")
      .get()!;
    eraseOdd(db);
    db.close();
    // Of the empty table's one page: a row more than there is, and something in its room.
    const file = readFileSync(path);
    const damaged = file.subarray((root.page - 1) * 8_192, root.page * 8_192);
    damaged.writeUInt16BE(1, 3);
    damaged.fill("remains", 4_000, 4_070);
    writeFileSync(path, file);
    const skipped: number[] = [];
    const writer = openWriter(path);
    const onSkipped = (count: number) => skipped.push(count);
    const scrubber = createPageScrubber(writer, path, { onSkipped });
    scrubber.ask();
    scrubber.finish();
    writer.close();
    expect(skipped).toEqual([1]);
    expect(leftIn(path)).toEqual([]);
    const after = readFileSync(path);
    expect(after.subarray((root.page - 1) * 8_192, root.page * 8_192).equals(damaged)).toBe(true);
  }));

/** [header][where the two rows stand] room [row][free piece][row]: the rows have 2 bytes of numbers and 10 and 6 of payload. */
function leafPage(): Buffer {
  const page = Buffer.alloc(512, 7);
  page.set([13, 0x01, 0xec, 0, 2, 0x01, 0xe0, 0, 0x01, 0xe0, 0x01, 0xf8]);
  page.set([10, 1], 480);
  page.set([0, 0, 0, 12], 492);
  page.set([6, 2], 504);
  return page;
}

test("the room of a page is what neither its rows nor the heads of its free pieces need", () => {
  expect(roomIn(leafPage(), 0)).toEqual([
    [12, 480],
    [496, 504],
  ]);
  const overflow = leafPage().fill(0, 0, 1);
  expect(roomIn(overflow, 0)).toEqual([]);
});

test.each([
  ["a kind that there is not", 0, 7],
  ["more rows than its bytes hold", 4, 3],
  ["rows that begin among their own list", 5, 0],
  ["a row before where rows begin", 9, 0xdf],
  ["a row that reaches out of the page", 11, 0xfb],
  ["two rows in one place", 11, 0xe0],
  ["a row that is longer than its place", 480, 11],
  ["a row that is shorter than its place", 480, 9],
  ["a free piece among the rows' places", 1, 0],
  ["a free piece inside a row", 2, 0xe2],
  ["a free piece that reaches into a row", 495, 13],
  ["a free piece that is shorter than said", 495, 8],
  ["a free piece that comes back", 493, 0xec],
  ["other crumbs than are told", 7, 1],
])("of a page with %s nothing is touched", (_, at, value) => {
  const page = leafPage();
  expect(page[at]).not.toBe(value);
  page[at] = value;
  expect(roomIn(page, 0)).toBeNull();
});

test("two rows in one place are noticed also where as many bytes are told free elsewhere", () => {
  const page = leafPage();
  page.set([6, 2], 484);
  page[11] = 0xe4;
  expect(roomIn(page, 0)).toBeNull();
});
