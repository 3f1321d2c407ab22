// What every part of the benchmark is given, and what it gives back.
import type { BrainSeed, Seeded } from "./seed-brains.ts";
import type { Inputs } from "./seed-texts.ts";
import type { MemoryMaker } from "./seed-vectors.ts";

export type Cell = string | number | boolean | null;

export interface Table {
  readonly title: string;
  /** Every row has the same fields: they are the heads of the columns, units last. */
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  /** How the figures came about, as far as the heads do not say it. */
  readonly notes?: readonly string[];
}

/** A bound that a figure keeps or misses; it is told, never tested. */
export interface Goal {
  readonly what: string;
  /** null: it could not be measured here. */
  readonly measured: number | null;
  readonly bound: "at most" | "at least";
  readonly goal: number;
}

export interface PartReport {
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
  /** For programs that go on from them: in the JSON alone. */
  readonly numbers?: object;
}

export interface Bench {
  readonly executable: string;
  /** A folder for this run alone. */
  readonly folder: string;
  readonly scale: Scale;
  readonly maker: MemoryMaker;
  readonly inputs: Inputs;
  /** Makes a data directory of that name with these brains, as the executable would have left it. */
  readonly seed: (name: string, seeds: Iterable<BrainSeed>) => Promise<SeededData>;
  /** The data directory with a brain of each size, made at the first call. */
  readonly sizedBrains: () => Promise<SizedBrains>;
}

export interface SeededData extends Seeded {
  readonly dataDir: string;
}

export interface SizedBrains extends SeededData {
  /** The user whose brain has so many packets. */
  readonly userOf: (packets: number) => string;
  /** Users whose brains nobody has asked yet, of `Scale.coldPackets` packets each. */
  readonly untouched: readonly string[];
}

/** How much of everything: a whole run, or one small enough for a test. */
export interface Scale {
  /** Packets of the brains that are asked. */
  readonly sizes: readonly number[];
  readonly questions: number;
  readonly coldPackets: number;
  /** Brains asked for the first time, in each retrieval mode. */
  readonly coldBrains: number;
  /** Questions after each kind of change. */
  readonly changes: number;
  readonly clients: number;
  readonly records: number;
  /** Records by one client, and as many writes with fsync. */
  readonly singleRecords: number;
  readonly users: number;
  readonly starts: number;
  readonly learnedPackets: number;
  readonly rankedRows: readonly number[];
  /** Packets of the brains of the capacity model. */
  readonly brainSizes: readonly number[];
  readonly movedPackets: number;
  /** So long a node is watched that nobody asks. */
  readonly idleSeconds: number;
}

export const WHOLE: Scale = {
  sizes: [1_000, 10_000, 100_000],
  questions: 200,
  coldPackets: 10_000,
  coldBrains: 3,
  changes: 9,
  clients: 64,
  records: 5_000,
  singleRecords: 200,
  users: 5_000,
  starts: 5,
  learnedPackets: 2_000,
  rankedRows: [10_000, 100_000, 1_000_000],
  brainSizes: [50, 1_000, 10_000],
  movedPackets: 100_000,
  idleSeconds: 10,
};

export const MICRO: Scale = {
  sizes: [200],
  questions: 6,
  coldPackets: 100,
  coldBrains: 1,
  changes: 2,
  clients: 4,
  records: 24,
  singleRecords: 5,
  users: 20,
  starts: 1,
  learnedPackets: 40,
  rankedRows: [200, 1_000],
  brainSizes: [10, 200],
  movedPackets: 300,
  idleSeconds: 0.5,
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
