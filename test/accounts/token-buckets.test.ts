import { expect, test } from "bun:test";
import { RateLimiter } from "../../src/accounts/limit-rate.ts";
import { TokenBuckets } from "../../src/accounts/token-buckets.ts";

const TEN_A_SECOND = { size: 10, perMs: 1_000 };

test("a bucket is full at first, empties by one and fills steadily", () => {
  const buckets = new TokenBuckets();
  expect(buckets.look("a", TEN_A_SECOND, 0)).toEqual({ left: 10, moreInMs: 100 });
  for (let taken = 0; taken < 10; taken++) buckets.take("a", TEN_A_SECOND, 0);
  expect(buckets.look("a", TEN_A_SECOND, 0)).toEqual({ left: 0, moreInMs: 100 });
  expect(buckets.look("a", TEN_A_SECOND, 40)).toEqual({ left: 0, moreInMs: 60 });
  expect(buckets.look("a", TEN_A_SECOND, 250)).toEqual({ left: 2, moreInMs: 50 });
  expect(buckets.look("a", TEN_A_SECOND, 99_000).left).toBe(10);
});

test("a clock that is set back neither fills a bucket nor empties it", () => {
  const buckets = new TokenBuckets();
  for (let taken = 0; taken < 4; taken++) buckets.take("a", TEN_A_SECOND, 5_000);
  expect(buckets.look("a", TEN_A_SECOND, 1_000).left).toBe(6);
  buckets.take("a", TEN_A_SECOND, 1_000);
  expect(buckets.look("a", TEN_A_SECOND, 1_000).left).toBe(5);
});

test("a bucket that was empty when the clock was set back a day fills again at once, not a day later", () => {
  const buckets = new TokenBuckets();
  const day = 24 * 60 * 60 * 1_000;
  for (let taken = 0; taken < 10; taken++) buckets.take("a", TEN_A_SECOND, day);
  expect(buckets.look("a", TEN_A_SECOND, 0)).toEqual({ left: 0, moreInMs: 100 });
  expect(buckets.look("a", TEN_A_SECOND, 500).left).toBe(5);
});

test("a bucket that is made smaller holds no more than its new size", () => {
  const buckets = new TokenBuckets();
  buckets.take("a", TEN_A_SECOND, 0);
  expect(buckets.look("a", { size: 3, perMs: 1_000 }, 0).left).toBe(3);
});

test("buckets are bounded in number: the one used longest ago is forgotten", () => {
  const buckets = new TokenBuckets(2);
  for (const name of ["a", "b", "a", "c"]) buckets.take(name, TEN_A_SECOND, 0);
  expect(["a", "b", "c"].map((name) => buckets.look(name, TEN_A_SECOND, 0).left)).toEqual([8, 10, 9]);
});

test("over a long time exactly the rate passes, and what one limit refuses takes nothing of the other", () => {
  const rates = new RateLimiter();
  const most = { key: 3, account: 7 };
  let passed = 0;
  for (let now = 0; now < 60_000; now += 10) {
    for (const id of ["a", "b", "c"]) if (rates.take({ id, account: "acme" }, most, now).waitS === null) passed += 1;
  }
  // What the buckets held at first, and what they were filled with in 59.99 seconds.
  expect(passed).toBe(7 + Math.floor(7 * 59.99));
});

test("what was taken elsewhere is paid back before the next token is given, up to a bound", () => {
  const buckets = new TokenBuckets();
  buckets.takeElsewhere({ name: "a", count: 25, ...TEN_A_SECOND }, 0);
  expect(buckets.look("a", TEN_A_SECOND, 0)).toEqual({ left: 0, moreInMs: 1_600 });
  // Failures are counted where there is no token, too.
  buckets.take("a", TEN_A_SECOND, 0);
  expect(buckets.look("a", TEN_A_SECOND, 1_600).left).toBe(1);
  buckets.takeElsewhere({ name: "b", count: 1e9, ...TEN_A_SECOND }, 0);
  expect(buckets.look("b", TEN_A_SECOND, 0).moreInMs).toBe(16_100);
});

test("what was taken here is told once, the names of which most was taken first", () => {
  const buckets = new TokenBuckets();
  buckets.take("before", TEN_A_SECOND, 0);
  expect(buckets.drain(2)).toEqual([]);
  for (const name of ["a", "b", "b", "b", "c", "c"]) buckets.take(name, TEN_A_SECOND, 0);
  buckets.takeElsewhere({ name: "d", count: 9, ...TEN_A_SECOND }, 0);
  expect(buckets.drain(2)).toEqual([
    { name: "b", count: 3, ...TEN_A_SECOND },
    { name: "c", count: 2, ...TEN_A_SECOND },
  ]);
  expect(buckets.drain(2)).toEqual([]);
});
