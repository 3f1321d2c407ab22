// kill -9 at random moments under load: the long form's code, a few times.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { MOMENTS, torture } from "./torture.ts";

const EXECUTABLE = resolve(import.meta.dir, "../../../dist/memoryd");
if (!existsSync(EXECUTABLE)) throw new Error(`${EXECUTABLE} is not there: run \`bun run build\` first.`);
/** Only a hang reaches it. */
setDefaultTimeout(600_000);

const KILLS = 8;
const folder = mkdtempSync(join(tmpdir(), "memoryd-crash-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("kill -9 at any moment of start, load, backup and shutdown loses nothing acknowledged and leaves nothing by half", async () => {
  const { tally, findings } = await torture({
    executable: EXECUTABLE,
    kills: KILLS,
    seed: 12,
    folder,
    killsPerDirectory: 4,
    embeddingsEvery: 4,
  });
  expect(findings).toEqual([]);
  expect(tally.get("kills")).toBe(KILLS);
  for (const { name } of MOMENTS)
    expect({ name, kills: tally.get(`kills ${name}`) > 0 }).toEqual({ name, kills: true });
  expect(tally.get("records read back")).toBeGreaterThan(tally.get("acknowledged records"));
  expect(tally.get("acknowledged records")).toBeGreaterThan(KILLS);
  for (const what of ["acknowledged memories", "acknowledged changes", "former texts looked for"])
    expect({ what, count: tally.get(what) > 0 }).toEqual({ what, count: true });
  expect(tally.get("directories brought to an end")).toBe(2);
});
