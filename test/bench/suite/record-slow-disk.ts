// Records on a disk that takes longer to sync, beside the least that any server needs there.
import { join } from "node:path";
import { buildFaultShim, canBuildFaultShim, faultEnvironment } from "../../trust/faults/fault-shim.ts";
import { latenciesOf } from "../percentiles.ts";
import { listeningUrl, withExecutable } from "../start-executable.ts";
import { createCaller, inParallel, timesDuring } from "./calls.ts";
import { createFsyncProbe } from "./fsync.ts";
import type { Bench, Goal, PartReport } from "./part.ts";
import { planTurns, prepareTurns, recorder, SOMEBODY, watchBacklog } from "./waiting-turns.ts";

const SLOW_MS = 5;
const CLIENTS = 8;
/** Between two calls of somebody else while records go on. */
const PAUSE_MS = 5;
const BARE_SERVICE = join(import.meta.dir, "bare-service.ts");

export async function recordOnSlowDisk(bench: Bench): Promise<PartReport> {
  const goal = `record p50 - fsync p50 in ms, syncs of ${SLOW_MS} ms more, 1 client`;
  const bareGoal = `record p50 - p50 of a bare server in ms, syncs of ${SLOW_MS} ms more, 1 client`;
  const bound = { bound: "at most", goal: 1 } as const;
  if (!canBuildFaultShim) {
    const goals: Goal[] = [goal, bareGoal].map((what) => ({ what, measured: null, ...bound }));
    return { tables: [], goals };
  }
  const shim = await buildFaultShim(bench.folder);
  const rows: Record<string, string | number>[] = [];
  const others: Record<string, string | number>[] = [];
  const overs: number[][] = [];
  for (const delayMs of [0, SLOW_MS]) {
    const figures = await recordWithDelay(bench, shim, delayMs);
    const fsync = latenciesOf(figures.fsync);
    const row = (what: string, times: readonly number[]) => {
      const { p50Ms, p95Ms } = latenciesOf(times);
      rows.push({
        "sync takes more ms": delayMs,
        what,
        "p50 ms": p50Ms,
        "p95 ms": p95Ms,
        "p50 - fsync p50 ms": p50Ms - fsync.p50Ms,
      });
      return p50Ms;
    };
    row("write and fsync of 4 KiB", figures.fsync);
    const bare = row("a bare server: one row a request", figures.bare);
    const record = row("record, one after another", figures.record);
    overs.push([record - fsync.p50Ms, record - bare]);
    for (const [path, [before, during]] of Object.entries(figures.others)) {
      others.push({
        "sync takes more ms": delayMs,
        call: path,
        "p95 before ms": before,
        "p95 during ms": during,
        "during / before": during / before,
      });
    }
  }
  const [overFsync, overBare] = overs[1]!;
  return {
    tables: [
      {
        title: "Record on a slow disk",
        rows,
        notes: [
          "Syncs of the data directory are delayed below SQLite; a pause as long stands before the fsync of the first line.",
          "The bare server is Bun's, with SQLite on another thread, the same journal and the same disk.",
        ],
      },
      {
        title: `Others while ${CLIENTS} clients record`,
        rows: others,
        notes: ["The text of the recall is one seen before, so that it waits for no embedding worker."],
      },
    ],
    goals: [
      { what: goal, measured: overFsync!, ...bound },
      { what: bareGoal, measured: overBare!, ...bound },
    ],
  };
}

async function recordWithDelay(bench: Bench, shim: string, delayMs: number) {
  const { executable, scale, folder } = bench;
  const { singleRecords } = scale;
  const { dataDir, planned } = await planTurns(bench, `record-${delayMs}`, CLIENTS, 6 * singleRecords);
  const rules = delayMs === 0 ? [] : [`sync delay=${delayMs}`];
  const environment = faultEnvironment({ shim, dataDir, rules });
  const probe = createFsyncProbe(folder);
  const fsync = Array.from({ length: singleRecords }, () => probe.time(delayMs));
  probe.close();
  const bare = await measureBare(dataDir, environment, singleRecords);
  return withExecutable({ executable, dataDir, modelDir: null, environment }, async (_rest, running) => {
    const caller = createCaller(running);
    const turns = await prepareTurns(caller, planned);
    const record = recorder(caller);
    const waiting = watchBacklog(dataDir);
    for (const turn of turns.slice(0, singleRecords)) await record(turn);
    await waiting.drained();
    const single: number[] = [];
    for (const turn of turns.slice(singleRecords, 2 * singleRecords)) single.push(await record(turn));
    await waiting.drained();
    const calls = {
      "GET /livez": () => caller.time("GET", "/livez", null),
      "POST /recall": () => caller.time("POST", "/recall", SOMEBODY, { query: "Which ladder did we repair?" }),
    };
    const rest = turns.slice(2 * singleRecords);
    const half = Math.ceil(rest.length / 2);
    const figures: [string, [number, number]][] = [];
    for (const [at, [path, call]] of Object.entries(calls).entries()) {
      await call();
      const before = latenciesOf(await timesDuring(Bun.sleep(Math.min(1_000, 10 * scale.questions)), PAUSE_MS, call));
      const load = inParallel(CLIENTS, rest.slice(at * half, (at + 1) * half), record);
      const during = latenciesOf(await timesDuring(load, PAUSE_MS, call));
      await waiting.drained();
      figures.push([path, [before.p95Ms, during.p95Ms]]);
    }
    waiting.close();
    return { fsync, bare, record: single, others: Object.fromEntries(figures) };
  });
}

/** The first half of the calls runs code that is not compiled yet. */
async function measureBare(folder: string, environment: Record<string, string>, count: number): Promise<number[]> {
  const command = [process.execPath, BARE_SERVICE, join(folder, "bare.db")];
  const env = { ...process.env, ...environment };
  const child = Bun.spawn(command, { env, stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  try {
    const caller = createCaller({ url: await listeningUrl(child.stdout), adminKey: "" });
    const times: number[] = [];
    for (let at = 0; at < 2 * count; at++) {
      times.push(await caller.time("POST", "/", null, { answer: `That is note ${at}.` }));
    }
    return times.slice(count);
  } finally {
    child.kill("SIGTERM");
    await child.exited;
  }
}
