import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { monthOf, secondsToNextMonth } from "../../src/domain/plan.ts";
import { migrate } from "../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../../src/storage/sqlite/engine/migrations.ts";

test("an account from before there were plans is unlimited and paid, and has used no turn", () => {
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS.slice(0, 3), 5);
  db.run("INSERT INTO accounts (name, settings, created_at) VALUES ('acme', '{\"model\":\"m\"}', 1)");
  db.run("INSERT INTO brains (account, core, user, created_at) VALUES ('acme', 'default', 'ann', 1)");
  migrate(db, MIGRATIONS, 6);
  expect(db.query("SELECT name, settings, plan, past_due FROM accounts").values()).toEqual([
    ["acme", '{"model":"m"}', "unlimited", 0],
  ]);
  expect(db.query("SELECT count(*) FROM account_turns").values()).toEqual([[0]]);
  expect(db.query("SELECT user FROM brains WHERE account = 'acme'").values()).toEqual([["ann"]]);
});

test.each([
  ["2026-01-31T23:59:59.999Z", "2026-01", 1],
  ["2026-02-01T00:00:00.000Z", "2026-02", 28 * 86_400],
  ["2026-12-31T00:00:00.000Z", "2026-12", 86_400],
  ["2028-02-01T12:00:00.000Z", "2028-02", 28 * 86_400 + 43_200],
])("%s is in %s, which has %d seconds left", (iso, month, seconds) => {
  const now = Date.parse(iso);
  expect([monthOf(now), secondsToNextMonth(now)]).toEqual([month, seconds]);
});
