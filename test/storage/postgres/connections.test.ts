// What a transaction says of its failure, and what is left of its connection.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Connections } from "../../../src/storage/postgres/engine/connections.ts";
import { parseDatabaseUrl } from "../../../src/storage/postgres/engine/database-url.ts";
import { databaseCodeOf } from "../../../src/storage/postgres/engine/faults.ts";
import { freshDatabase, POSTGRES_PROGRAMS } from "../../support/postgres.ts";

setDefaultTimeout(120_000);

const hold = () => {
  let connections: Connections;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshDatabase();
    drop = fresh.drop;
    connections = new Connections(parseDatabaseUrl(fresh.url));
  });
  afterAll(async () => {
    await connections.close();
    await drop();
  });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "",
      (error) => databaseCodeOf(error),
    );

  test("it names what broke it, though a statement that came after is told of first", async () => {
    const broken = connections.transaction(async (db) => {
      const late = db.execute("SELECT 1 / 0").then(
        () => {},
        async (error) => {
          await Bun.sleep(30);
          throw error;
        },
      );
      await Promise.all([late, db.execute("SELECT 1")]);
    });
    expect(await codeOf(broken)).toBe("22012");
    // What one transaction met is not told of the next.
    const other = connections.transaction(async (db) => {
      await db.execute("SELECT 1");
      await db.execute("SELECT 1 FROM nowhere");
    });
    expect(await codeOf(other)).toBe("42P01");
  });

  test("a connection that was ended within one costs no other transaction an answer", async () => {
    const ended = connections.transaction((db) => db.execute("SELECT pg_terminate_backend(pg_backend_pid())"));
    expect(await codeOf(ended)).not.toBe("");
    const next = () => connections.transaction((db) => db.execute<{ one: number }>("SELECT 1 AS one"));
    for (let at = 0; at < 10; at++) expect((await next())[0]?.one).toBe(1);
  });
};
if (POSTGRES_PROGRAMS === null) describe("PostgreSQL", () => test.skip("there is no server on this machine", () => {}));
else describe("a transaction that fails", hold);
