// What the doctor says of a schema that something else changed: it names it, and asks nothing more of such data.
import { afterAll, expect, test } from "bun:test";
import { openWard } from "./doctor-fixture.ts";

const ward = await openWard();
afterAll(() => ward.close());

const ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c";

test.each([
  ["CREATE TABLE kept (words TEXT)", "the table kept is none of memoryd's"],
  ["DROP TRIGGER audit_keeps_rows", "the trigger audit_keeps_rows on audit is missing"],
  ["ALTER TABLE packets ADD COLUMN kept TEXT", "the table packets is not as memoryd makes it"],
  [`DROP TABLE learning_passes; CREATE VIEW learning_passes AS ${ENDLESS}`, "the view learning_passes is none"],
])("after `%s` it is an error, and nothing else is looked at", async (statements, told) => {
  const patient = ward.admit();
  patient.sql(statements);
  const findings = await patient.examine({ isDeep: true });
  expect(findings[0]).toMatchObject({ code: "schema_foreign", level: "error", what: expect.stringContaining(told) });
  expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["schema_foreign"]));
});

test("a view in the place of the table of migrations is not asked", async () => {
  const patient = ward.admit();
  patient.sql(`DROP TABLE migrations; CREATE VIEW migrations AS ${ENDLESS}`);
  expect(await patient.codes()).toEqual(["foreign_database"]);
});

test("a schema of very many objects is not taken in", async () => {
  const patient = ward.admit();
  patient.sql(Array.from({ length: 1_000 }, (_, at) => `CREATE VIEW v${at} AS SELECT 1;`).join(""));
  expect(await patient.codes()).toEqual(["schema_foreign"]);
});

test("an empty database is none of memoryd's", async () => {
  const patient = ward.admit();
  patient.write("memoryd.db", "");
  expect(await patient.codes()).toEqual(["foreign_database"]);
});
