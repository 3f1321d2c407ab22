// Seeded data in a PostgreSQL server of its own, for parts that measure nodes on it.
import { copyFileSync, mkdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { SHARED_KEYS } from "../../nodes/executables.ts";
import { type PostgresServer, startPostgres } from "../../support/postgres.ts";
import type { ExecutableOptions } from "../start-executable.ts";
import type { Bench } from "./part.ts";
import type { BrainSeed } from "./seed-brains.ts";

const DATABASE = "bench";

export interface MovedData {
  readonly server: PostgresServer;
  /** Of the database. */
  readonly url: string;
  /** The same data in SQLite, as it was. */
  readonly dataDir: string;
  readonly packets: number;
  readonly moveMs: number;
  /** Of one node more, with a data directory of its own; `url`: how it reaches the database, where not straight. */
  node(url?: string): ExecutableOptions;
}

export async function withMovedData<T>(
  { executable, folder, seed }: Bench,
  name: string,
  seeds: readonly BrainSeed[],
  use: (moved: MovedData) => Promise<T>,
): Promise<T> {
  const { dataDir, packets } = await seed(name, seeds);
  const server = await startPostgres();
  try {
    await server.create(DATABASE);
    const source = join(folder, `${name}-source`);
    await cp(dataDir, source, { recursive: true });
    const url = server.url(DATABASE);
    const moveMs = moveData(executable, source, url);
    let nodes = 0;
    const node = (through = url): ExecutableOptions => {
      nodes += 1;
      const own = join(folder, `${name}-node-${nodes}`);
      mkdirSync(own, { mode: 0o700 });
      for (const file of SHARED_KEYS) copyFileSync(join(source, file), join(own, file));
      return { executable, dataDir: own, modelDir: null, environment: { MEMORYD_DATABASE_URL: through } };
    };
    return await use({ server, url, dataDir, packets, moveMs, node });
  } finally {
    server.stop("immediate");
    await Bun.$`rm -rf ${server.folder}`.quiet();
  }
}

/** From a data directory to a database's URL, or back; gives the ms that it took. */
export function moveData(executable: string, from: string, to: string): number {
  const startedAt = performance.now();
  const { exitCode, stderr } = Bun.spawnSync([executable, "move", "--from", from, "--to", to]);
  if (exitCode !== 0) throw new Error(`the data could not be moved: ${stderr}`);
  return performance.now() - startedAt;
}
