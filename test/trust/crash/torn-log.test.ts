// Torn writes: a log damaged at every kind of place opens to the last whole transaction before the damage.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { replayTornWrites } from "./torn-log.ts";

const EXECUTABLE = resolve(import.meta.dir, "../../../dist/memoryd");
/** Only a hang reaches it. */
setDefaultTimeout(600_000);

const folder = mkdtempSync(join(tmpdir(), "memoryd-torn-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a log with torn last writes opens to the last whole transaction, and loses nothing acknowledged before it", async () => {
  const { tally, findings } = await replayTornWrites({
    executable: EXECUTABLE,
    folder,
    seed: 3,
    tears: 18,
    startEvery: 12,
  });
  expect(findings).toEqual([]);
  expect(tally.get("torn logs opened")).toBeGreaterThan(30);
  expect(tally.get("torn logs opened by a start")).toBeGreaterThan(3);
  expect(tally.get("transactions in the log")).toBeGreaterThan(10);
  expect(tally.get("acknowledged records before the damage read back")).toBeGreaterThan(100);
});
