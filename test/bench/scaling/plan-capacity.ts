// From users to machines, by arithmetic alone: what they need in the busiest hour, and how much of it one machine gives.
import { accountRowsOf } from "./account-rows.ts";
import { DAY_SHAPE, type Machines, type People } from "./assumptions.ts";
import type { CostModel, Demand } from "./cost-model.ts";
import { createPopulation } from "./population.ts";

const MIB = 1024 ** 2;
const HOUR_SECONDS = 3_600;
/** Share of a processor that is planned for: beyond it queues grow fast. */
export const PLANNED_USE = 0.6;
/** Nodes at least: one may be lost. */
const NODES_LEAST = 2;
/** Users that stand for all. */
const SAMPLE = 20_000;
const SEED = 1;

export interface Plan {
  readonly people: People;
  readonly turnsASecond: number;
  readonly sessionsASecond: number;
  readonly sessionsUnderWay: number;
  /** By each of what could be the narrowest. */
  readonly nodes: { readonly byMainThread: number; readonly byWorkers: number; readonly byMemory: number };
  /** The most of these, and one more. */
  readonly nodesNeeded: number;
  /** Of the brains of sessions under way. */
  readonly workingSetBytes: number;
  readonly databaseCores: number;
  readonly statementsASecond: number;
  readonly transactionsASecond: number;
  readonly connections: number;
  readonly networkBytesASecond: number;
  /** Of the log: where pages are logged already, and where each turn is the first on its pages since a checkpoint. */
  readonly logBytesASecond: { readonly least: number; readonly most: number };
  readonly diskBytes: number;
  readonly diskGrowthAMonthBytes: number;
  /** Turns a second that one account's rows take: by round trip and commit alone, and as long as one was held where it was measured. */
  readonly accountRowsASecond: { readonly most: number; readonly asMeasured: number };
  /** Of a processor, of one turn with all that it brings. */
  readonly nodeMsATurn: number;
  readonly databaseMsATurn: number;
  /** Of these: what nodes do beside the main thread, which is mostly embedding, and what the database does for cold brains. */
  readonly besideMainShare: number;
  readonly coldShare: number;
  /** Pages that cold brains read a second, if the database has none of them in memory. */
  readonly pageReadsASecond: number;
}

export function planCapacity(people: People, machines: Machines, costs: CostModel): Plan {
  const { measured } = costs;
  const sample = sampleOf(people, costs);
  const sessionsASecond = (people.users * people.activeShare) / HOUR_SECONDS;
  const turnsASecond = sessionsASecond * people.turnsASession;
  const sessionSeconds = people.turnsASession * (people.pauseSeconds + people.modelSeconds);
  const sessionsUnderWay = sessionsASecond * sessionSeconds;
  // Every session begins with a brain that left memory since the last one: that is the most that can be.
  const perSecond = (of: (demand: Demand) => number) =>
    turnsASecond * (of(sample.prepare) + of(costs.record) + of(costs.embedding)) +
    sessionsASecond * of(sample.coldRead);
  const workingSetBytes = sessionsUnderWay * sample.brainBytes;
  const mainSeconds = perSecond((demand) => demand.mainSeconds);
  const workerSeconds = perSecond((demand) => demand.workerSeconds);
  const nodes = {
    byMainThread: Math.ceil(mainSeconds / PLANNED_USE),
    byWorkers: Math.ceil(workerSeconds / PLANNED_USE / (machines.nodeCores - 1)),
    byMemory: Math.ceil(workingSetBytes / (machines.memoryMib * MIB)),
  };
  const nodesNeeded = Math.max(NODES_LEAST, 1 + Math.max(...Object.values(nodes)));
  const { idleASecond, disk, log, accountRow } = measured;
  const heldMs = 1_000 / accountRow.limitedASecond - accountRow.roundTripMs;
  const rows = accountRowsOf(people);
  const keptBytes = disk.packetBytes + disk.turnBytes;
  const databaseSeconds = perSecond((demand) => demand.databaseSeconds);
  const calls = measured.turns.filter(({ mode }) => mode === people.mode);
  const perTurn = (name: "statements" | "transactions") =>
    calls.reduce((sum, { prepare, record, embedding }) => sum + prepare[name] + record[name] + embedding[name], 0) /
    calls.length;
  return {
    ...{ people, turnsASecond, sessionsASecond, sessionsUnderWay, nodes, nodesNeeded, workingSetBytes },
    databaseCores: Math.ceil((databaseSeconds + nodesNeeded * costs.idle.databaseSeconds) / PLANNED_USE),
    statementsASecond: turnsASecond * perTurn("statements") + nodesNeeded * idleASecond.statements,
    transactionsASecond: turnsASecond * perTurn("transactions") + nodesNeeded * idleASecond.transactions,
    connections: nodesNeeded * machines.connections,
    networkBytesASecond: perSecond(({ bytes }) => bytes),
    logBytesASecond: { least: turnsASecond * log.againBytes, most: turnsASecond * log.afterCheckpointBytes },
    diskBytes: people.users * (people.packetsMean * keptBytes + disk.brainBytes),
    diskGrowthAMonthBytes: people.users * people.growthAMonth * keptBytes,
    accountRowsASecond: {
      most: (rows * 1_000) / (machines.roundTripMs + (machines.commitMs ?? measured.commitMs)),
      asMeasured: (rows * 1_000) / (machines.roundTripMs + heldMs),
    },
    nodeMsATurn: (1_000 * (mainSeconds + workerSeconds)) / turnsASecond,
    databaseMsATurn: (1_000 * databaseSeconds) / turnsASecond,
    besideMainShare: workerSeconds / (mainSeconds + workerSeconds),
    coldShare: (sessionsASecond * sample.coldRead.databaseSeconds) / databaseSeconds,
    pageReadsASecond: sessionsASecond * people.packetsMean * disk.pagesAmongOthers,
  };
}

/** What one user's brain costs on average, over the users as they are unlike. */
function sampleOf(people: People, costs: CostModel) {
  const population = createPopulation({ ...people, users: Math.min(people.users, SAMPLE) }, SEED);
  const users = Array.from({ length: population.users }, (_, user) => population.packetsOf(user));
  const mean = (of: (packets: number) => number) => users.reduce((sum, packets) => sum + of(packets), 0) / users.length;
  const meanDemand = (of: (packets: number) => Demand): Demand => ({
    mainSeconds: mean((packets) => of(packets).mainSeconds),
    workerSeconds: mean((packets) => of(packets).workerSeconds),
    databaseSeconds: mean((packets) => of(packets).databaseSeconds),
    bytes: mean((packets) => of(packets).bytes),
  });
  return {
    prepare: meanDemand(costs.prepare),
    coldRead: meanDemand(costs.coldRead),
    brainBytes: mean(costs.brainBytes),
  };
}

/** Turns of a user in a month, by the day's shape: beside it stands the growth that is assumed. */
export function turnsAMonth({ activeShare, turnsASession }: People): number {
  const busiestHoursADay = DAY_SHAPE.reduce((sum: number, share) => sum + share, 0);
  return 30 * busiestHoursADay * activeShare * turnsASession;
}
