// One test for each fault of the data: seeded alone, it alone is found.
import { afterAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { examineData } from "../../src/storage/sqlite/checks/examine-data.ts";
import { MIGRATIONS } from "../../src/storage/sqlite/engine/migrations.ts";
import { TestClock } from "../support/chance.ts";
import { DAY_MS, MODEL, openWard } from "./doctor-fixture.ts";

const RELEASED = resolve(import.meta.dir, "../upgrades");
const OLDER = readdirSync(RELEASED).filter((name) => /^\d+$/.test(name));

const ward = await openWard();
afterAll(() => ward.close());

describe("the schema", () => {
  test("that is newer than the program", async () => {
    const patient = ward.admit();
    patient.sql("INSERT INTO migrations VALUES (999, 'future', 'x', 0)");
    expect(await patient.examine()).toMatchObject([{ code: "schema_newer", level: "error" }]);
  });

  test("that lacks migrations of the program", async () => {
    const more = [...MIGRATIONS, { version: MIGRATIONS.length + 1, name: "next", sql: "CREATE TABLE next (id)" }];
    const adminKey = { file: "admin.key", id: null };
    const order = { now: new TestClock().now() + DAY_MS, isDeep: false, hasService: false, model: MODEL, adminKey };
    const found = examineData(ward.admit().dataDir, order, more);
    expect(found).toMatchObject([{ code: "schema_older", level: "warning" }]);
  });

  test.each(OLDER)("of version %s is looked through as far as it goes", async (version) => {
    const patient = ward.admit();
    copyFileSync(join(RELEASED, version, "memoryd.db"), join(patient.dataDir, "memoryd.db"));
    chmodSync(join(patient.dataDir, "memoryd.db"), 0o600);
    const found = await patient.examine({ isDeep: true, later: -10 * 365 * DAY_MS });
    const codes = found.map(({ code }) => code);
    // The clock is that of the year in which the data was not made yet: a look at it has found something.
    expect(codes).toContain("clock_behind");
    expect(codes).toContain("schema_older");
    expect(found.filter(({ level, code }) => level === "error" && code !== "clock_behind")).toEqual([]);
  });

  test("that something else has changed", async () => {
    const patient = ward.admit();
    patient.sql("UPDATE migrations SET checksum = 'x' WHERE version = 2");
    expect(await patient.codes()).toEqual(["migration_changed"]);
  });

  test("of another program", async () => {
    const patient = ward.admit();
    patient.sql("ALTER TABLE migrations RENAME TO other");
    expect(await patient.codes()).toEqual(["foreign_database"]);
  });

  test("of no database", async () => {
    const patient = ward.admit();
    patient.write(
      "memoryd.db",
      "just text, and long enough to be looked at as a header of one hundred bytes".repeat(20),
    );
    expect(await patient.codes()).toEqual(["not_a_database"]);
  });
});

describe("the data", () => {
  test("of another model", async () => {
    const program = { model: { id: "other", sha256: "b".repeat(64) } };
    expect(await ward.admit().codes({ program })).toEqual(["model_mismatch"]);
  });

  test("from the future", async () => {
    const found = await ward.admit().examine({ later: -2 * DAY_MS });
    expect(found).toMatchObject([{ code: "clock_behind", level: "error" }]);
    expect(await ward.admit().codes({ later: -30_000 })).toEqual([]);
  });

  test("with embeddings of turns that are not there", async () => {
    const patient = ward.admit();
    patient.sql("INSERT INTO packet_embeddings (row, confidence, vector) VALUES (7, 0.5, zeroblob(1536))");
    expect(await patient.examine()).toMatchObject([
      { code: "orphaned_rows", level: "error", where: "table packet_embeddings" },
    ]);
  });

  test("with turns of brains that are not there", async () => {
    const patient = ward.admit();
    patient.sql(`INSERT INTO forgotten_rules VALUES (${900 * 2 ** 28}, zeroblob(1536), 1, 1, NULL)`);
    expect(await patient.examine()).toMatchObject([
      { code: "orphaned_rows", level: "error", where: "table forgotten_rules" },
    ]);
  });

  test("with references to what is not there, in any table", async () => {
    const patient = ward.admit();
    patient.sql("INSERT INTO account_turns VALUES ('nobody', 1, 1)");
    expect(await patient.examine()).toMatchObject([
      {
        code: "orphaned_rows",
        level: "error",
        where: "table account_turns",
        what: expect.stringContaining("to accounts"),
      },
    ]);
  });

  test.each([
    ["vector_size", "UPDATE packet_embeddings SET vector = x'00'"],
    ["confidence", "UPDATE packet_embeddings SET confidence = 0.01"],
    ["json", "UPDATE packets SET cues = '['"],
  ])("whose rows hold what cannot be, where it is read whole: %s", async (code, statement) => {
    const patient = ward.admit();
    patient.sql(statement);
    expect(await patient.codes()).toEqual([]);
    expect(await patient.examine({ isDeep: true })).toMatchObject([{ code, level: "error" }]);
  });

  test("with turns that no question can find", async () => {
    const patient = ward.admit();
    patient.sql("DELETE FROM packet_embeddings WHERE row = (SELECT min(row) FROM packets)");
    expect(await patient.codes()).toEqual(["not_embedded"]);
  });

  test("with turns that wait for their embedding", async () => {
    const patient = ward.admit();
    patient.sql(
      "INSERT INTO pending_embeddings SELECT min(row) FROM packets; DELETE FROM packet_embeddings WHERE row = (SELECT min(row) FROM packets)",
    );
    expect(await patient.examine()).toMatchObject([{ code: "embeddings_pending", level: "note" }]);
  });

  test("that is half embedded anew", async () => {
    const patient = ward.admit();
    patient.sql("UPDATE packet_embeddings SET model = 9 WHERE row = (SELECT min(row) FROM packets)");
    expect(await patient.codes()).toEqual(["reembedding_unfinished"]);
  });

  test.each([
    "UPDATE brains SET memory_size = memory_size + 1, turns = turns + 1 WHERE memory_size > 0",
    "UPDATE brains SET next_seq = 1 WHERE memory_size > 0",
  ])("whose counters are off: %s", async (statement) => {
    const patient = ward.admit();
    patient.sql(statement);
    expect(await patient.codes()).toEqual(["counters_wrong"]);
  });

  test("of a core that is not there", async () => {
    const patient = ward.admit();
    patient.sql("DELETE FROM cores");
    expect(await patient.codes()).toEqual(["brain_without_core"]);
  });

  test("whose last learning pass failed, but not where a later one went well", async () => {
    const pass = (status: string) =>
      `INSERT INTO learning_passes (brain, distiller, status, packets_scanned, clusters, lessons_created, skipped, write_failed, llm_cost, finished_at)
       SELECT min(id), 'x', '${status}', 1, 1, 0, 0, 0, 0, 1 FROM brains`;
    const patient = ward.admit();
    patient.sql(pass("failed"));
    expect(await patient.codes()).toEqual(["passes_failed"]);
    patient.sql(pass("ok"));
    expect(await patient.codes()).toEqual([]);
  });

  test("that is damaged, where it is read whole", async () => {
    const patient = ward.admit();
    const path = join(patient.dataDir, "memoryd.db");
    const at = readFileSync(path).indexOf("My bicycle is red");
    const file = openSync(path, "r+");
    // The cells of the page that holds the text, but not its head, which every look would stumble over.
    writeSync(file, Buffer.alloc(512, 0xff), 0, 512, at - 64);
    const codes = await patient.codes({ isDeep: true });
    expect(codes).toContain("data_damaged");
  });

  test("that is cut off", async () => {
    const patient = ward.admit();
    const path = join(patient.dataDir, "memoryd.db");
    truncateSync(path, statSync(path).size / 2);
    expect(await patient.codes({ isDeep: true })).toContain("data_damaged");
  });

  test("that is an empty file", async () => {
    const patient = ward.admit();
    patient.write("memoryd.db", "");
    expect(await patient.codes()).toEqual(["foreign_database"]);
  });

  test("of a log that cannot be read without a change is named", async () => {
    const patient = ward.admit();
    patient.write("memoryd.db-wal", "x".repeat(100));
    expect(await patient.codes()).toEqual(["log_not_seen", "closed_unclean"]);
    expect(existsSync(join(patient.dataDir, "memoryd.db-shm"))).toBe(false);
  });
});

describe("keys", () => {
  const key = (id: string, changes: string) =>
    `INSERT INTO keys (id, account, hash, name, scope, created_at, last_used_at, expires_at)
     SELECT '${id}', account, x'00', 'test', 'admin', ${changes} FROM (SELECT * FROM keys WHERE name <> 'test' LIMIT 1)`;

  test("that expired", async () => {
    const patient = ward.admit();
    patient.sql(key("expired1", "created_at, created_at, 1"));
    expect(await patient.examine()).toMatchObject([{ code: "keys_expired", level: "note", where: "key expired1" }]);
  });

  test("that nobody used for months", async () => {
    const patient = ward.admit();
    patient.sql(key("unused01", `created_at - ${200 * DAY_MS}, created_at - ${100 * DAY_MS}, NULL`));
    patient.sql(key("unused02", `created_at - ${31 * DAY_MS}, NULL, NULL`));
    patient.sql(key("newkey01", "created_at, NULL, NULL"));
    const found = await patient.examine();
    expect(found).toMatchObject([{ code: "keys_unused", level: "note" }]);
    expect(found[0]?.where).toContain("unused01, unused02");
    expect(found[0]?.where).not.toContain("newkey01");
  });

  test("that can do everything and are many", async () => {
    const patient = ward.admit();
    for (let i = 0; i < 5; i++) patient.sql(key(`admin00${i}`, "created_at, created_at, NULL"));
    expect(await patient.codes()).toEqual(["admin_keys_many"]);
  });

  test("of which none is left for the operator", async () => {
    const patient = ward.admit();
    patient.sql("UPDATE keys SET revoked_at = 1");
    expect(await patient.examine()).toMatchObject([{ code: "admin_key_missing", level: "error" }]);
  });

  test("of which the one in the file is revoked", async () => {
    const patient = ward.admit();
    patient.sql(key("revoked1", "created_at, created_at, NULL"));
    patient.sql("UPDATE keys SET revoked_at = 1 WHERE id = 'revoked1'");
    patient.write("admin.key", `mk_live_revoked1_${"a".repeat(49)}\n`);
    expect(await patient.codes()).toEqual(["admin_key_revoked"]);
  });
});

test("what is found says nothing of what users said", async () => {
  const patient = ward.admit();
  patient.sql("DELETE FROM packet_embeddings; UPDATE brains SET memory_size = 99; DELETE FROM cores");
  const told = JSON.stringify(await patient.examine({ isDeep: true }));
  for (const secret of ["tea", "bicycle", "ada", "short sentences"]) expect(told).not.toContain(secret);
});
