// Several nodes on one database, each a whole service with memory of its own.
import { describe, test } from "bun:test";
import { rmSync } from "node:fs";
import { PGBOUNCER } from "../support/pgbouncer.ts";
import { POSTGRES_PROGRAMS, sharedPostgres } from "../support/postgres.ts";
import { directoryLike, freshPostgres } from "../support/test-engine.ts";
import { startTestService, type TestService, type TestServiceOptions } from "../support/test-service.ts";
import { WordEmbedder } from "../support/word-embedder.ts";
import { HAPROXY } from "./deployment.ts";

export interface Nodes {
  readonly nodes: readonly TestService[];
  /** Another one, which begins now. */
  join(): Promise<TestService>;
  /** Keeps the database as it is now; what it returns brings it back to that moment, under the nodes that run. */
  keep(): Promise<() => Promise<void>>;
}

/** One embedder for all: equal texts get equal embeddings wherever they are embedded. */
export async function withNodes(
  count: number,
  use: (nodes: Nodes) => Promise<void>,
  options: TestServiceOptions = {},
): Promise<void> {
  const embedder = new WordEmbedder();
  const fresh = await freshPostgres(Date.parse("2026-03-01T12:00:00.000Z"));
  const nodes: TestService[] = [];
  const join = async () => {
    const data = { dataDir: directoryLike(fresh.dataDir), database: fresh.database };
    const node = await startTestService({ embedder, seed: nodes.length + 1, ...options, data });
    nodes.push(node);
    return node;
  };
  try {
    for (let at = 0; at < count; at++) await join();
    await use({ nodes, join, keep: () => keepDatabase(fresh.database ?? "") });
  } finally {
    for (const node of nodes) {
      await node.close();
      rmSync(node.data.dataDir, { recursive: true, force: true });
    }
    await fresh.remove();
  }
}

async function keepDatabase(url: string): Promise<() => Promise<void>> {
  const server = await sharedPostgres();
  const database = new URL(url).pathname.slice(1);
  const kept = `${database}_kept`;
  await server.keep(database, kept);
  return async () => {
    await server.drop(database);
    await server.create(database, kept);
    await server.drop(kept);
  };
}

/** Tests of several nodes, where there is a server to have them on. */
export function describeNodes(name: string, tests: () => void): void {
  describeWith({ "PostgreSQL server": POSTGRES_PROGRAMS }, name, tests);
}

export function describeWithPooler(name: string, tests: () => void): void {
  describeWith({ "PostgreSQL server": POSTGRES_PROGRAMS, PgBouncer: PGBOUNCER }, name, tests);
}

/** Tests of the whole deployment. */
export function describeWithProxy(name: string, tests: () => void): void {
  describeWith(
    { "PostgreSQL server": POSTGRES_PROGRAMS, HAProxy: HAPROXY, openssl: Bun.which("openssl") },
    name,
    tests,
  );
}

/** `programs`: by their names for people; null where this machine has none. */
function describeWith(programs: Readonly<Record<string, string | null>>, name: string, tests: () => void): void {
  const missing = Object.entries(programs).find(([, found]) => found === null);
  if (missing === undefined) describe(name, tests);
  else describe(name, () => test.skip(`there is no ${missing[0]} on this machine`, () => {}));
}
