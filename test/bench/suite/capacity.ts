// Part "capacity": what turns, brains and packets cost a node, its database, and the way between: the capacity model's numbers.
import { SQL } from "bun";
import { capacityTables } from "../capacity/capacity-tables.ts";
import { measureDisk, measureLog, tableBytes } from "../capacity/disk-costs.ts";
import type { Measured } from "../capacity/measured.ts";
import { withMeasuredNode } from "../capacity/measured-node.ts";
import { measureAccountRow, measureRoundTrips } from "../capacity/network-costs.ts";
import { measureMemory } from "../capacity/node-memory.ts";
import { measureTurns, seedsOf, usersOf } from "../capacity/turn-costs.ts";
import { measureTimes } from "../capacity/turn-times.ts";
import { createFsyncProbe } from "./fsync.ts";
import { type MovedData, withMovedData } from "./moved-data.ts";
import { type Bench, median, type PartReport } from "./part.ts";
import type { BrainSeed } from "./seed-brains.ts";

const FSYNCS = 50;
const EMPTY = "empty";
/** Brains whose log is looked at. */
const LOGGED = 10;

export async function measureCapacity(bench: Bench): Promise<PartReport> {
  const seeds = [...seedsOf(bench.scale.brainSizes), ...manyBrains(bench.scale.users)];
  return withMovedData(bench, "capacity", seeds, async (moved) => {
    const sql = new SQL(moved.url, { max: 1 });
    try {
      return await measure(bench, moved, sql, seeds.length);
    } finally {
      await sql.close();
    }
  });
}

/** So many that what a brain takes on the disk can be told. */
function manyBrains(count: number): BrainSeed[] {
  return Array.from({ length: count }, (_, at) => ({ user: `many-${at}`, packets: 1 }));
}

async function measure(bench: Bench, moved: MovedData, sql: SQL, brains: number): Promise<PartReport> {
  const { server } = moved;
  await server.create(EMPTY);
  const memory = await measureMemory(moved, server.url(EMPTY));
  const empty = await tablesOf(server.url(EMPTY));
  // What was moved a moment ago would be looked through in the background while turns are measured.
  for (const statement of ["VACUUM ANALYZE", "CHECKPOINT"]) await sql.unsafe(statement);
  const [small = 0, middle = small, large = middle] = bench.scale.brainSizes;
  const [together = ""] = usersOf("hybrid", large);
  const { disk, tables } = await measureDisk(bench, { moved, sql, empty, brains, together });
  const place = { moved, sql, workers: 1 };
  const { turns, idleASecond } = await measureTurns(bench, place);
  const times = await measureTimes(bench, moved);
  const [near = "", far = ""] = usersOf("hybrid", middle);
  const roundTrips = await measureRoundTrips(bench, place, { near, far });
  const log = await withMeasuredNode(place, (node) =>
    measureLog(bench, node, usersOf("hybrid", small).slice(0, LOGGED)),
  );
  const accountRow = await measureAccountRow(bench, moved);
  const commitMs = timeCommit(server.folder);
  const numbers: Measured = { turns, times, idleASecond, memory, disk, log, roundTrips, accountRow, commitMs };
  return { tables: capacityTables(numbers, tables), goals: [], numbers };
}

async function tablesOf(url: string) {
  const sql = new SQL(url, { max: 1 });
  try {
    return await tableBytes(sql);
  } finally {
    await sql.close();
  }
}

function timeCommit(folder: string): number {
  const probe = createFsyncProbe(folder);
  const times = Array.from({ length: FSYNCS }, () => probe.time());
  probe.close();
  return median(times);
}
