// How generations of embeddings lie in the file; what a store makes of them is its contract's, in test/store.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { withStore } from "./temp-data.ts";

const A = { id: "a", sha256: "a".repeat(64) };

test("data of before has all its embeddings of the model that it names, and none to renew", () => {
  const db = new Database(":memory:");
  const at = MIGRATIONS.findIndex(({ name }) => name === "models");
  migrate(db, MIGRATIONS.slice(0, at), 1);
  db.run("INSERT INTO model (one, id, sha256) VALUES (1, 'a', 'aa')");
  db.run(
    "INSERT INTO packets (row, id, kind, input, answer, confidence, created_at, input_tokens) VALUES (5, 'mem_1', 'raw', 'in', 'out', 0.5, 1, 1)",
  );
  db.run("INSERT INTO packet_embeddings (row, confidence, vector) VALUES (5, 0.5, x'00')");
  migrate(db, MIGRATIONS, 2);
  expect(db.query("SELECT generation, id, sha256 FROM models").values()).toEqual([[1, "a", "aa"]]);
  expect(db.query("SELECT generation FROM model").values()).toEqual([[1]]);
  expect(db.query("SELECT model FROM packet_embeddings").values()).toEqual([[1]]);
});

test("packets are found by jumps, not by reading what lies between them", () =>
  withStore(async (store, dir) => {
    await store.model.adopt(A);
    const db = new Database(`${dir}/memoryd.db`, { readonly: true });
    const plan = (sql: string) => JSON.stringify(db.query(`EXPLAIN QUERY PLAN ${sql}`).all());
    const rows = "WHERE model = 1 AND row >= 5 AND row < 9 ORDER BY row LIMIT 9";
    expect(plan(`SELECT row FROM packet_embeddings ${rows}`)).toContain(
      "USING COVERING INDEX packet_embeddings_by_model (model=? AND rowid>? AND rowid<?)",
    );
    const session = "WHERE row / 268435456 = 1 AND session = 's' AND row < 9 ORDER BY row DESC LIMIT 9";
    expect(plan(`SELECT * FROM packets ${session}`)).toContain(
      "packets_by_session (<expr>=? AND session=? AND rowid<?)",
    );
    expect(plan("SELECT model, count(*) FROM packet_embeddings GROUP BY model")).toContain("COVERING INDEX");
    db.close();
  }));
