// What is simulated: deployments of three sizes, and what may befall one.
import { MACHINES, type Machines, PEOPLE, type People } from "./assumptions.ts";
import type { Happening } from "./simulate.ts";
import type { Deployment } from "./slice-of.ts";

const MINUTE = 60;

export interface NamedDeployment extends Deployment {
  readonly name: string;
  /** Of how many parts one is simulated. */
  readonly parts: number;
}

/** Machines as the arithmetic asks for them. */
export const SIZES: readonly NamedDeployment[] = [
  size(
    "1,000 users",
    { users: 1_000 },
    { nodes: 2, nodeCores: 2, memoryMib: 512, databaseCores: 2, databaseMemoryGib: 8 },
  ),
  size("100,000 users", { users: 100_000 }, { nodes: 2, nodeCores: 8, databaseCores: 4, databaseMemoryGib: 64 }),
  size(
    "10,000,000 users",
    { users: 10_000_000, accounts: 100 },
    { nodes: 8, nodeCores: 8, databaseCores: 8, databaseMemoryGib: 512 },
    4,
  ),
];

function size(name: string, people: Partial<People>, machines: Partial<Machines>, parts = 1): NamedDeployment {
  return { name, parts, people: { ...PEOPLE, ...people }, machines: { ...MACHINES, ...machines } };
}

/** A quarter of ten million users: nodes have something to do, and one that is lost is missed. */
export const BUSY: NamedDeployment = size(
  "2,500,000 users",
  { users: 2_500_000, accounts: 25 },
  { nodes: 3, nodeCores: 4, databaseCores: 4, databaseMemoryGib: 128 },
);

/** Small enough to be simulated whole, and busy enough that somebody waits. */
export const SLICED: NamedDeployment = size(
  "100,000 users",
  { users: 100_000, accounts: 4, activeShare: 0.5 },
  { nodes: 4, nodeCores: 4, memoryMib: 512, databaseCores: 4, databaseMemoryGib: 64 },
);
export const SLICES = [1, 2, 4];

export interface Ordeal {
  readonly name: string;
  readonly machines?: Partial<Machines>;
  readonly people?: Partial<People>;
  readonly happenings?: readonly Happening[];
}

/** Each on the same users as the first, in which nothing happens. */
export const ORDEALS: readonly Ordeal[] = [
  { name: "as it is" },
  { name: "a node is lost", happenings: [{ atSeconds: 10 * MINUTE, what: "lost", node: 0 }] },
  {
    name: "lost, and back after a minute",
    happenings: [
      { atSeconds: 9 * MINUTE, what: "lost", node: 0 },
      { atSeconds: 10 * MINUTE, what: "back", node: 0 },
    ],
  },
  { name: "a node joins", happenings: [{ atSeconds: 10 * MINUTE, what: "joins", node: 3 }] },
  { name: "all start cold", happenings: [{ atSeconds: 10 * MINUTE, what: "all cold" }] },
  { name: "no affinity", machines: { affinity: false } },
  { name: "memory of 512 MiB a node", machines: { memoryMib: 512 } },
  { name: "twice the users", people: { users: 5_000_000 } },
  { name: "all in one account", people: { accounts: 1 } },
  { name: "one account, a standby", people: { accounts: 1 }, machines: { commitMs: 5 } },
  {
    name: "one limited account, a standby",
    people: { accounts: 1, turnsLimited: true },
    machines: { commitMs: 5 },
  },
  { name: "a network of 5 ms", machines: { roundTripMs: 5 } },
];

/** Before and after the moment at which something happens, in seconds. */
export const STRETCHES = [
  { name: "the minute before", from: 9 * MINUTE, to: 10 * MINUTE },
  { name: "the minute after", from: 10 * MINUTE, to: 11 * MINUTE },
  { name: "ten minutes later", from: 20 * MINUTE, to: 21 * MINUTE },
];
