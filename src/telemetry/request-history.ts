// The last day, minute by minute: turns, errors, times, and what was held. In memory of one size, gone with the process.
import type { HistoryPoint, HistorySample, RequestHistory } from "../domain/ports/request-watch.ts";
import { countStep, emptySteps, msAt } from "./time-steps.ts";

const MINUTE_MS = 60_000;
/** A day. */
export const HISTORY_MINUTES = 1_440;

const TURNS: Readonly<Record<string, "prepares" | "records" | "verifies">> = {
  prepareTurn: "prepares",
  recordTurn: "records",
  verifyAnswer: "verifies",
};

interface Minute {
  /** Since the clock's beginning. */
  number: number;
  prepares: number;
  records: number;
  verifies: number;
  errors: number;
  sample: HistorySample | null;
  /** While it is under way; then only the two numbers of it are kept. */
  times: Uint32Array | null;
  prepareP50Ms: number | null;
  prepareP95Ms: number | null;
}

export interface NotedHistory extends RequestHistory {
  note(operationId: string | null, status: number, ms: number): void;
}

/** `now`: ms since the epoch. */
export function keepHistory(now: () => number): NotedHistory {
  const minuteOf = () => Math.floor(now() / MINUTE_MS);
  const started = minuteOf();
  const ring: (Minute | undefined)[] = new Array(HISTORY_MINUTES);
  let open = emptyMinute(started);

  /** That of now, in the ring from its first event on. */
  function current(): Minute {
    const number = minuteOf();
    if (number !== open.number) {
      close(open);
      open = emptyMinute(number);
    }
    ring[placeOf(number)] = open;
    return open;
  }

  return {
    note(operationId, status, ms) {
      const minute = current();
      if (status >= 500) minute.errors += 1;
      const turn = TURNS[operationId ?? ""];
      if (turn === undefined || status >= 300) return;
      minute[turn] += 1;
      if (turn === "prepares" && minute.times !== null) countStep(minute.times, ms);
    },
    sample(seen) {
      current().sample = seen;
    },
    read(minutes) {
      const last = minuteOf();
      // A clock that was set back shows no minutes that are still to come.
      const first = Math.max(Math.min(started, last), last - Math.min(minutes, HISTORY_MINUTES) + 1);
      return Array.from({ length: last - first + 1 }, (_, step) => {
        const held = ring[placeOf(first + step)];
        return shown(held?.number === first + step ? held : emptyMinute(first + step));
      });
    },
  };
}

function placeOf(number: number): number {
  return ((number % HISTORY_MINUTES) + HISTORY_MINUTES) % HISTORY_MINUTES;
}

function emptyMinute(number: number): Minute {
  const counts = { prepares: 0, records: 0, verifies: 0, errors: 0 };
  return { number, ...counts, sample: null, times: emptySteps(), prepareP50Ms: null, prepareP95Ms: null };
}

function close(minute: Minute): void {
  Object.assign(minute, timesOf(minute), { times: null });
}

function timesOf({ times, prepares, prepareP50Ms, prepareP95Ms }: Minute) {
  if (times === null || prepares === 0) return { prepareP50Ms, prepareP95Ms };
  return { prepareP50Ms: msAt(times, prepares / 2), prepareP95Ms: msAt(times, prepares * 0.95) };
}

function shown(minute: Minute): HistoryPoint {
  const { number, prepares, records, verifies, errors, sample } = minute;
  return { at: number * MINUTE_MS, prepares, records, verifies, errors, ...timesOf(minute), sample };
}
