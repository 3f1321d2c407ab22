import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import type { PreparedTurn } from "../../../src/domain/turn.ts";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { RecentRows } from "../../../src/storage/sqlite/stores/recent-rows.ts";
import { RecentTurns } from "../../../src/storage/sqlite/stores/recent-turns.ts";
import { hashOf, NOW, recordOf, turnOf } from "../../store/fixture.ts";
import { withStore } from "./temp-data.ts";

describe("rows read a moment ago", () => {
  test("are read once, and again once they were cleared or a moment has passed", async () => {
    const rows = new RecentRows<string>(false);
    let reads = 0;
    const read = () => `read ${++reads}`;
    expect([rows.get("a", read), rows.get("a", read), rows.get("b", read)]).toEqual(["read 1", "read 1", "read 2"]);
    rows.clear();
    expect(rows.get("a", read)).toBe("read 3");
    while (rows.get("a", read) === "read 3") await Bun.sleep(20);
    expect(rows.get("a", read)).toBe("read 4");
  });

  test("that were absent are looked for again, unless they may be missed", () => {
    const found: (string | null)[] = [null, "made"];
    const strict = new RecentRows<string>(false);
    expect([strict.get("a", () => found[0]!), strict.get("a", () => found[1]!)]).toEqual([null, "made"]);
    const lax = new RecentRows<string>(true);
    expect([lax.get("a", () => found[0]!), lax.get("a", () => found[1]!)]).toEqual([null, null]);
    lax.clear();
    expect(lax.get("a", () => found[1]!)).toBe("made");
  });
});

describe("turns prepared a moment ago", () => {
  const turn = (input: string) => ({ input }) as PreparedTurn;

  test("are found until they are removed", () => {
    const turns = new RecentTurns();
    turns.add(hashOf("a"), turn("one"));
    turns.add(hashOf("b"), turn("two"));
    expect(turns.find(hashOf("a"))?.input).toBe("one");
    turns.remove(hashOf("a"));
    turns.remove(hashOf("never there"));
    expect([turns.find(hashOf("a")), turns.find(hashOf("b"))?.input]).toEqual([null, "two"]);
    turns.clear();
    expect(turns.find(hashOf("b"))).toBeNull();
  });

  test("are at most 8,192, and of 4 MiB characters: the oldest leave", () => {
    const turns = new RecentTurns();
    for (let at = 0; at <= 8_192; at++) turns.add(hashOf(String(at)), turn("x"));
    expect(turns.find(hashOf("0"))).toBeNull();
    expect(turns.find(hashOf("1"))?.input).toBe("x");
    const long = "y".repeat(32_768);
    for (let at = 0; at < 128; at++) turns.add(hashOf(`long ${at}`), turn(long));
    expect(turns.find(hashOf("8192"))).toBeNull();
    expect(turns.find(hashOf("long 0"))?.input).toBe(long);
    turns.add(hashOf("long 128"), turn(long));
    expect(turns.find(hashOf("long 0"))).toBeNull();
  });
});

describe("the store remembers", () => {
  /** Reads the file with another program's eyes. */
  const inputOnDisk = (dir: string) => {
    const db = new Database(databasePath(dir), { readonly: true });
    const row = db.query<{ input: string | null }, []>("SELECT input FROM turns").get();
    db.close();
    return row?.input;
  };

  test("a prepared turn as it is on the disk, until it is recorded", () =>
    withStore(async (store, dir) => {
      const { id } = await store.turns.begin(turnOf("t1"));
      expect((await store.turns.find(hashOf("t1")))?.input).toBe(inputOnDisk(dir)!);
      await store.turns.record(recordOf("t1", id));
      expect(await store.turns.find(hashOf("t1"))).toMatchObject({ input: null, consumed: { at: NOW + 10 } });
    }));
});
