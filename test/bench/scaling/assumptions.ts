// What is assumed: of the users, which nobody has measured, and of the machines, which are chosen.
import type { RetrievalMode } from "../rest-client.ts";

/** Of the users. */
export interface People {
  readonly users: number;
  /** Share of them who begin a session in the busiest hour. */
  readonly activeShare: number;
  /** On average: how many there are is drawn, geometrically. */
  readonly turnsASession: number;
  /** From the record of a turn to the next question, on average: drawn, exponentially. */
  readonly pauseSeconds: number;
  /** From a question's context to the record of its answer: the caller's own model. */
  readonly modelSeconds: number;
  /** Packets of a brain, on average, and how unlike brains are: the deviation of the logarithm of a log-normal draw. */
  readonly packetsMean: number;
  readonly packetsSpread: number;
  /** Packets that a brain gains in a month. */
  readonly growthAMonth: number;
  readonly mode: RetrievalMode;
  /** Among which users are spread evenly. */
  readonly accounts: number;
  /** Whether their plans limit turns: an account's are counted on one row then. */
  readonly turnsLimited: boolean;
}

/** Of the machines, and the way between them. */
export interface Machines {
  readonly nodes: number;
  /** One for the main thread, the others embed. */
  readonly nodeCores: number;
  /** The setting memory_mib. */
  readonly memoryMib: number;
  /** Of a node, to the database; half of them take writes. */
  readonly connections: number;
  readonly databaseCores: number;
  /** What it keeps of its files in memory, all together. */
  readonly databaseMemoryGib: number;
  /** Of a page that is not in its memory. */
  readonly pageReadMs: number;
  readonly roundTripMs: number;
  /** What a commit waits for: its disk, or a standby's. null: as measured. */
  readonly commitMs: number | null;
  /** Whether a user is sent to the same node. */
  readonly affinity: boolean;
}

export const PEOPLE: People = {
  users: 100_000,
  activeShare: 0.02,
  turnsASession: 8,
  pauseSeconds: 45,
  modelSeconds: 5,
  packetsMean: 500,
  packetsSpread: 1.2,
  growthAMonth: 60,
  mode: "hybrid",
  accounts: 1,
  turnsLimited: false,
};

export const MACHINES: Machines = {
  nodes: 2,
  nodeCores: 8,
  memoryMib: 3_584,
  connections: 10,
  databaseCores: 4,
  databaseMemoryGib: 64,
  pageReadMs: 0.1,
  roundTripMs: 0.5,
  commitMs: null,
  affinity: true,
};

/** The hours of a day, as shares of the busiest one, which is the last. */
export const DAY_SHAPE = [
  ...[0.85, 0.7, 0.5, 0.35, 0.22, 0.15, 0.1, 0.08, 0.08, 0.1, 0.15, 0.25],
  ...[0.4, 0.55, 0.65, 0.7, 0.72, 0.75, 0.78, 0.8, 0.82, 0.88, 0.95, 1],
] as const;

/** How unlike one call's work is to the next: the deviation of the logarithm of a log-normal draw around what was measured. */
export const WORK_SPREAD = 0.25;
