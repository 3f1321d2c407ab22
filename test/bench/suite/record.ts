// Part "record": what a durable turn costs, alone, among many clients, and on a slow disk.
import { latenciesOf } from "../percentiles.ts";
import { withExecutable } from "../start-executable.ts";
import { createCaller, inParallel } from "./calls.ts";
import { createFsyncProbe } from "./fsync.ts";
import type { Bench, Goal, PartReport, Table } from "./part.ts";
import { recordOnSlowDisk } from "./record-slow-disk.ts";
import { PACKETS, planTurns, prepareTurns, recorder, watchBacklog } from "./waiting-turns.ts";

export async function measureRecord(bench: Bench): Promise<PartReport> {
  const fast = await recordOnThisDisk(bench);
  const slow = await recordOnSlowDisk(bench);
  return { tables: [...fast.tables, ...slow.tables], goals: [...fast.goals, ...slow.goals] };
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
