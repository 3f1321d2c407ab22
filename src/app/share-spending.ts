// Tells other nodes what requests took of the limits here, and counts what they took there.
import type { TokenBuckets } from "../accounts/token-buckets.ts";
import type { SpendingExchange, Spendings } from "../domain/ports/spending-exchange.ts";
import type { RequestCounters } from "./assemble.ts";

const BEAT_MS = 1_000;
/** Buckets of a kind that one beat tells of: of more those that least was taken of stay this node's own. */
const TOLD_MAX = 1_000;

/** `counters`: those in use at the moment. Returns what ends it. */
export function shareSpending(
  exchange: SpendingExchange,
  counters: () => RequestCounters,
  now: () => number,
): () => void {
  const beat = spendingBeat(exchange, counters, now);
  let isUnderWay = false;
  const run = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    // A database that is away is told of by whatever else asks it.
    await beat().catch(() => {});
    isUnderWay = false;
  };
  // Nothing is counted before the first beat.
  run();
  const timer = setInterval(run, BEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}

export function spendingBeat(
  exchange: SpendingExchange,
  counters: () => RequestCounters,
  now: () => number,
): () => Promise<void> {
  return async () => {
    const { rates, failures } = counters();
    const of: Record<keyof Spendings, TokenBuckets | null> = { rates: rates.buckets, failures: failures.buckets };
    const told = await exchange.exchange({
      rates: of.rates?.drain(TOLD_MAX) ?? [],
      failures: of.failures?.drain(TOLD_MAX) ?? [],
    });
    for (const kind of ["rates", "failures"] as const) {
      for (const spending of told[kind]) of[kind]?.takeElsewhere(spending, now());
    }
  };
}
