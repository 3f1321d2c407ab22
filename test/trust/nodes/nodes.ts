// `bun run torture:nodes`: nodes and their database killed under load, with an oracle of what was acknowledged.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeMachine } from "../../bench/machine.ts";
import { readOptions } from "../../bench/read-options.ts";
import { startPostgres } from "../../support/postgres.ts";
import { type Pair, startPair } from "./pair.ts";
import { torture } from "./torture.ts";

const HELP = `Kills nodes and their PostgreSQL at random moments while clients record: what was acknowledged must be there, once.

  bun run build
  bun run torture:nodes -- [options]

  --nodes N            how many (3)
  --clients N          that record at the same time (6)
  --kills N            in all (500)
  --database-every N   every so many kills the database is the one that is killed (10)
  --standby            kill the primary and promote its synchronous standby, in place of a restart
  --seed N             what is drawn (another each time)
  --executable FILE    what is run (dist/memoryd)

Exit code 1 where something acknowledged is lost, or anything counts twice.`;

const values = readOptions(HELP, {
  nodes: { type: "string", default: "3" },
  clients: { type: "string", default: "6" },
  kills: { type: "string", default: "500" },
  "database-every": { type: "string", default: "10" },
  standby: { type: "boolean", default: false },
  seed: { type: "string", default: String(Date.now() % 1_000_000) },
  executable: { type: "string", default: resolve(import.meta.dir, "../../../dist/memoryd") },
});

const executable = resolve(values.executable);
if (!existsSync(executable)) throw new Error(`${executable} is not there: run \`bun run build\` first.`);
const folder = mkdtempSync(join(tmpdir(), "memoryd-nodes-"));
const pair: Pair | null = values.standby ? await startPair() : null;
const server = pair?.server ?? (await startPostgres());
const startedAt = performance.now();
try {
  await server.create("torture");
  const report = await torture({
    ...{ executable, modelDir: null, folder, server, database: "torture" },
    nodes: Number(values.nodes),
    clients: Number(values.clients),
    kills: Number(values.kills),
    databaseEvery: Number(values["database-every"]),
    failOver: pair?.failOver,
    seed: Number(values.seed),
    onProgress: (line) => console.error(`${line}, ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`),
  });
  const { findings, acknowledged, unknown, twice, kills, databaseKills } = report;
  console.log(describeMachine(executable));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(`seed ${values.seed}, ${values.nodes} nodes, ${values.clients} clients, ${seconds} s`);
  const what = pair === null ? "restarts of the database" : "promotions of the standby";
  console.log(
    `${kills} kills, ${databaseKills} of them ${what}; ${acknowledged} acknowledged records, ${twice} sent to two nodes at once, ${unknown} of unknown outcome`,
  );
  for (const finding of findings) console.log(`FOUND: ${finding}`);
  console.log(
    findings.length === 0 ? "nothing acknowledged was lost, nothing counted twice" : `${findings.length} findings`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  if (pair !== null) pair.close();
  else {
    server.stop("immediate");
    rmSync(server.folder, { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}
