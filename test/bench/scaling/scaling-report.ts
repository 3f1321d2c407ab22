// Plans and outcomes as tables.
import type { Cell, Table } from "../suite/part.ts";
import { PLANNED_USE, type Plan, turnsAMonth } from "./plan-capacity.ts";
import type { Outcome } from "./simulate.ts";
import type { Stretch } from "./watch.ts";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const KB = 1_000;
const MB = 1_000_000;

export function planTable(plans: readonly Plan[]): Table {
  const lines: readonly (readonly [string, (plan: Plan) => Cell])[] = [
    ["turns a second", ({ turnsASecond }) => turnsASecond],
    ["sessions that begin a second", ({ sessionsASecond }) => sessionsASecond],
    ["sessions under way", ({ sessionsUnderWay }) => Math.round(sessionsUnderWay)],
    ["nodes by the main thread", ({ nodes }) => nodes.byMainThread],
    ["nodes by the threads that embed", ({ nodes }) => nodes.byWorkers],
    ["nodes by memory", ({ nodes }) => nodes.byMemory],
    ["nodes, with one to spare", ({ nodesNeeded }) => nodesNeeded],
    ["GiB of brains in use", ({ workingSetBytes }) => workingSetBytes / GIB],
    ["cores of the database", ({ databaseCores }) => databaseCores],
    ["statements a second", ({ statementsASecond }) => Math.round(statementsASecond)],
    ["transactions a second", ({ transactionsASecond }) => Math.round(transactionsASecond)],
    ["connections", ({ connections }) => connections],
    ["MB/s between nodes and database", ({ networkBytesASecond }) => networkBytesASecond / MB],
    ["MB/s of log, least", ({ logBytesASecond }) => logBytesASecond.least / MB],
    ["MB/s of log, most", ({ logBytesASecond }) => logBytesASecond.most / MB],
    ["pages a second for cold brains", ({ pageReadsASecond }) => Math.round(pageReadsASecond)],
    ["GiB of data", ({ diskBytes }) => diskBytes / GIB],
    ["GiB more a month", ({ diskGrowthAMonthBytes }) => diskGrowthAMonthBytes / GIB],
    ["turns/s of one account, most", ({ accountRowsASecond }) => Math.round(accountRowsASecond.most)],
    ["turns/s of one account, as held here", ({ accountRowsASecond }) => Math.round(accountRowsASecond.asMeasured)],
    ["node ms a turn", ({ nodeMsATurn }) => nodeMsATurn],
    ["of it beside the main thread, %", ({ besideMainShare }) => 100 * besideMainShare],
    ["database ms a turn", ({ databaseMsATurn }) => databaseMsATurn],
    ["of it for cold brains, %", ({ coldShare }) => 100 * coldShare],
  ];
  const rows = lines.map(([what, of]) => ({
    what,
    ...Object.fromEntries(plans.map((plan) => [plan.people.users.toLocaleString("en-US"), of(plan)])),
  }));
  const [first] = plans;
  const notes = [
    `In the busiest hour; processors are planned to be busy for ${PLANNED_USE * 100} % of it. Every session begins with a cold brain.`,
    first === undefined ? "" : `By the day's shape a user has ${turnsAMonth(first.people).toFixed(0)} turns a month.`,
  ];
  return { title: "By arithmetic", rows, notes };
}

function timesOf({ prepare, record, cold }: Stretch) {
  return {
    turns: prepare.count,
    "prepare p50 ms": prepare.percentileMs(0.5),
    "p95 ms": prepare.percentileMs(0.95),
    "p99 ms": prepare.percentileMs(0.99),
    "record p50 ms": record.percentileMs(0.5),
    "record p95 ms": record.percentileMs(0.95),
    "record p99 ms": record.percentileMs(0.99),
    "cold %": (100 * cold) / prepare.count,
  };
}

/** What users see. */
export function timesTable(title: string, outcomes: readonly Outcome[], notes: readonly string[] = []): Table {
  const rows = outcomes.map(({ scenario, stretches }) => ({ what: scenario.name, ...timesOf(stretches[0]!) }));
  return { title, rows, notes };
}

/** What machines do for it. */
export function usesTable(title: string, outcomes: readonly Outcome[]): Table {
  const rows = outcomes.map(({ scenario, stretches, nodes, databaseCores, connections, accountRow }) => {
    const { people, machines } = scenario;
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const mains = nodes.map(({ main }) => 100 * main.busy);
    const [all] = stretches;
    return {
      what: scenario.name,
      users: people.users,
      nodes: machines.nodes,
      "main thread %": mean(mains),
      "of the busiest %": Math.max(...mains),
      "embedding %": (100 * mean(nodes.map(({ workers }) => workers.busy))) / Math.max(1, machines.nodeCores - 1),
      "database %": (100 * databaseCores.busy) / machines.databaseCores,
      "busiest account row %": 100 * accountRow.busy,
      "connections busy": connections.busy,
      "most at a node": connections.busyMostOfNode,
      "MB/s": all!.bytes / (all!.to - all!.from) / MB,
      "MiB of brains a node": mean(nodes.map(({ heldBytes }) => heldBytes / MIB)),
      "brains a node": Math.round(mean(nodes.map(({ brains }) => brains))),
    };
  });
  return { title, rows };
}

/** Before, after, and later. */
export function stretchesTable(title: string, outcomes: readonly Outcome[]): Table {
  const rows = outcomes.flatMap(({ scenario, stretches }) =>
    stretches.slice(1).map((stretch) => ({
      what: scenario.name,
      when: stretch.name,
      ...timesOf(stretch),
      "asked again": stretch.askedAgain,
      "kB/s": stretch.bytes / (stretch.to - stretch.from) / KB,
    })),
  );
  return { title, rows };
}
