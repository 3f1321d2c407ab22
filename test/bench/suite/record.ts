// Part "record": what a durable turn costs, alone, among many clients, and on a slow disk.
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { databasePath } from "../../../src/storage/data-directory.ts";
import { latenciesOf } from "../percentiles.ts";
import { withExecutable } from "../start-executable.ts";
import { type Caller, createCaller, inParallel, timesDuring } from "./calls.ts";
import { createFsyncProbe } from "./fsync.ts";
import { type Bench, type Goal, median, type PartReport, type Table } from "./part.ts";
import { TOPICS } from "./seed-texts.ts";

const PACKETS = 10;
const SLOW_MS = 5;
const SLOW_CLIENTS = 8;
const PREPARING_CLIENTS = 8;
const DRAIN_POLL_MS = 20;
/** Between two calls of somebody else while records go on. */
const PAUSE_MS = 5;
const SLOW_SERVICE = join(import.meta.dir, "slow-service.ts");
const SOMEBODY = "somebody";

/** Different inputs: few, so that making so many tokens takes seconds. */
const INPUTS = 64;

interface PlannedTurn {
  readonly user: string;
  readonly input: string;
  /** Unlike every other, so that each has to be embedded. */
  readonly answer: string;
}

interface WaitingTurn extends PlannedTurn {
  readonly token: string;
}

export async function measureRecord(bench: Bench): Promise<PartReport> {
  const fast = await recordOnThisDisk(bench);
  const slow = await recordOnSlowDisk(bench);
  return { tables: [...fast.tables, ...slow.tables], goals: [...fast.goals, ...slow.goals] };
}

function recorder(caller: Caller): (turn: WaitingTurn) => Promise<number> {
  return ({ user, token, answer }) => caller.time("POST", "/record", user, { turn_token: token, answer });
}

/** So many turns, the users one after another. */
async function planTurns(bench: Bench, name: string, users: number, count: number, command?: readonly string[]) {
  const { maker } = bench;
  const names = Array.from({ length: users }, (_, at) => `user-${at}`);
  const seeds = [...names, SOMEBODY].map((user) => ({ user, packets: PACKETS }));
  const { dataDir } = await bench.seed(name, seeds, command);
  const inputs = Array.from({ length: INPUTS }, (_, at) => maker.turn(at % TOPICS).input);
  const planned = Array.from({ length: count }, (_, at): PlannedTurn => {
    const { answer } = maker.turn(at % TOPICS);
    return { user: names[at % users]!, input: inputs[at % INPUTS]!, answer: `${answer} That is note ${at}.` };
  });
  return { dataDir, names, planned };
}

function prepareTurns(caller: Caller, planned: readonly PlannedTurn[]): Promise<WaitingTurn[]> {
  return inParallel(PREPARING_CLIENTS, planned, async (turn) => {
    const answer = await caller.json<{ turn_token: string }>("POST", "/prepare", turn.user, { input: turn.input });
    return { ...turn, token: answer.turn_token };
  });
}

async function recordOnThisDisk(bench: Bench): Promise<PartReport> {
  const { executable, scale, folder } = bench;
  const { singleRecords, records } = scale;
  const total = 3 * singleRecords + records;
  const { dataDir, names, planned } = await planTurns(bench, "record", scale.clients, total);
  const fsyncs: number[] = [];
  const report = await withExecutable({ executable, dataDir, modelDir: null }, async (_rest, running) => {
    const caller = createCaller(running);
    const turns = await prepareTurns(caller, planned);
    const record = recorder(caller);
    const waiting = watchBacklog(dataDir);
    const probe = createFsyncProbe(folder);
    // The first ones run code that is not compiled yet.
    for (const turn of turns.slice(0, singleRecords)) await record(turn);
    await waiting.drained();
    const alone: number[] = [];
    for (const turn of turns.slice(singleRecords, 2 * singleRecords)) {
      fsyncs.push(probe.time());
      alone.push(await record(turn));
      await waiting.drained();
    }
    probe.close();
    const inRow: number[] = [];
    for (const turn of turns.slice(2 * singleRecords, 3 * singleRecords)) inRow.push(await record(turn));
    await waiting.drained();
    const many = turns.slice(3 * singleRecords, total);
    let errors = 0;
    const startedAt = performance.now();
    const times = await inParallel(scale.clients, many, (turn) =>
      record(turn).catch(() => {
        errors++;
        return Number.NaN;
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    await waiting.drained();
    const drainSeconds = (performance.now() - startedAt) / 1000 - seconds;
    waiting.close();
    const sizes = await inParallel(8, names, (user) => caller.json<{ memory_size: number }>("GET", "/metrics", user));
    const remembered = sizes.reduce((sum, { memory_size }) => sum + memory_size, 0) - names.length * PACKETS;
    return {
      alone,
      inRow,
      times: times.filter((time) => !Number.isNaN(time)),
      errors,
      seconds,
      drainSeconds,
      remembered,
    };
  });
  const fsync = latenciesOf(fsyncs);
  const [alone, inRow, many] = [report.alone, report.inRow, report.times].map(latenciesOf);
  const row = (what: string, figures = fsync) => ({
    what,
    count: figures.count,
    "p50 ms": figures.p50Ms,
    "p95 ms": figures.p95Ms,
    "p99 ms": figures.p99Ms,
    "p50 - fsync p50 ms": figures.p50Ms - fsync.p50Ms,
  });
  const perSecond = report.times.length / report.seconds;
  const left = watchBacklog(dataDir);
  const pending = left.count();
  left.close();
  const tables: Table[] = [
    {
      title: "Record",
      rows: [
        row("write and fsync of 4 KiB"),
        row("1 client, nothing else under way", alone),
        row("1 client, one after another", inRow),
        row(`${scale.clients} clients`, many),
      ],
      notes: [
        "The writes with fsync alternate with the first records; one after another and with many clients, earlier turns are embedded meanwhile.",
      ],
    },
    {
      title: `Record, ${scale.clients} clients`,
      rows: [
        {
          "records/s": perSecond,
          errors: report.errors,
          "until all are embedded s": report.drainSeconds,
          recorded: total - report.errors,
          remembered: report.remembered,
          "without embedding": pending,
        },
      ],
      notes: ["Remembered: what GET /metrics counts afterwards. The clients run on the same machine."],
    },
  ];
  const goals: Goal[] = [
    { what: "record p50 - fsync p50 in ms, 1 client", measured: inRow!.p50Ms - fsync.p50Ms, bound: "at most", goal: 1 },
    { what: `records/s, ${scale.clients} clients`, measured: perSecond, bound: "at least", goal: 2_000 },
    { what: "records lost", measured: total - report.errors - report.remembered, bound: "at most", goal: 0 },
  ];
  return { tables, goals };
}

/** Looks at the database beside the service: no request of its own disturbs the measurement. */
function watchBacklog(dataDir: string) {
  const db = new Database(databasePath(dataDir), { readonly: true });
  const pending = db.query<{ n: number }, []>("SELECT count(*) AS n FROM pending_embeddings");
  const count = () => pending.get()!.n;
  return {
    count,
    async drained() {
      while (count() > 0) await Bun.sleep(DRAIN_POLL_MS);
    },
    close: () => db.close(),
  };
}

async function recordOnSlowDisk(bench: Bench): Promise<PartReport> {
  const rows: Record<string, number>[] = [];
  const others: Record<string, string | number>[] = [];
  for (const delayMs of [0, SLOW_MS]) {
    const figures = await recordWithDelay(bench, delayMs);
    rows.push({ "commit takes more ms": delayMs, ...figures.record });
    for (const [path, [before, during]] of Object.entries(figures.others)) {
      others.push({
        "commit takes more ms": delayMs,
        call: path,
        "p95 before ms": before,
        "p95 during ms": during,
        "during / before": during / before,
      });
    }
  }
  const over = rows[1]!["1 client p50 ms"]! - SLOW_MS;
  return {
    tables: [
      {
        title: "Record on a slow disk",
        rows,
        notes: ["The service from its sources, its writer asleep at each commit."],
      },
      {
        title: "Others while 8 clients record",
        rows: others,
        notes: ["The text of the recall is one seen before, so that it waits for no embedding worker."],
      },
    ],
    goals: [
      { what: `record p50 over a commit of ${SLOW_MS} ms more, in ms`, measured: over, bound: "at most", goal: 1 },
    ],
  };
}

async function recordWithDelay(bench: Bench, delayMs: number) {
  const { executable, scale } = bench;
  const total = 6 * scale.singleRecords;
  const command = [process.execPath, SLOW_SERVICE];
  const { dataDir, planned } = await planTurns(bench, `record-${delayMs}`, SLOW_CLIENTS, total, command);
  process.env.BENCH_COMMIT_DELAY_MS = String(delayMs); // slow-writer.ts reads it in its thread.
  return withExecutable({ executable, dataDir, modelDir: null, command }, async (_rest, running) => {
    const caller = createCaller(running);
    const turns = await prepareTurns(caller, planned);
    const record = recorder(caller);
    const waiting = watchBacklog(dataDir);
    const { singleRecords } = scale;
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
      const load = inParallel(SLOW_CLIENTS, rest.slice(at * half, (at + 1) * half), record);
      const during = latenciesOf(await timesDuring(load, PAUSE_MS, call));
      await waiting.drained();
      figures.push([path, [before.p95Ms, during.p95Ms]]);
    }
    waiting.close();
    return {
      record: { records: single.length, "1 client p50 ms": median(single), "p95 ms": latenciesOf(single).p95Ms },
      others: Object.fromEntries(figures),
    };
  });
}
