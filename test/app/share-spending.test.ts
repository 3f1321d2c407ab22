// Nodes that tell each other what they let through keep to one rate together.
import { expect, test } from "bun:test";
import { createRequestCounters, type RequestGuard } from "../../src/app/assemble.ts";
import { spendingBeat } from "../../src/app/share-spending.ts";
import type { SpendingExchange, Spendings } from "../../src/domain/ports/spending-exchange.ts";

const GUARD: RequestGuard = {
  trustedProxies: { isTrusted: () => false } as never,
  keyRequestsPerSecond: null,
  failedAuthPerMinute: 60,
};
const MOST = { key: 10, account: null };
const KEY = { id: "k1", account: "acme" };
const NODES = 3;

/** Exchanges of as many nodes, by hand. */
function exchanges(count: number): SpendingExchange[] {
  const inboxes: Spendings[][] = Array.from({ length: count }, () => []);
  return inboxes.map((inbox) => ({
    async exchange(own) {
      for (const other of inboxes) if (other !== inbox) other.push(own);
      const told = inbox.splice(0);
      return { rates: told.flatMap(({ rates }) => rates), failures: told.flatMap(({ failures }) => failures) };
    },
  }));
}

function nodesOf(count: number) {
  let now = 0;
  const nodes = exchanges(count).map((exchange) => {
    const counters = createRequestCounters(GUARD);
    return {
      counters,
      beat: spendingBeat(
        exchange,
        () => counters,
        () => now,
      ),
    };
  });
  const at = (ms: number) => {
    now = ms;
  };
  return { nodes, at };
}

test("whoever sends all he can to each of three nodes gets the rate of one, but for the first beat", async () => {
  const { nodes, at } = nodesOf(NODES);
  let passed = 0;
  for (let now = 0; now < 120_000; now += 20) {
    at(now);
    for (const { counters, beat } of nodes) {
      if (now % 1_000 === 0) await beat();
      if (counters.rates.take(KEY, MOST, now).waitS === null) passed += 1;
    }
  }
  const ofOne = 10 * 121;
  expect(passed).toBeGreaterThan(ofOne * 0.95);
  expect(passed).toBeLessThan(ofOne + NODES * 2 * 10);
});

test("who keeps to the rate over all nodes is never refused", async () => {
  const { nodes, at } = nodesOf(NODES);
  const decisions: (number | null)[] = [];
  for (let now = 0; now < 60_000; now += 10) {
    at(now);
    if (now % 1_000 === 0) for (const { beat } of nodes) await beat();
    // Nine a second, to each in turn.
    if (now % 110 === 0) decisions.push(nodes[(now / 110) % NODES]!.counters.rates.take(KEY, MOST, now).waitS);
  }
  expect(decisions.filter((waitS) => waitS !== null)).toEqual([]);
});

test("an address that guesses keys at one node is held up at the others", async () => {
  const { nodes, at } = nodesOf(2);
  at(0);
  const [here, there] = nodes;
  for (const { beat } of nodes) await beat();
  for (let guess = 0; guess < 60; guess++) here!.counters.failures.failed("10.0.0.9", 0);
  expect(there!.counters.failures.waitS("10.0.0.9", 0)).toBeNull();
  for (const { beat } of nodes) await beat();
  expect(there!.counters.failures.isWatching).toBe(true);
  expect(there!.counters.failures.waitS("10.0.0.9", 0)).toBe(1);
  expect(there!.counters.failures.waitS("10.0.0.8", 0)).toBeNull();
});

test("where failures are not counted none are taken over", async () => {
  const [one, other] = exchanges(2);
  const counters = createRequestCounters({ ...GUARD, failedAuthPerMinute: null });
  await other!.exchange({ rates: [], failures: [{ name: "10.0.0.9", count: 9, size: 60, perMs: 60_000 }] });
  await spendingBeat(
    one!,
    () => counters,
    () => 0,
  )();
  expect(counters.failures.waitS("10.0.0.9", 0)).toBeNull();
});
