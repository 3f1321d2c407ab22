// Part "database": the same data in SQLite and in PostgreSQL, asked the same by turns; then several nodes on PostgreSQL.
import { latenciesOf } from "../percentiles.ts";
import { RETRIEVAL_MODES, type RestClient } from "../rest-client.ts";
import { withExecutable } from "../start-executable.ts";
import { type Caller, createCaller, inParallel } from "./calls.ts";
import { withMovedData } from "./moved-data.ts";
import { measureNodes } from "./nodes.ts";
import { type Bench, median, type PartReport, type Table } from "./part.ts";

/** Larger ones would tell of the ranking alone, which is the same. */
const PACKETS_MAX = 10_000;
const CLIENTS = 64;

interface Engines {
  readonly sqlite: { readonly caller: Caller; readonly rest: RestClient };
  readonly postgres: { readonly caller: Caller; readonly rest: RestClient };
}

export async function measureDatabase(bench: Bench): Promise<PartReport> {
  const { executable, scale } = bench;
  const sizes = scale.sizes.filter((packets) => packets <= PACKETS_MAX);
  const untouched = Array.from({ length: scale.coldBrains }, (_, at) => `untouched-${at}`);
  const shared = ["shared-0", "shared-1"];
  const seeds = [
    ...sizes.map((packets) => ({ user: `user-${packets}`, packets })),
    ...[...untouched, ...shared].map((user) => ({ user, packets: scale.coldPackets })),
  ];
  return withMovedData(bench, "database", seeds, async (moved) => {
    const { dataDir, packets, moveMs, node } = moved;
    const tables = await withExecutable({ executable, dataDir, modelDir: null }, (rest, running) =>
      withExecutable(node(), async (otherRest, otherRunning) => {
        const engines = {
          sqlite: { caller: createCaller(running), rest },
          postgres: { caller: createCaller(otherRunning), rest: otherRest },
        };
        const notes = [`${packets} packets were moved to PostgreSQL before, in ${(moveMs / 1_000).toFixed(1)} s`];
        const asked = { ...(await warm(bench, engines, sizes)), notes };
        return [asked, await cold(bench, engines, untouched), await records(bench, engines)];
      }),
    );
    return { tables: [...tables, ...(await measureNodes(bench, moved, shared))], goals: [] };
  });
}

/** By turns, so that what the machine does besides falls on both. */
async function byTurns(count: number, ask: (engine: keyof Engines, at: number) => Promise<number>) {
  const times: Record<keyof Engines, number[]> = { sqlite: [], postgres: [] };
  for (let at = 0; at < count; at++) {
    for (const engine of at % 2 === 0 ? (["sqlite", "postgres"] as const) : (["postgres", "sqlite"] as const)) {
      times[engine].push(await ask(engine, at));
    }
  }
  return { sqlite: latenciesOf(times.sqlite), postgres: latenciesOf(times.postgres) };
}

async function warm({ scale, inputs }: Bench, engines: Engines, sizes: readonly number[]): Promise<Table> {
  const rows: Record<string, string | number>[] = [];
  for (const mode of RETRIEVAL_MODES) {
    for (const { rest } of Object.values(engines) as Engines[keyof Engines][])
      await rest.changeSettings({ retrieval_mode: mode });
    for (const packets of sizes) {
      const ask = (engine: keyof Engines, at: number) =>
        engines[engine].caller.time("POST", "/prepare", `user-${packets}`, { input: inputs.fresh(at) });
      await byTurns(10, ask);
      const { sqlite, postgres } = await byTurns(scale.questions, ask);
      rows.push({
        mode,
        packets,
        "SQLite p50 ms": sqlite.p50Ms,
        "PostgreSQL p50 ms": postgres.p50Ms,
        "PostgreSQL / SQLite": postgres.p50Ms / sqlite.p50Ms,
        "SQLite p95 ms": sqlite.p95Ms,
        "PostgreSQL p95 ms": postgres.p95Ms,
      });
    }
  }
  return { title: "/prepare, warm", rows };
}

async function cold({ inputs }: Bench, engines: Engines, untouched: readonly string[]): Promise<Table> {
  const rows: Record<string, string | number>[] = [];
  for (const engine of ["sqlite", "postgres"] as const) {
    const { caller } = engines[engine];
    const ask = (user: string) => caller.time("POST", "/prepare", user, { input: inputs.fresh(0) });
    const first: number[] = [];
    const second: number[] = [];
    for (const user of untouched) {
      first.push(await ask(user));
      second.push(await ask(user));
    }
    rows.push({
      engine,
      "first ms": median(first),
      "second ms": median(second),
      "first − second ms": median(first) - median(second),
    });
  }
  return { title: "the first question to a brain, hybrid mode", rows };
}

async function records({ scale, inputs }: Bench, engines: Engines): Promise<Table> {
  const rows: Record<string, string | number>[] = [];
  const prepare = async (engine: keyof Engines, user: string, at: number) =>
    (await engines[engine].caller.json<{ turn_token: string }>("POST", "/prepare", user, { input: inputs.fresh(at) }))
      .turn_token;
  const record = (engine: keyof Engines, user: string, token: string) =>
    engines[engine].caller.time("POST", "/record", user, { turn_token: token, answer: "noted" });
  const alone = await byTurns(scale.singleRecords, async (engine, at) =>
    record(engine, "one", await prepare(engine, "one", at)),
  );
  for (const engine of ["sqlite", "postgres"] as const) {
    const count = Math.min(scale.records, 1_000);
    const turns = await inParallel(
      8,
      Array.from({ length: count }, (_, at) => at),
      async (at) => {
        const user = `many-${at % 50}`;
        return { user, token: await prepare(engine, user, at) };
      },
    );
    const startedAt = performance.now();
    await inParallel(CLIENTS, turns, ({ user, token }) => record(engine, user, token));
    const seconds = (performance.now() - startedAt) / 1_000;
    rows.push({
      engine,
      "/record alone p50 ms": alone[engine].p50Ms,
      "p95 ms": alone[engine].p95Ms,
      [`records a second, ${CLIENTS} clients`]: count / seconds,
    });
  }
  return { title: "/record", rows };
}
