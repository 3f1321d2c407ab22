// Nodes and database killed at random moments under load: the long form's code, a few times.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { POSTGRES_PROGRAMS, startPostgres } from "../../support/postgres.ts";
import { torture } from "./torture.ts";

const EXECUTABLE = resolve(import.meta.dir, "../../../dist/memoryd");
if (!existsSync(EXECUTABLE)) throw new Error(`${EXECUTABLE} is not there: run \`bun run build\` first.`);
/** Only a hang reaches it. */
setDefaultTimeout(600_000);

const hold = () => {
  test("kill -9 of nodes and of the database loses nothing acknowledged, and nothing counts twice", async () => {
    const server = await startPostgres();
    const folder = mkdtempSync(join(tmpdir(), "memoryd-nodes-"));
    try {
      await server.create("torture");
      const options = { executable: EXECUTABLE, modelDir: null, folder, server, database: "torture" };
      const report = await torture({ ...options, nodes: 2, clients: 3, kills: 6, databaseEvery: 3, seed: 5 });
      expect(report.findings).toEqual([]);
      expect(report.databaseKills).toBe(2);
      expect(report.acknowledged).toBeGreaterThan(10);
    } finally {
      server.stop("immediate");
      rmSync(server.folder, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    }
  });
};
if (POSTGRES_PROGRAMS === null)
  describe("nodes", () => test.skip("there is no PostgreSQL server on this machine", () => {}));
else describe("nodes", hold);
