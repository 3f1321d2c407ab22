// All data goes to the other engine and comes back as it was, also where the move is killed on the way.

import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AUDIT_KEY_FILE, ID_FILE, MOVING_FILE } from "../../../src/domain/data-file-names.ts";
import { NO_PROGRESS } from "../../../src/domain/ports/data-files.ts";
import type { Store } from "../../../src/domain/ports/store.ts";
import { lockDataDirectory } from "../../../src/storage/files/data-directory.ts";
import { readIdFile } from "../../../src/storage/files/data-id.ts";
import { parseDatabaseUrl } from "../../../src/storage/postgres/engine/database-url.ts";
import { openPostgresStore } from "../../../src/storage/postgres/open-store.ts";
import { checkData } from "../../../src/storage/sqlite/checks/check-data.ts";
import { followAudit } from "../../../src/storage/sqlite/checks/follow-audit.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";
import { BRAIN, NOW, recordIn } from "../../store/fixture.ts";
import { POSTGRES_PROGRAMS } from "../../support/postgres.ts";
import { fillMuch, inDatabase, move, type Places, withPlaces } from "./move-samples.ts";

/** A move waits for locks, and some of these end processes. */
const TIMEOUT_MS = 60_000;

async function inStore<T>(opened: Promise<Store>, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await opened;
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

const openAt = (dataDir: string) => openStore({ dataDir, now: NOW, writerUrl: null });

/** As a node has it: with the key of the audit that the data was signed with. */
const nodeOf = ({ dir, url }: Pick<Places, "dir" | "url">) =>
  openPostgresStore({ address: parseDatabaseUrl(url), dataDir: dir, now: NOW });

const looked = async (store: Store) => {
  const { id } = (await store.brains.find(BRAIN)) ?? { id: 0 };
  return {
    id,
    ...{ attributes: await store.brains.attributes(id), counters: await store.brains.counters(id) },
    ...{ cores: await store.cores.list("acme"), constitutions: await store.constitutions.list("acme") },
    keys: await store.keys.list("acme"),
    exported: await store.exports.packets({ brain: id, after: 0, before: 99, limit: 99 }),
    lessons: await store.exports.lessons({ brain: id, after: 0, before: 99, limit: 99 }, NOW),
    settings: await store.accounts.settings("acme"),
    model: await store.model.current(),
  };
};

async function killed(from: string, to: string): Promise<void> {
  const script = join(import.meta.dir, "move-kill.ts");
  const child = Bun.spawn([process.execPath, script, from, to], { stdout: "ignore", stderr: "inherit" });
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
}

/** What the server has of a process that is gone ends a moment later. */
async function moveAfterKill(from: string, to: string) {
  for (let tries = 1; ; tries++) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!String(error).includes("another move") || tries === 100) throw error;
      await Bun.sleep(50);
    }
  }
}

function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "not refused",
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

describe.skipIf(POSTGRES_PROGRAMS === null)("a move", () => {
  test(
    "there and back brings every row of every table, and all that is no row",
    () =>
      withPlaces(async ({ dir, url, back }) => {
        const there = await move(dir, url);
        expect(Object.entries(there).filter(([, { rows }]) => rows === 0)).toEqual([]);
        expect(await move(url, back)).toEqual(there);
        expect(checkData(back).findings).toEqual([]);
        expect(readIdFile(back)).toBe(readIdFile(dir));
        expect(existsSync(join(back, MOVING_FILE))).toBe(false);
        const numbers = (place: string) =>
          new Database(join(place, "memoryd.db"), { readonly: true })
            .query("SELECT name, seq FROM sqlite_sequence WHERE name IN ('brains', 'cores', 'audit') ORDER BY name")
            .all();
        expect(numbers(back)).toEqual(numbers(dir));
        cpSync(join(dir, AUDIT_KEY_FILE), join(back, AUDIT_KEY_FILE));
        const before = await inStore(openAt(dir), looked);
        expect(await inStore(openAt(back), looked)).toEqual(before);
        expect(before.exported).toHaveLength(2);
      }),
    TIMEOUT_MS,
  );

  test(
    "leaves a database that a node serves: it holds the same, and goes on with the next numbers",
    () =>
      withPlaces(async (places) => {
        const before = await inStore(openAt(places.dir), looked);
        await move(places.dir, places.url);
        await inStore(nodeOf(places), async (store) => {
          expect(await looked(store)).toEqual(before);
          const key = { account: "acme", core: "default", user: "new" };
          const { brain } = await recordIn(store, key, "new");
          const core = { slug: "next", name: "n", context: "" };
          await store.cores.create("acme", core, NOW);
          // 1 and 2 hold something, 3 is gone, 4 was imported into.
          expect(brain).toBe(5);
        });
        rmSync(places.back, { recursive: true, force: true });
        const moved = await move(places.url, places.back);
        expect(moved.cores?.rows).toBe(2);
        const ids = new Database(join(places.back, "memoryd.db"), { readonly: true })
          .query("SELECT id FROM cores ORDER BY id")
          .values();
        expect(ids).toEqual([[1], [3]]);
        expect(checkData(places.back).findings).toEqual([]);
        expect(followAudit(places.back, null, null)).toMatchObject({ entries: moved.audit?.rows, faults: [] });
      }),
    TIMEOUT_MS,
  );

  test(
    "that is killed goes on where it stopped, and nobody serves what is there until then",
    () =>
      withPlaces(async (places) => {
        const { dir, url, back } = places;
        await killed(dir, url);
        expect(await refusalOf(nodeOf(places))).toContain("was not moved whole");
        expect(await refusalOf(move(url, back))).toContain("was not moved whole");
        const [{ rows }] = await inDatabase(url, (client) =>
          client.unsafe("SELECT count(*)::int AS rows FROM packets"),
        );
        expect(rows).toBeGreaterThan(50);
        const there = await moveAfterKill(dir, url);
        expect(there.packets?.rows).toBe(184);
        await killed(url, back);
        expect(await refusalOf(openAt(back))).toContain("is not whole");
        expect(await moveAfterKill(url, back)).toEqual(there);
        expect(checkData(back).findings).toEqual([]);
        await inStore(nodeOf(places), async (store) => expect(await store.accounts.exists("acme")).toBe(true));
      }, fillMuch),
    TIMEOUT_MS,
  );

  test(
    "that was broken off brings what the source has become since",
    () =>
      withPlaces(async ({ dir, url, back }) => {
        await killed(dir, url);
        await inStore(openAt(dir), async (store) => {
          await store.brains.erase(BRAIN, undefined);
          await recordIn(store, { account: "acme", core: "work", user: null }, "later");
        });
        const there = await moveAfterKill(dir, url);
        expect(there.packets?.rows).toBe(183);
        expect(await move(url, back)).toEqual(there);
        expect(checkData(back).findings).toEqual([]);
      }, fillMuch),
    TIMEOUT_MS,
  );

  test(
    "notices a byte that is not what it was, and leaves the target unfinished",
    () =>
      withPlaces(async (places) => {
        const { dir, url } = places;
        const spoilt = move(dir, url, NO_PROGRESS, (target) => ({
          ...target,
          write(table, lot) {
            const bytes = Buffer.from(lot.bytes);
            const at = table.name === "packets" ? bytes.indexOf("answer of a") : -1;
            if (at >= 0) bytes.write("b", at);
            return target.write(table, { bytes, rows: lot.rows });
          },
        }));
        expect(await refusalOf(spoilt)).toMatch(/MoveError: what was moved is not what there was: packets \(4 rows/);
        expect(await refusalOf(nodeOf(places))).toContain("was not moved whole");
        // What differs is moved anew.
        expect((await move(dir, url)).packets?.rows).toBe(4);
      }),
    TIMEOUT_MS,
  );
});

describe.skipIf(POSTGRES_PROGRAMS === null)("a move is refused", () => {
  test(
    "into a database that holds something: tables, data, or an unfinished move of other data",
    () =>
      withPlaces(async ({ dir, url, back }) => {
        await inDatabase(url, (client) => client.unsafe("CREATE TABLE other (a int)"));
        expect(await refusalOf(move(dir, url))).toMatch(/DataRefusedError.*is not empty/);
        await inDatabase(url, (client) => client.unsafe("DROP TABLE other"));
        await move(dir, url);
        expect(await refusalOf(move(dir, url))).toMatch(/DataRefusedError.*is not empty/);
        await inDatabase(url, async (client) => {
          await client.unsafe("CREATE TABLE unfinished_move (data_id text NOT NULL, source text NOT NULL)");
          await client.unsafe("INSERT INTO unfinished_move VALUES ('other', 'x')");
        });
        expect(await refusalOf(move(dir, url))).toMatch(/DataRefusedError.*unfinished move of other data/);
        expect(existsSync(back)).toBe(false);
      }),
    TIMEOUT_MS,
  );

  test(
    "into a directory of other data, and out of one that a service holds or that is not there",
    () =>
      withPlaces(async ({ dir, url, back }) => {
        const lock = lockDataDirectory(dir);
        expect(await refusalOf(move(dir, url))).toMatch(/DataRefusedError.*another memoryd is running/);
        lock.release();
        expect(await refusalOf(move(back, url))).toContain("there is no memoryd data");
        expect(await refusalOf(move(url, back))).toContain("there is no data in");
        expect(existsSync(back)).toBe(false);
        await move(dir, url);
        expect(await refusalOf(move(url, dir))).toMatch(/DataRefusedError.*there is data in/);
        mkdirSync(back);
        writeFileSync(join(back, ID_FILE), `${"0".repeat(32)}\n`);
        expect(await refusalOf(move(url, back))).toMatch(/DataRefusedError.*is of the data 000/);
        rmSync(join(back, ID_FILE));
        cpSync(join(dir, "memoryd.db"), join(back, MOVING_FILE));
        await move(url, back);
      }),
    TIMEOUT_MS,
  );

  test(
    "while another one is under way, or somebody writes to the database",
    () =>
      withPlaces(async ({ dir, url, back }) => {
        let second: Promise<string> = Promise.resolve("never asked");
        await move(dir, url, {
          begin: (label) => {
            if (label === "moving") second = refusalOf(move(dir, url));
          },
          advance: () => {},
        });
        // The directory is locked too: whichever lock is asked for first.
        expect(await second).toMatch(/another (move|memoryd)/);
        await inDatabase(url, async (client) => {
          await client.unsafe("BEGIN");
          await client.unsafe("UPDATE accounts SET plan = plan");
          expect(await refusalOf(move(url, back))).toContain("somebody writes to");
          await client.unsafe("ROLLBACK");
        });
      }),
    TIMEOUT_MS,
  );
});
