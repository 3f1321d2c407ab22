// The requests of the last minutes by operation: how many, how long they took, how they ended. In memory of one size.
import type { RecentOperation, RecentRequests } from "../domain/ports/request-watch.ts";

const SLOT_MS = 15_000;
const SLOTS = 20;
/** Times are kept in steps of a quarter of a doubling, 19 %, from 0.05 ms to some 14 minutes. */
const STEPS_A_DOUBLING = 4;
const LEAST_MS = 0.05;
const STEPS = 96;

interface Tally {
  count: number;
  refused: number;
  failed: number;
  readonly times: Uint32Array;
}

type Slot = Map<string | null, Tally>;

export interface RequestMemory {
  note(operationId: string | null, status: number, ms: number): void;
  read(): RecentRequests;
}

export function rememberRequests(now: () => number = () => performance.now()): RequestMemory {
  const startedAt = now();
  /** By the number of the slot since the clock's beginning. */
  const slots = new Map<number, Slot>();
  const current = () => {
    const number = Math.floor(now() / SLOT_MS);
    for (const old of slots.keys()) if (old <= number - SLOTS) slots.delete(old);
    return number;
  };
  return {
    note(operationId, status, ms) {
      const number = current();
      const slot = slots.get(number) ?? new Map<string | null, Tally>();
      slots.set(number, slot);
      const tally = slot.get(operationId) ?? emptyTally();
      slot.set(operationId, tally);
      tally.count += 1;
      if (status >= 500) tally.failed += 1;
      else if (status >= 400) tally.refused += 1;
      const step = stepOf(ms);
      tally.times[step] = (tally.times[step] ?? 0) + 1;
    },
    read() {
      const number = current();
      const sums: Slot = new Map();
      for (const slot of slots.values()) {
        for (const [operationId, tally] of slot) {
          const sum = sums.get(operationId) ?? emptyTally();
          sums.set(operationId, sum);
          add(sum, tally);
        }
      }
      const from = Math.max(startedAt, (number - SLOTS + 1) * SLOT_MS);
      const operations = [...sums].map(([operationId, tally]) => shown(operationId, tally));
      return {
        seconds: Math.max(1, Math.round((now() - from) / 1_000)),
        operations: operations.sort((a, b) => b.count - a.count),
      };
    },
  };
}

function emptyTally(): Tally {
  return { count: 0, refused: 0, failed: 0, times: new Uint32Array(STEPS) };
}

function add(sum: Tally, { count, refused, failed, times }: Tally): void {
  sum.count += count;
  sum.refused += refused;
  sum.failed += failed;
  for (const [step, number] of times.entries()) sum.times[step] = (sum.times[step] ?? 0) + number;
}

function shown(operationId: string | null, { count, refused, failed, times }: Tally): RecentOperation {
  return { operationId, count, p50Ms: msAt(times, count / 2), p95Ms: msAt(times, count * 0.95), refused, failed };
}

function stepOf(ms: number): number {
  const step = Math.floor(STEPS_A_DOUBLING * Math.log2(Math.max(ms, LEAST_MS) / LEAST_MS));
  return Math.min(step, STEPS - 1);
}

/** The middle of the step that the request of this rank took, in ms, with two digits that count. */
function msAt(times: Uint32Array, rank: number): number {
  let before = 0;
  const step = times.findIndex((number) => {
    before += number;
    return before >= rank;
  });
  return Number((LEAST_MS * 2 ** ((step + 0.5) / STEPS_A_DOUBLING)).toPrecision(2));
}
