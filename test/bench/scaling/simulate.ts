// One run: warm or cold, with nodes that are lost, come back or join, and what is counted of it.
import type { Machines, People } from "./assumptions.ts";
import type { CostModel } from "./cost-model.ts";
import { createPopulation } from "./population.ts";
import { startSessions } from "./sessions.ts";
import type { Station, StationUse } from "./station.ts";
import { Stretch, Watch } from "./watch.ts";
import { createNode, createWorld, nodeOf, type SimulatedNode, type World } from "./world.ts";

const HOUR_SECONDS = 3_600;
/** Before anything is counted: sessions under way are as many as later, then. */
const RUN_UP_SECONDS = 900;
const IDLE_EVERY_SECONDS = 1;

export type Happening =
  | { readonly atSeconds: number; readonly what: "lost" | "back" | "joins"; readonly node: number }
  /** Every node is started anew. */
  | { readonly atSeconds: number; readonly what: "all cold" };

export interface Scenario {
  readonly name: string;
  readonly people: People;
  readonly machines: Machines;
  readonly costs: CostModel;
  readonly seed: number;
  /** Counted, after the run-up; the moments of what happens count from its end. */
  readonly seconds: number;
  /** Of the day, before what is counted ends: the last is the busiest. */
  readonly hours?: number;
  readonly happenings?: readonly Happening[];
  /** Stretches that are told apart, in seconds after the run-up. */
  readonly stretches?: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}

export interface NodeUse {
  readonly main: StationUse;
  readonly workers: StationUse;
  readonly heldBytes: number;
  readonly brains: number;
}

export interface Outcome {
  readonly scenario: Scenario;
  /** All that is counted, then the stretches of the scenario. */
  readonly stretches: readonly Stretch[];
  readonly nodes: readonly NodeUse[];
  readonly databaseCores: StationUse;
  /** In use of all nodes' connections, on average and at most at one node. */
  readonly connections: { readonly busy: number; readonly busyMostOfNode: number };
  /** The busiest one. */
  readonly accountRow: StationUse;
}

export function simulate(scenario: Scenario): Outcome {
  const { people, machines, costs, seed, seconds, hours, happenings = [], stretches = [] } = scenario;
  const runUp = hours === undefined ? RUN_UP_SECONDS : Math.max(0, hours * HOUR_SECONDS - seconds);
  const whole = new Stretch("all", runUp, runUp + seconds);
  const watched = stretches.map(({ name, from, to }) => new Stretch(name, runUp + from, runUp + to));
  const nodesMost = Math.max(machines.nodes, ...happenings.map((each) => ("node" in each ? each.node + 1 : 0)));
  const watch = new Watch([whole, ...watched]);
  const population = createPopulation(people, seed + 3);
  const world = createWorld({ people, machines, costs, population, watch, seed, nodesMost });
  fillMemory(world);
  startIdling(world);
  startSessions(world, (runUp + seconds) / HOUR_SECONDS);
  for (const happening of happenings)
    world.events.after(runUp + happening.atSeconds, () => letHappen(world, happening));
  world.events.runUntil(runUp);
  for (const station of stationsOf(world)) station.reset();
  world.events.runUntil(runUp + seconds);
  return outcomeOf(world, scenario);
}

/** As it is after days: whoever was there last, as far as the budget goes. */
function fillMemory(world: World): void {
  const { population, proxy, costs, machines } = world;
  const budgetBytes = machines.memoryMib * 1024 ** 2;
  const full = new Set<SimulatedNode>();
  const users = Uint32Array.from({ length: population.users }, (_, user) => user);
  const copies = machines.affinity ? 1 : machines.nodes;
  for (let at = 0; at < users.length && full.size < machines.nodes; at++) {
    const other = at + proxy.integer(users.length - at);
    const user = users[other]!;
    users[other] = users[at]!;
    const bytes = costs.brainBytes(population.packetsOf(user));
    for (let copy = 0; copy < copies; copy++) {
      const node = nodeOf(world, user);
      if (node.brains.heldBytes + bytes > budgetBytes) full.add(node);
      else node.brains.add(user, bytes);
    }
  }
}

/** What nodes do that nobody asks: they look at the database for what others did. */
function startIdling(world: World): void {
  const { costs, events, nodes, databaseCores, ring } = world;
  const beat = (number: number) => {
    const node = nodes[number]!;
    if (ring.members.includes(number)) {
      node.main.serve(costs.idle.mainSeconds, () => {});
      node.workers.serve(costs.idle.workerSeconds, () => {}, true);
      databaseCores.serve(costs.idle.databaseSeconds, () => {});
    }
    events.after(IDLE_EVERY_SECONDS, () => beat(number));
  };
  for (const { number } of nodes) events.after(number / nodes.length, () => beat(number));
}

function letHappen(world: World, happening: Happening): void {
  const { ring, nodes } = world;
  if (happening.what === "all cold") {
    for (const { brains } of nodes) brains.clear();
    return;
  }
  const { node: number, what } = happening;
  if (what !== "lost") {
    ring.add(number);
    return;
  }
  const { underWay } = nodes[number]!;
  ring.remove(number);
  nodes[number] = createNode(world.events, world.machines, number);
  for (const askAgain of underWay) askAgain();
}

function stationsOf({ nodes, databaseCores, accountRows }: World): Station[] {
  return [
    ...nodes.flatMap(({ main, workers, lanes, pool }) => [main, workers, lanes, pool]),
    databaseCores,
    ...accountRows,
  ];
}

function outcomeOf(world: World, scenario: Scenario): Outcome {
  const { nodes, databaseCores, accountRows, watch } = world;
  const connections = nodes.flatMap(({ lanes, pool }) => [lanes.use, pool.use]);
  const ofNodes = nodes.map(({ lanes, pool }) => lanes.use.busyMost + pool.use.busyMost);
  return {
    scenario,
    stretches: watch.stretches,
    nodes: nodes.map(({ main, workers, brains }) => ({
      ...{ main: main.use, workers: workers.use },
      ...{ heldBytes: brains.heldBytes, brains: brains.brains },
    })),
    databaseCores: databaseCores.use,
    connections: { busy: connections.reduce((sum, { busy }) => sum + busy, 0), busyMostOfNode: Math.max(...ofNodes) },
    accountRow: accountRows.map(({ use }) => use).toSorted((a, b) => b.busy - a.busy)[0]!,
  };
}
