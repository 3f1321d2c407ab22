import { afterAll, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { freshDatabase, POSTGRES_PROGRAMS } from "../../support/postgres.ts";
import { openCountRelay } from "./count-relay.ts";
import { createMessageReader } from "./wire-messages.ts";

function message(type: string, payload: readonly number[]): number[] {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, payload.length + 4);
  return [type.charCodeAt(0), ...length, ...payload];
}

describe("a server's messages", () => {
  const bytes = [...message("C", [65, 66, 67]), ...message("1", []), ...message("Z", [73]), ...message("D", [1, 2])];

  test.each([1, 2, 3, 5, 7, 100])("are found in pieces of %d bytes", (step) => {
    const seen: [string, number | null][] = [];
    const read = createMessageReader((type, first) => seen.push([type, first]));
    for (let at = 0; at < bytes.length; at += step) read(Uint8Array.from(bytes.slice(at, at + step)));
    expect(seen).toEqual([
      ["C", 65],
      ["1", null],
      ["Z", 73],
      ["D", 1],
    ]);
  });
});

describe.skipIf(POSTGRES_PROGRAMS === null)("a relay before a database", () => {
  const open: { close(): void }[] = [];
  afterAll(() => {
    for (const each of open) each.close();
  });

  async function through(delayMs: number) {
    const { url } = await freshDatabase();
    const direct = new URL(url);
    const relay = openCountRelay(Number(direct.port), delayMs);
    direct.port = String(relay.port);
    const client = new SQL(direct.href, { max: 1 });
    open.push(relay, { close: () => void client.close() });
    await client`SELECT 1`;
    return { client, relay };
  }

  test("counts statements, transactions and bytes", async () => {
    const { client, relay } = await through(0);
    const before = relay.counts();
    await client`SELECT 1`;
    await client.begin((transaction) => [transaction`SELECT 2`, transaction`SELECT repeat('x', 100000)`]);
    const after = relay.counts();
    // BEGIN, COMMIT and three of them.
    expect(after.statements - before.statements).toBe(5);
    expect(after.transactions - before.transactions).toBe(2);
    expect(after.fromDatabaseBytes - before.fromDatabaseBytes).toBeWithin(100_000, 102_000);
    expect(after.toDatabaseBytes - before.toDatabaseBytes).toBeWithin(100, 2_000);
  });

  test("holds up what is asked, and hands it on in its order", async () => {
    const { client } = await through(20);
    const startedAt = performance.now();
    const asked = Array.from({ length: 5 }, (_, at) => client`SELECT ${at}::int AS n`);
    expect((await Promise.all(asked)).map(([row]) => row.n)).toEqual([0, 1, 2, 3, 4]);
    expect(performance.now() - startedAt).toBeGreaterThan(20);
  });
});
