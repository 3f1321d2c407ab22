// What the doctor says of a database.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { Connections } from "../../../src/storage/postgres/engine/connections.ts";
import { type DatabaseAddress, parseDatabaseUrl } from "../../../src/storage/postgres/engine/database-url.ts";
import { migrate } from "../../../src/storage/postgres/engine/migrate.ts";
import { databaseState, examineDatabase } from "../../../src/storage/postgres/examine-database.ts";
import { until } from "../../e2e/until.ts";
import { POSTGRES_PROGRAMS, type PostgresServer, startPostgres, startStandby } from "../../support/postgres.ts";

setDefaultTimeout(120_000);

const hold = () => {
  let server: PostgresServer;
  let connections: Connections;
  let address: DatabaseAddress;
  beforeAll(async () => {
    server = await startPostgres(["fsync = off", "synchronous_commit = off"]);
    await server.create("examined");
    address = parseDatabaseUrl(server.url("examined"));
    connections = new Connections(address);
    await migrate(connections, { now: 1, onEmpty: () => {}, newId: "c".repeat(32), mayMigrate: true });
  });
  afterAll(async () => {
    await connections.close();
    server.stop("immediate");
    rmSync(server.folder, { recursive: true, force: true });
  });
  const codes = async (changes: Partial<DatabaseAddress> = {}) =>
    (await examineDatabase(connections.db, { ...address, ...changes })).map(({ code, level }) => `${level} ${code}`);

  test("a server that forgets what it acknowledged is an error, one disk and a lower commit are notes", async () => {
    expect(await codes()).toEqual(["error database_unsafe", "note database_alone", "note database_commit"]);
  });

  test("no TLS over a network, and TLS that checks nobody, are warnings", async () => {
    expect(await codes({ host: "db.example" })).toContain("warning database_in_the_clear");
    expect(await codes({ host: "db.example", tls: "require" })).toContain("warning database_unverified");
    expect(await codes({ host: "db.example", tls: "verify-full" })).toEqual(await codes());
  });

  test("a pooler before a role without limits is a warning, until what it says is done", async () => {
    const pooled = { ...address, isPooled: true };
    const [before, after] = [new Connections(pooled), new Connections(pooled)];
    const unbounded = async ({ db }: Connections) =>
      (await examineDatabase(db, pooled)).find(({ code }) => code === "database_unbounded");
    const found = await unbounded(before);
    expect(found?.level).toBe("warning");
    const said = /run (.*;), then/.exec(found?.fix ?? "")?.[1] ?? "";
    for (const statement of said.split("; ")) await connections.db.execute(statement);
    expect(await unbounded(after)).toBeUndefined();
    const [set] = await after.values("SELECT current_setting('lock_timeout'), current_setting('plan_cache_mode')", []);
    expect(set).toEqual(["10s", "force_generic_plan"]);
    for (const each of [before, after]) await each.close();
  });

  test("its state tells what is open, what is dead, and who follows", async () => {
    const before = await databaseState(connections.db);
    expect(before).toMatchObject({ isStandby: false, isDurable: false, standbys: 0, lagBytes: 0, connectionsMax: 100 });
    expect(before.version).toMatch(/^\d+\.\d+/);
    expect(before.bytes).toBeGreaterThan(1_000_000);
    expect([before.partitions, before.partitionsDue]).toEqual([320, 320]);
    const other = new Connections(address);
    await other.transaction(async (db) => {
      await db.execute("CREATE TABLE waste AS SELECT generate_series(1, 500) AS one");
      await db.execute("SELECT pg_sleep(0.05)");
      const { oldestTransactionSeconds, connections: taken } = await databaseState(connections.db);
      expect(oldestTransactionSeconds).toBeGreaterThanOrEqual(0.05);
      expect(taken).toBeGreaterThanOrEqual(2);
    });
    await other.db.execute("DELETE FROM waste");
    await other.close();
    // The server's counts of rows come a moment after them.
    const dead = await until("dead rows", async () => {
      const { deadRows } = await databaseState(connections.db);
      return deadRows >= before.deadRows + 500 ? deadRows : undefined;
    });
    await connections.db.execute("VACUUM waste");
    const after = await until("the vacuum", async () => {
      const state = await databaseState(connections.db);
      return state.deadRows <= dead - 500 ? state : undefined;
    });
    expect(after.vacuumedAt).toBeGreaterThan(before.vacuumedAt ?? 0);
    await connections.db.execute("DROP TABLE waste");
  });

  test("a standby says so, and its primary that it follows and is waited for", async () => {
    const standby = await startStandby(server);
    const reading = new Connections({ ...address, port: standby.port });
    try {
      await server.run("ALTER SYSTEM SET synchronous_standby_names = '*'");
      await server.run("SELECT pg_reload_conf()");
      const state = await until("a standby", async () => {
        const each = await databaseState(connections.db);
        return each.synchronousStandbys === 1 ? each : undefined;
      });
      expect(state).toMatchObject({ isStandby: false, standbys: 1 });
      expect(await databaseState(reading.db)).toMatchObject({ isStandby: true, standbys: 0, partitions: 320 });
    } finally {
      await server.run("ALTER SYSTEM RESET synchronous_standby_names");
      await server.run("SELECT pg_reload_conf()");
      await reading.close();
      standby.stop("immediate");
      rmSync(standby.folder, { recursive: true, force: true });
    }
  });

  test("a role that may not look says so in place of a number, until it may", async () => {
    await server.run("CREATE ROLE plain LOGIN");
    const plain = new Connections({ ...address, user: "plain" });
    const standby = await startStandby(server);
    const unseen = async () =>
      (await examineDatabase(plain.db, address)).find(({ code }) => code === "database_unseen");
    try {
      await until("a standby", async () => ((await databaseState(plain.db)).standbys === 1 ? true : undefined));
      const { connections: taken, ...blind } = await databaseState(plain.db);
      expect(blind).toMatchObject({ synchronousStandbys: null, lagBytes: null, oldestTransactionSeconds: null });
      expect(taken).toBe((await databaseState(connections.db)).connections);
      expect((await unseen())?.fix).toContain('GRANT pg_read_all_stats TO "memoryd";');
      await server.run("GRANT pg_read_all_stats TO plain");
      expect(await databaseState(plain.db)).toMatchObject({ synchronousStandbys: 0, lagBytes: expect.any(Number) });
      expect(await unseen()).toBeUndefined();
    } finally {
      await plain.close();
      standby.stop("immediate");
      rmSync(standby.folder, { recursive: true, force: true });
      await server.run("DROP ROLE plain");
    }
  });

  test("a partition that is missing is an error", async () => {
    expect(await codes()).not.toContain("error database_partitions");
    await connections.db.execute("ALTER TABLE turns DETACH PARTITION turns_3");
    expect(await codes()).toContain("error database_partitions");
    await connections.db.execute(
      "ALTER TABLE turns ATTACH PARTITION turns_3 FOR VALUES WITH (MODULUS 16, REMAINDER 3)",
    );
  });
};
if (POSTGRES_PROGRAMS === null) describe("PostgreSQL", () => test.skip("there is no server on this machine", () => {}));
else describe("the doctor of a database", hold);
