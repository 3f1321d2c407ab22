// Two limits at once: of the key and of its account.
import { expect, test } from "bun:test";
import { RateLimiter } from "../../src/accounts/limit-rate.ts";

const key = (id: string, account = "acme") => ({ id, account });

test("no limit, no decision", () => {
  expect(new RateLimiter().take(key("a"), { key: null, account: null }, 0)).toEqual({ limits: [], waitS: null });
});

test("each limit tells its size, what is left and when there is more, the key's first", () => {
  const { limits, waitS } = new RateLimiter().take(key("a"), { key: 2, account: 5 }, 0);
  expect(waitS).toBeNull();
  expect(limits).toEqual([
    { name: "key", requests: 2, left: 1, moreInS: 1 },
    { name: "account", requests: 5, left: 4, moreInS: 1 },
  ]);
});

test("what the one limit refuses takes nothing of the other, and the wait is the longer of the two", () => {
  const rates = new RateLimiter();
  const most = { key: 1, account: 2 };
  expect(rates.take(key("a"), most, 0).waitS).toBeNull();
  const refused = rates.take(key("a"), most, 0);
  expect(refused.waitS).toBe(1);
  expect(refused.limits.map(({ left }) => left)).toEqual([0, 1]);
  expect(rates.take(key("b"), most, 0).waitS).toBeNull();
  // Both are empty: the account's fills in half a second, the key's in a whole one.
  expect(rates.take(key("a"), most, 0).waitS).toBe(1);
  expect(rates.take(key("c"), most, 0).waitS).toBe(0.5);
});

test("keys of one account share its limit, and those of another do not", () => {
  const rates = new RateLimiter();
  const most = { key: null, account: 1 };
  expect(rates.take(key("a"), most, 0).waitS).toBeNull();
  expect(rates.take(key("b"), most, 0).waitS).toBe(1);
  expect(rates.take(key("c", "other"), most, 0).waitS).toBeNull();
});

test("a key and an account of the same name have buckets of their own", () => {
  const rates = new RateLimiter();
  expect(rates.take(key("acme"), { key: 1, account: null }, 0).waitS).toBeNull();
  expect(rates.take(key("acme"), { key: null, account: 1 }, 0).waitS).toBeNull();
});

test("after a second there is one more", () => {
  const rates = new RateLimiter();
  const most = { key: 1, account: null };
  rates.take(key("a"), most, 0);
  expect(rates.take(key("a"), most, 999).waitS).toBeCloseTo(0.001, 6);
  expect(rates.take(key("a"), most, 1_000).waitS).toBeNull();
});
