// Users and their brains, drawn once.
import { type SeededRandom, seededRandom } from "../../vectors/seeded-random.ts";
import type { People } from "./assumptions.ts";

const PACKETS_MOST = 100_000;

export interface Population {
  readonly users: number;
  packetsOf(user: number): number;
  /** Bytes of a packet and brain in the database's files are not counted here: all packets together. */
  readonly packets: number;
}

/** Mean 0, deviation 1: Box and Muller's. */
export function gaussian(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

export function exponential(random: SeededRandom, mean: number): number {
  return -mean * Math.log(1 - random.next());
}

/** 1 or more. */
export function geometric(random: SeededRandom, mean: number): number {
  if (mean <= 1) return 1;
  return 1 + Math.floor(Math.log(1 - random.next()) / Math.log(1 - 1 / mean));
}

/** Around 1, which it is on average. */
export function logNormal(random: SeededRandom, spread: number): number {
  return Math.exp(spread * gaussian(random) - (spread * spread) / 2);
}

export function createPopulation({ users, packetsMean, packetsSpread }: People, seed: number): Population {
  const random = seededRandom(seed);
  const sizes = new Uint32Array(users);
  let packets = 0;
  for (let user = 0; user < users; user++) {
    sizes[user] = Math.min(PACKETS_MOST, Math.max(1, Math.round(packetsMean * logNormal(random, packetsSpread))));
    packets += sizes[user]!;
  }
  return { users, packetsOf: (user) => sizes[user]!, packets };
}
