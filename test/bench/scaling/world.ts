// What a simulation consists of: users, a proxy, nodes, one database, and the draws that tell how long things take.
import { type SeededRandom, seededRandom } from "../../vectors/seeded-random.ts";
import { accountRowsOf } from "./account-rows.ts";
import { type Machines, type People, WORK_SPREAD } from "./assumptions.ts";
import { BrainCache } from "./brain-cache.ts";
import type { CostModel } from "./cost-model.ts";
import { EventQueue } from "./event-queue.ts";
import { HashRing } from "./hash-ring.ts";
import { logNormal, type Population } from "./population.ts";
import { Station } from "./station.ts";
import type { Watch } from "./watch.ts";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

export interface SimulatedNode {
  readonly number: number;
  readonly main: Station;
  readonly workers: Station;
  /** Connections for transactions, and for single statements. */
  readonly lanes: Station;
  readonly pool: Station;
  readonly brains: BrainCache;
  /** Brains that are being read, with those who wait for them. */
  readonly reading: Map<number, (() => void)[]>;
  /** Called where the node is lost: each request under way is asked again elsewhere. */
  readonly underWay: Set<() => void>;
}

export interface World {
  readonly events: EventQueue;
  readonly people: People;
  readonly machines: Machines;
  readonly costs: CostModel;
  readonly population: Population;
  /** One that is lost is replaced by an empty one. */
  readonly nodes: SimulatedNode[];
  readonly ring: HashRing;
  readonly databaseCores: Station;
  /** The rows that count the accounts' turns: one transaction holds one of them until it is committed. */
  readonly accountRows: readonly Station[];
  readonly commitSeconds: number;
  /** Seconds that a cold brain waits for pages, for each of its packets. */
  readonly pageSecondsAPacket: number;
  readonly watch: Watch;
  /** Of arrivals, of work, and of the proxy: a change of one draws nothing else anew. */
  readonly arrivals: SeededRandom;
  readonly work: SeededRandom;
  readonly proxy: SeededRandom;
}

export interface WorldParts {
  readonly people: People;
  readonly machines: Machines;
  readonly costs: CostModel;
  readonly population: Population;
  readonly watch: Watch;
  readonly seed: number;
  /** Nodes that join later included. */
  readonly nodesMost: number;
}

export function createWorld({ people, machines, costs, population, watch, seed, nodesMost }: WorldParts): World {
  const events = new EventQueue();
  const ring = new HashRing();
  const nodes = Array.from({ length: nodesMost }, (_, number) => createNode(events, machines, number));
  for (const { number } of nodes.slice(0, machines.nodes)) ring.add(number);
  const { disk, commitMs } = costs.measured;
  const databaseBytes = population.packets * (disk.packetBytes + disk.turnBytes) + population.users * disk.brainBytes;
  const inMemory = Math.min(1, (machines.databaseMemoryGib * GIB) / databaseBytes);
  return {
    ...{ events, people, machines, costs, population, nodes, ring, watch },
    databaseCores: new Station(events, machines.databaseCores),
    accountRows: Array.from({ length: people.accounts * accountRowsOf(people) }, () => new Station(events, 1)),
    commitSeconds: (machines.commitMs ?? commitMs) / 1_000,
    pageSecondsAPacket: ((1 - inMemory) * disk.pagesAmongOthers * machines.pageReadMs) / 1_000,
    arrivals: seededRandom(seed),
    work: seededRandom(seed + 1),
    proxy: seededRandom(seed + 2),
  };
}

export function createNode(events: EventQueue, machines: Machines, number: number): SimulatedNode {
  const lanes = Math.max(1, Math.floor(machines.connections / 2));
  return {
    number,
    main: new Station(events, 1),
    workers: new Station(events, Math.max(1, machines.nodeCores - 1)),
    lanes: new Station(events, lanes),
    pool: new Station(events, Math.max(1, machines.connections - lanes)),
    brains: new BrainCache(machines.memoryMib * MIB),
    reading: new Map(),
    underWay: new Set(),
  };
}

/** What was measured, drawn around it. */
export function drawn({ work }: World, seconds: number): number {
  return seconds === 0 ? 0 : seconds * logNormal(work, WORK_SPREAD);
}

/** The row that counts the user's turns: brains lie evenly over the rows of their account, as by the brain's number. */
export function accountRowOf({ accountRows }: World, user: number): Station {
  return accountRows[user % accountRows.length]!;
}

/** The node that the proxy sends the user to. */
export function nodeOf({ ring, machines, nodes, proxy }: World, user: number): SimulatedNode {
  if (machines.affinity) return nodes[ring.nodeOf(user)]!;
  const { members } = ring;
  return nodes[members[proxy.integer(members.length)]!]!;
}

export function sent({ watch, events }: World, bytes: number): void {
  watch.at(events.now, (stretch) => {
    stretch.bytes += bytes;
  });
}
