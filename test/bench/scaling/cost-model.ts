// What was measured, as demands on processors, the database and the way between, for a brain of any size.
import type { Costs } from "../capacity/costs.ts";
import type { Measured, TurnCosts } from "../capacity/measured.ts";
import type { RetrievalMode } from "../rest-client.ts";

/** In seconds of one processor, and bytes both ways. */
export interface Demand {
  /** Of a node's main thread. */
  readonly mainSeconds: number;
  /** Of its other threads: those that embed and read. */
  readonly workerSeconds: number;
  readonly databaseSeconds: number;
  readonly bytes: number;
}

export interface CostModel {
  /** Of a warm brain of so many packets. */
  prepare(packets: number): Demand;
  /** Of the reading of a cold one. */
  coldRead(packets: number): Demand;
  readonly record: Demand;
  readonly embedding: Demand;
  /** Of one node that nobody asks, a second. */
  readonly idle: Demand;
  /** In a node's memory. */
  brainBytes(packets: number): number;
  /** Bytes of the log that a turn writes: between both, by how often a page is written between two checkpoints. */
  readonly measured: Measured;
}

function demandOf(costs: Costs): Demand {
  return {
    mainSeconds: Math.max(0, costs.mainMs) / 1_000,
    workerSeconds: Math.max(0, costs.nodeMs - costs.mainMs) / 1_000,
    databaseSeconds: Math.max(0, costs.databaseMs) / 1_000,
    bytes: Math.max(0, costs.toDatabaseBytes + costs.fromDatabaseBytes),
  };
}

/** A line through what was measured, from size to size; beyond the last it goes on as between the last two. */
function line(points: readonly (readonly [number, number])[]): (at: number) => number {
  return (at) => {
    const next = points.findIndex(([x]) => x >= at);
    const right = next === -1 ? points.length - 1 : Math.max(1, next);
    const [x0, y0] = points[right - 1] ?? points[0]!;
    const [x1, y1] = points[right] ?? points[0]!;
    if (x1 === x0) return y0;
    return Math.max(0, y0 + ((y1 - y0) * (at - x0)) / (x1 - x0));
  };
}

function demandLine(rows: readonly TurnCosts[], of: (row: TurnCosts) => Demand, origin: Demand | null) {
  const begin: [number, Demand][] = origin === null ? [] : [[0, origin]];
  const points = [...begin, ...rows.map((row): [number, Demand] => [row.packets, of(row)])];
  const through = (name: keyof Demand) => line(points.map(([packets, demand]) => [packets, demand[name]]));
  const lines = {
    mainSeconds: through("mainSeconds"),
    workerSeconds: through("workerSeconds"),
    databaseSeconds: through("databaseSeconds"),
    bytes: through("bytes"),
  };
  return (packets: number): Demand => ({
    mainSeconds: lines.mainSeconds(packets),
    workerSeconds: lines.workerSeconds(packets),
    databaseSeconds: lines.databaseSeconds(packets),
    bytes: lines.bytes(packets),
  });
}

function less(a: Demand, b: Demand): Demand {
  return {
    mainSeconds: Math.max(0, a.mainSeconds - b.mainSeconds),
    workerSeconds: Math.max(0, a.workerSeconds - b.workerSeconds),
    databaseSeconds: Math.max(0, a.databaseSeconds - b.databaseSeconds),
    bytes: Math.max(0, a.bytes - b.bytes),
  };
}

function mean(demands: readonly Demand[]): Demand {
  const of = (name: keyof Demand) => demands.reduce((sum, each) => sum + each[name], 0) / demands.length;
  return {
    mainSeconds: of("mainSeconds"),
    workerSeconds: of("workerSeconds"),
    databaseSeconds: of("databaseSeconds"),
    bytes: of("bytes"),
  };
}

const NOTHING: Demand = { mainSeconds: 0, workerSeconds: 0, databaseSeconds: 0, bytes: 0 };

/** Throws where the mode was not measured. */
export function createCostModel(measured: Measured, mode: RetrievalMode): CostModel {
  const rows = measured.turns.filter((row) => row.mode === mode).toSorted((a, b) => a.packets - b.packets);
  if (rows.length < 2) throw new Error(`two sizes of brains must have been measured in ${mode} mode`);
  return {
    prepare: demandLine(rows, ({ prepare }) => demandOf(prepare), null),
    coldRead: demandLine(rows, ({ first, prepare }) => less(demandOf(first), demandOf(prepare)), NOTHING),
    // What a brain holds changes neither.
    record: mean(rows.map(({ record }) => demandOf(record))),
    embedding: mean(rows.map(({ embedding }) => demandOf(embedding))),
    idle: demandOf(measured.idleASecond),
    brainBytes: line(rows.map(({ packets, memoryBytes }) => [packets, memoryBytes])),
    measured,
  };
}
