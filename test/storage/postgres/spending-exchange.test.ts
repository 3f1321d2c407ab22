// What nodes tell each other of requests: once, to every other one, and late ones a few beats.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { SpendingExchange, Spendings } from "../../../src/domain/ports/spending-exchange.ts";
import type { Store } from "../../../src/domain/ports/store.ts";
import { POSTGRES_PROGRAMS } from "../../support/postgres.ts";
import { directoryLike, freshPostgres, openTestStore, type TestData } from "../../support/test-engine.ts";

setDefaultTimeout(120_000);

const NOTHING: Spendings = { rates: [], failures: [] };
const spendings = (name: string): Spendings => ({ rates: [{ name, count: 2, size: 10, perMs: 1_000 }], failures: [] });
const names = ({ rates }: Spendings) => rates.map(({ name }) => name).sort();

const hold = () => {
  let data: TestData;
  const stores: Store[] = [];
  beforeAll(async () => {
    data = await freshPostgres(0);
    for (let at = 0; at < 3; at++) {
      stores.push(await openTestStore({ ...data, dataDir: directoryLike(data.dataDir) }, 0));
    }
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await data.remove();
  });
  const exchangeOf = (at: number): SpendingExchange => stores[at]!.spending!;

  test("each other node hears of it once, and whoever told it does not", async () => {
    const told = { ...spendings("key a"), failures: [{ name: "10.0.0.9", count: 1, size: 60, perMs: 60_000 }] };
    expect(await exchangeOf(0).exchange(told)).toEqual(NOTHING);
    for (const at of [1, 2]) {
      expect(await exchangeOf(at).exchange(NOTHING)).toEqual(told);
      expect(await exchangeOf(at).exchange(NOTHING)).toEqual(NOTHING);
    }
    expect(await exchangeOf(0).exchange(NOTHING)).toEqual(NOTHING);
  });

  test("who comes late hears of some beats, and then of all again", async () => {
    for (let beat = 0; beat < 5; beat++) await exchangeOf(0).exchange(spendings(`key ${beat}`));
    expect(names(await exchangeOf(1).exchange(NOTHING))).toEqual([0, 1, 2, 3, 4].map((beat) => `key ${beat}`));
    for (let beat = 0; beat < 30; beat++) await exchangeOf(0).exchange(spendings(`key ${beat}`));
    const heard = names(await exchangeOf(1).exchange(NOTHING));
    expect(heard).toContain("key 29");
    expect(heard.length).toBeLessThan(30);
    await exchangeOf(0).exchange(spendings("key z"));
    expect(names(await exchangeOf(1).exchange(NOTHING))).toEqual(["key z"]);
  });
};
if (POSTGRES_PROGRAMS === null) describe("PostgreSQL", () => test.skip("there is no server on this machine", () => {}));
else describe("the exchange of spendings", hold);
