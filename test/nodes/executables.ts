// Several nodes as they run: the executable on one database, each with a data directory of its own and the shared keys.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Lab, Server, StartOptions } from "../e2e/executable.ts";

/** The keys that every node has, wherever they were made. */
export const SHARED_KEYS = ["audit.key", "admin.key"];

/** A data directory with the keys of another node, for one that has not been started yet. */
export function directoryWithKeys(lab: Lab, from: string): string {
  const folder = join(lab.directory(), "memoryd-data");
  mkdirSync(folder, { mode: 0o700 });
  for (const file of SHARED_KEYS) copyFileSync(join(from, file), join(folder, file));
  return folder;
}

/** Each is ready. The first one makes the keys, and the schema. */
export async function startNodes(lab: Lab, count: number, url: string, options: StartOptions = {}): Promise<Server[]> {
  const env = { ...options.env, MEMORYD_DATABASE_URL: url };
  const first = await lab.start({ ...options, env });
  const others = Array.from({ length: count - 1 }, () =>
    lab.start({ ...options, env, dataDir: directoryWithKeys(lab, first.dataDir) }),
  );
  const nodes = [first, ...(await Promise.all(others))];
  await Promise.all(nodes.map((node) => node.ready()));
  return nodes;
}
