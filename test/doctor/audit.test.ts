// What the doctor says of the audit: a chain that was changed, and a key that others may read.
import { afterAll, expect, test } from "bun:test";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { auditKeysAt } from "../../src/storage/files/audit-keys.ts";
import { openStore } from "../../src/storage/sqlite/open-store.ts";
import { pastTriggers } from "../support/past-triggers.ts";
import { openWard } from "./doctor-fixture.ts";

const ward = await openWard();
afterAll(() => ward.close());

test("an entry that was changed is an error, and names where", async () => {
  const patient = ward.admit();
  patient.change((db) => pastTriggers(db, "UPDATE audit SET actor = 'nobody' WHERE seq = 2"));
  expect(await patient.examine()).toMatchObject([
    { code: "audit_broken", level: "error", what: expect.stringContaining("entry 2 was changed after it was made") },
  ]);
});

test("a key that is lost, is another's or is none is told before a start replaces it", async () => {
  const patient = ward.admit();
  const path = join(patient.dataDir, "audit.key");
  const own = readFileSync(path, "utf8");
  patient.write("audit.key", "any");
  expect(await patient.examine()).toMatchObject([{ code: "audit_key_malformed", level: "error", where: path }]);
  rmSync(path);
  expect(await patient.examine()).toMatchObject([{ code: "audit_key_missing", level: "warning", where: path }]);
  auditKeysAt(patient.dataDir);
  expect(await patient.examine()).toMatchObject([{ code: "audit_key_other", level: "warning", where: path }]);
  // A service took that one over, and then the copy was put back.
  await (await openStore({ dataDir: patient.dataDir, now: Date.now(), writerUrl: null })).close();
  patient.write("audit.key", own);
  chmodSync(path, 0o600);
  expect(await patient.examine()).toMatchObject([{ code: "audit_key_back", level: "note", where: path }]);
});

test("a key that others may read is an error; the key itself is no foreign file", async () => {
  const patient = ward.admit();
  expect(await patient.codes()).toEqual([]);
  chmodSync(join(patient.dataDir, "audit.key"), 0o640);
  expect(await patient.examine()).toMatchObject([{ code: "audit_key_readable", level: "error" }]);
});
