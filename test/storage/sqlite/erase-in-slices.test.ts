// Erasing slice by slice, where the disk takes only so much at once.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { openDrizzle } from "../../../src/storage/sqlite/engine/open-database.ts";
import { rowOf } from "../../../src/storage/sqlite/rows.ts";
import { emptyInSlices } from "../../../src/storage/sqlite/writes/erase-in-slices.ts";
import {
  brainsErasedBy,
  WRITE_OPERATIONS,
  type WriteName,
} from "../../../src/storage/sqlite/writes/write-operations.ts";
import { withStore } from "./temp-data.ts";

const PACKETS = 600;

/** Two brains with packets, below the store. */
function plant(path: string): Database {
  const db = new Database(path, { strict: true });
  db.run("PRAGMA busy_timeout = 5000");
  db.run("PRAGMA foreign_keys = ON");
  db.run(
    "INSERT INTO brains (id, account, core, user, next_seq, memory_size, created_at) VALUES (901, 'default', 'default', 'ada', 0, 600, 1), (902, 'default', 'default', 'bob', 0, 600, 1)",
  );
  const columns = db.query<{ name: string; type: string; notnull: number }, []>("PRAGMA table_info(packets)").all();
  const needed = columns.filter(({ name, notnull }) => notnull === 1 && name !== "row" && name !== "id");
  const names = ["row", "id", ...needed.map(({ name }) => name)].map((name) => `"${name}"`);
  const values = needed.map(({ name, type }) => (name === "kind" ? "'raw'" : /TEXT/.test(type) ? "'x'" : "1"));
  const insert = db.query(`INSERT INTO packets (${names}) VALUES (?, ?, ${values})`);
  for (const brain of [901, 902]) {
    for (let seq = 0; seq < PACKETS; seq++) insert.run(rowOf(brain, seq), `mem_${brain}_${seq}`);
  }
  return db;
}

test("slices become smaller until the disk takes them, and no other brain is touched", () =>
  withStore(async (_, dir) => {
    const db = plant(databasePath(dir));
    let left = 0;
    // Stands for a disk that takes 50 packets, and then as many again once the log was emptied.
    db.run("CREATE TEMP TABLE room (left INTEGER)");
    db.run("INSERT INTO room VALUES (50)");
    db.run(
      "CREATE TEMP TRIGGER full BEFORE DELETE ON main.packets BEGIN SELECT CASE WHEN (SELECT left FROM room) = 0 THEN RAISE(ABORT, 'no room') END; UPDATE room SET left = left - 1; END",
    );
    const isFull = (error: unknown) => error instanceof Error && error.message === "no room";
    const afterSlice = () => {
      left++;
      db.run("UPDATE room SET left = 50");
    };
    // Both have a lesson that names the same packet.
    const lessons = "INSERT INTO lesson_sources (lesson_row, packet_id) VALUES (?, 'mem_901_7')";
    db.run("PRAGMA foreign_keys = OFF");
    for (const brain of [901, 902]) db.query(lessons).run(rowOf(brain, 0));
    expect(emptyInSlices(openDrizzle(db), 901, { afterSlice, isFull })).toBe(PACKETS);
    expect(left).toBeGreaterThan(PACKETS / 50);
    const counts = db.query("SELECT row >> 28 AS brain, count(*) AS n FROM packets GROUP BY 1").values();
    expect(counts.map(([, n]) => n)).toEqual([PACKETS]);
    expect(db.query("SELECT memory_size FROM brains WHERE id >= 901 ORDER BY id").values()).toEqual([[0], [600]]);
    expect(db.query("SELECT lesson_row >> 28 FROM lesson_sources").values()).toEqual([[902]]);
    db.close();
  }));

test("an operation that erases brains says which, before it does", () =>
  withStore(async (_, dir) => {
    const db = plant(databasePath(dir));
    db.run("INSERT INTO cores (account, slug, name, context, created_at) VALUES ('default', 'work', 'Work', '', 1)");
    db.run("INSERT INTO brains (id, account, core, user, created_at) VALUES (903, 'default', 'work', 'bob', 1)");
    db.run("INSERT INTO brains (id, account, core, user, created_at) VALUES (904, 'default', 'default', '', 1)");
    const account = "default";
    const inputs: Partial<Record<WriteName, readonly (readonly [input: object, brains: readonly number[]])[]>> = {
      removeAccount: [
        [{ account }, [901, 902, 903, 904]],
        [{ account: "other" }, []],
      ],
      removeCore: [
        [{ account, slug: "work" }, [903]],
        [{ account: "other", slug: "work" }, []],
      ],
      eraseMemory: [
        [{ key: { account, core: "default", user: "ada" } }, [901]],
        [{ key: { account, core: "default", user: null } }, [904]],
        [{ key: { account, core: "work", user: "ada" } }, []],
      ],
      removeUser: [
        [{ account, core: null, user: "bob" }, [902, 903]],
        [{ account, core: "work", user: "bob" }, [903]],
        [{ account, core: "work", user: "ada" }, []],
      ],
      removePacket: [[{ brain: 901, id: "mem_901_1" }, []]],
    };
    const names = Object.keys(WRITE_OPERATIONS) as WriteName[];
    const erasing = names.filter((name) => WRITE_OPERATIONS[name].erases === "brains");
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(erasing));
    for (const [name, cases = []] of Object.entries(inputs) as [WriteName, (typeof inputs)[WriteName]][]) {
      for (const [input, brains] of cases) {
        expect([...brainsErasedBy(openDrizzle(db), { name, input })].sort()).toEqual([...brains]);
      }
    }
    db.close();
  }));
