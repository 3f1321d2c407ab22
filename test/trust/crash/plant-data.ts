// What a data directory begins with: nothing, or what a released version of the program left.
import { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { startCommand } from "./killable-server.ts";
import { BrainOracle, CoreOracle, type Oracle } from "./oracle.ts";

const RELEASED = resolve(import.meta.dir, "../../upgrades");
/** Of so many directories one begins with older data. */
const OLD_EVERY = 4;

interface Expected {
  readonly brains: readonly {
    readonly user: string;
    readonly core?: string;
    readonly turns: number;
    readonly memory: readonly { readonly text: string }[];
    readonly lessons: readonly { readonly id: string; readonly text: string }[];
  }[];
}

export interface Plan {
  readonly executable: string;
  readonly dataDir: string;
  readonly oracle: Oracle;
  /** Which directory of the run it is, from 1 on. */
  readonly number: number;
}

export async function plantData(plan: Plan): Promise<void> {
  const { dataDir, oracle, number } = plan;
  if (number % OLD_EVERY !== 2) return;
  const versions = readdirSync(RELEASED).filter((name) => /^\d+$/.test(name));
  const version = versions[Math.floor(number / OLD_EVERY) % versions.length] as string;
  mkdirSync(dataDir, { mode: 0o700 });
  copyFileSync(join(RELEASED, version, "memoryd.db"), databasePath(dataDir));
  const { stdout } = await startCommand(plan.executable, join(dataDir, ".."), ["keys", "generate"]).finished;
  writeFileSync(join(dataDir, "admin.key"), stdout, { mode: 0o600 });
  oracle.prepared = numberIn(dataDir, "account_turns", "sum(turns)");
  oracle.plantedThrough = numberIn(dataDir, "packets", "max(created_at)");
  adopt(oracle, JSON.parse(readFileSync(join(RELEASED, version, "expected.json"), "utf8")) as Expected);
}

function adopt(oracle: Oracle, { brains }: Expected): void {
  for (const { user, core: slug, turns, memory, lessons } of brains) {
    const brain = slug === undefined ? oracle.brain(user) : new BrainOracle(user, slug);
    if (slug !== undefined) {
      const core = new CoreOracle(slug);
      core.standing = "there";
      core.brains.push(brain);
      oracle.cores.push(core);
    }
    brain.turns = turns;
    for (const { text } of memory) {
      const [input = "", ...answer] = text.split("\n");
      // Its token is nobody's any more.
      brain.said.push({ token: null, input, answers: [], kept: answer.join("\n"), standing: "there" });
    }
    for (const { id, text } of lessons) brain.rules.push({ id, text, rewording: null, standing: "there" });
  }
}

/** 0 where that version had no such table. */
function numberIn(dataDir: string, table: string, what: string): number {
  const db = new Database(databasePath(dataDir), { readonly: true });
  try {
    const hasTable = db.query("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table) !== null;
    const row = hasTable ? db.query<{ n: number }, []>(`SELECT ${what} AS n FROM ${table}`).get() : null;
    return row?.n ?? 0;
  } finally {
    db.close();
  }
}
