// `bun run torture:isolation`: random operations against the executable, with an oracle that knows who may see what.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeMachine } from "../../bench/machine.ts";
import { readOptions } from "../../bench/read-options.ts";
import { type PostgresServer, startPostgres } from "../../support/postgres.ts";
import { Engine } from "./engine.ts";
import { Fleet } from "./fleet.ts";
import { Service } from "./service.ts";
import { timingTable } from "./timing.ts";

const HELP = `Random operations of the whole API by many keys at once, with an oracle that knows who may see what.

  bun run build
  bun run torture:isolation -- [options]

  --operations N       how many (100000)
  --clients N          at work at once (8)
  --accounts N         each with cores, users and keys, bound and not (6)
  --restarts N         of the service on the way, or of its nodes in turn (20)
  --nodes N            on one PostgreSQL, each question to whichever (0: one service on SQLite)
  --seed N             what is drawn (another each time)
  --executable FILE    what is run (dist/memoryd)
  --source DIR         run a copy of the source instead, such as one with a fault

Exit code 1 where somebody was shown what is not theirs, or could tell that it is there.`;

const values = readOptions(HELP, {
  operations: { type: "string", default: "100000" },
  seed: { type: "string", default: String(Date.now() % 1_000_000) },
  clients: { type: "string", default: "8" },
  accounts: { type: "string", default: "6" },
  restarts: { type: "string", default: "20" },
  nodes: { type: "string", default: "0" },
  executable: { type: "string", default: resolve(import.meta.dir, "../../../dist/memoryd") },
  source: { type: "string" },
});

const executable = resolve(values.executable);
if (values.source === undefined && !existsSync(executable))
  throw new Error(`${executable} is not there: run \`bun run build\` first.`);
const command = values.source === undefined ? [executable] : [process.execPath, resolve(values.source, "src/main.ts")];
const directory = mkdtempSync(join(tmpdir(), "memoryd-isolation-"));
const nodes = Number(values.nodes);
const server = nodes === 0 ? null : await startPostgres();
const service = server === null ? new Service(command, directory) : await fleetOn(server);
async function fleetOn(postgres: PostgresServer): Promise<Fleet> {
  await postgres.create("isolation");
  return new Fleet({ command, directory, modelDir: null, database: postgres.url("isolation"), nodes });
}

const startedAt = performance.now();
const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(0);
try {
  await service.start();
  const run = new Engine({
    service,
    seed: Number(values.seed),
    operations: Number(values.operations),
    clients: Number(values.clients),
    accounts: Number(values.accounts),
    restarts: Number(values.restarts),
    onProgress: (done) => console.error(`${done} operations, ${seconds()} s`),
  });
  const report = await run.run();
  console.log(describeMachine(executable));
  const engine = nodes === 0 ? "SQLite" : `${nodes} nodes on PostgreSQL`;
  console.log(`${engine}, seed ${values.seed}, ${values.clients} clients, ${values.accounts} accounts, ${seconds()} s`);
  console.log(
    `${report.done} operations (${report.byOperation.size} kinds, ${report.requests} requests, ${report.refused} refused as due), ` +
      `${report.restarts} restarts, ${report.lost} operations cut off`,
  );
  console.log(`0 cross-reads, 0 list leaks, 0 of ${report.pairs} pairs of "not yours" and "not there" differ`);
  const { table, worst } = await timingTable(service.url, report.world);
  console.log(table);
  if (worst > 1.5) throw new Error(`"not yours" and "not there" are not of one class of time: ${worst.toFixed(2)}`);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await service.kill();
  if (server !== null) {
    server.stop("immediate");
    rmSync(server.folder, { recursive: true, force: true });
  }
  rmSync(directory, { recursive: true, force: true });
}
