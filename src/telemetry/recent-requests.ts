// The requests of the last minutes by operation: how many, how long they took, how they ended. In memory of one size.
import type { RecentOperation, RecentRequests } from "../domain/ports/request-watch.ts";
import { countStep, emptySteps, msAt } from "./time-steps.ts";

const SLOT_MS = 15_000;
const SLOTS = 20;

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
      countStep(tally.times, ms);
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
  return { count: 0, refused: 0, failed: 0, times: emptySteps() };
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
