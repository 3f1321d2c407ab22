// What a node does where the database is not as it expects, and how it fares when the database goes and comes back.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureAdminKey } from "../../../src/accounts/ensure-admin-key.ts";
import { generateKey } from "../../../src/accounts/key-format.ts";
import type { StorageFault } from "../../../src/domain/ports/store-health.ts";
import { Connections } from "../../../src/storage/postgres/engine/connections.ts";
import { parseDatabaseUrl } from "../../../src/storage/postgres/engine/database-url.ts";
import { migrate } from "../../../src/storage/postgres/engine/migrate.ts";
import { MIGRATIONS, type Migration } from "../../../src/storage/postgres/engine/migrations.ts";
import { openPostgresStore } from "../../../src/storage/postgres/open-store.ts";
import { until } from "../../e2e/until.ts";
import { brainOf, NOW, recordOne } from "../../store/fixture.ts";
import { codeOf } from "../../store/opened-store.ts";
import { POSTGRES_PROGRAMS, type PostgresServer, startPostgres } from "../../support/postgres.ts";

const VERSIONS = MIGRATIONS.map(({ version }) => version);
const NEWEST = VERSIONS.length;

const PEM = { format: "pem", type: "pkcs8" } as const;
const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };

setDefaultTimeout(120_000);

const hold = () => {
  let server: PostgresServer;
  const folders: string[] = [];
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), "memoryd-test-"));
    folders.push(folder);
    return folder;
  };
  let made = 0;
  const newDatabase = async () => {
    made += 1;
    await server.create(`opened_${made}`);
    return parseDatabaseUrl(server.url(`opened_${made}`));
  };
  beforeAll(async () => {
    server = await startPostgres(["fsync = off"]);
  });
  afterAll(() => {
    server.stop("immediate");
    for (const folder of [server.folder, ...folders]) rmSync(folder, { recursive: true, force: true });
  });

  test("a second node needs the first one's audit.key, and says so", async () => {
    const address = await newDatabase();
    const [first, second] = [newFolder(), newFolder()];
    await (await openPostgresStore({ address, dataDir: first, now: NOW })).close();
    const open = () => openPostgresStore({ address, dataDir: second, now: NOW });
    await expect(open()).rejects.toThrow("audit.key");
    writeFileSync(join(second, "audit.key"), readFileSync(join(first, "audit.key")));
    await (await open()).close();
    const other = newFolder();
    await (await openPostgresStore({ address: await newDatabase(), dataDir: other, now: NOW })).close();
    const strange = newFolder();
    writeFileSync(join(strange, "audit.key"), readFileSync(join(other, "audit.key")));
    await expect(openPostgresStore({ address, dataDir: strange, now: NOW })).rejects.toThrow("another key");
  });

  test("nodes that start at once on an empty database share what they make", async () => {
    const keys = newFolder();
    writeFileSync(join(keys, "audit.key"), generateKeyPairSync("ed25519").privateKey.export(PEM));
    const written = generateKey(random);
    const keyFile = { path: "admin.key", read: () => written.text, write: () => {}, close: () => null };
    for (let round = 0; round < 8; round++) {
      const address = await newDatabase();
      const startNode = async () => {
        const files = { dataDir: newFolder(), auditKeyFile: join(keys, "audit.key") };
        const store = await openPostgresStore({ address, ...files, now: NOW });
        await store.model.adopt({ id: "m", sha256: "0".repeat(64) });
        return { store, admin: await ensureAdminKey({ ...store, clock: { now: () => NOW }, random, keyFile }) };
      };
      const nodes = await Promise.all([startNode(), startNode(), startNode(), startNode()]);
      const { store } = nodes[0]!;
      expect(nodes.map(({ admin }) => admin.kind).filter((kind) => kind !== "known")).toEqual(["adopted"]);
      expect(await store.keys.list("default")).toHaveLength(1);
      expect(await store.database?.followAudit(null)).toMatchObject({ faults: [], brokenAt: null });
      for (const node of nodes) await node.store.close();
    }
  });

  test("of nodes that start at once with audit keys of their own, one goes on", async () => {
    const address = await newDatabase();
    const opened = await Promise.allSettled(
      Array.from({ length: 3 }, () => openPostgresStore({ address, dataDir: newFolder(), now: NOW })),
    );
    const stores = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const refused = opened.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
    expect(stores).toHaveLength(1);
    expect(refused).toEqual(Array(2).fill(expect.stringContaining("all nodes sign with one key")));
    for (const store of stores) await store.close();
  });

  test("a directory of other data, and an empty database in its place, are refused", async () => {
    const dataDir = newFolder();
    await (await openPostgresStore({ address: await newDatabase(), dataDir, now: NOW })).close();
    await expect(openPostgresStore({ address: await newDatabase(), dataDir, now: NOW })).rejects.toThrow(
      "holds no data",
    );
    const filled = await newDatabase();
    await (await openPostgresStore({ address: filled, dataDir: newFolder(), now: NOW })).close();
    await expect(openPostgresStore({ address: filled, dataDir, now: NOW })).rejects.toThrow("is of the data");
  });

  test("a command makes no data, and a database that is not there is told in a sentence without a password", async () => {
    const address = await newDatabase();
    const asked = openPostgresStore({ address, dataDir: newFolder(), now: NOW, migrate: false });
    await expect(asked).rejects.toThrow("there is no data in");
    const gone = { ...address, port: 1, password: "secretword" };
    const refused = openPostgresStore({ address: gone, dataDir: newFolder(), now: NOW });
    await expect(refused).rejects.toThrow(/^the database postgres:\/\/memoryd@127\.0\.0\.1:1\//);
    await expect(refused).rejects.not.toThrow(/secretword/);
  });

  test("an older node goes on beside newer data that serves it, and refuses what does not", async () => {
    const next = (servesFrom: number, version: number): Migration => ({
      ...{ version, name: `later-${version}`, servesFrom },
      sql: `CREATE TABLE later_${version} (one integer)`,
    });
    const address = await newDatabase();
    const connections = new Connections(address);
    const options = { now: NOW, onEmpty: () => {}, newId: "a".repeat(32), mayMigrate: true };
    try {
      expect((await migrate(connections, options)).applied).toEqual(VERSIONS);
      const wider = [...MIGRATIONS, next(1, NEWEST + 1)];
      expect((await migrate(connections, { ...options, migrations: wider })).applied).toEqual([NEWEST + 1]);
      // The node of before.
      expect(await migrate(connections, options)).toMatchObject({ applied: [], schemaVersion: NEWEST + 1 });
      await migrate(connections, { ...options, migrations: [...wider, next(NEWEST + 2, NEWEST + 2)] });
      await expect(migrate(connections, options)).rejects.toThrow(`needs a memoryd of schema version ${NEWEST + 2}`);
      const [first, ...rest] = [...wider, next(NEWEST + 2, NEWEST + 2)];
      const other = [{ ...first!, sql: `${first!.sql} ` }, ...rest];
      await expect(migrate(connections, { ...options, migrations: other })).rejects.toThrow(
        "is not the one of this memoryd",
      );
    } finally {
      await connections.close();
    }
  });

  test("two nodes that start at once make the schema once", async () => {
    const address = await newDatabase();
    const pools = [new Connections(address), new Connections(address), new Connections(address)];
    const options = { now: NOW, onEmpty: () => {}, newId: "b".repeat(32), mayMigrate: true };
    const done = await Promise.all(pools.map((connections) => migrate(connections, options)));
    expect(done.flatMap(({ applied }) => applied)).toEqual(VERSIONS);
    await Promise.all(pools.map((connections) => connections.close()));
  });

  test("while the database is away everything is not ready, and heals by itself", async () => {
    const address = await newDatabase();
    const faults: (StorageFault | null)[] = [];
    const health = {
      onFault: (fault: StorageFault) => void faults.push(fault),
      onRecovery: () => void faults.push(null),
    };
    const store = await openPostgresStore({ address, dataDir: newFolder(), now: NOW, health });
    try {
      await store.accounts.create("default", NOW);
      await recordOne(store, "before");
      const brain = await brainOf(store);
      server.stop("immediate");
      expect(await codeOf(store.packets.list(brain, { limit: 10, before: null }))).toBe("not_ready");
      expect(await codeOf(recordOne(store, "during"))).toBe("not_ready");
      expect(await store.health.fault()).toMatchObject({ kind: "writing", outcome: "not_ready" });
      server.start();
      await until("a write that succeeds", async () => ((await store.health.fault()) === null ? true : undefined));
      // None of the connections that were lost costs anybody an answer.
      await recordOne(store, "after");
      const listed = await Promise.all(
        Array.from({ length: 20 }, () => store.packets.list(brain, { limit: 10, before: null })),
      );
      expect(listed.map((packets) => packets.length)).toEqual(Array.from({ length: 20 }, () => 2));
      expect(faults.at(-1)).toBeNull();
    } finally {
      await store.close();
    }
  });

  test("a database that takes no writes is read all the same, and says so to whoever writes", async () => {
    const address = await newDatabase();
    const store = await openPostgresStore({ address, dataDir: newFolder(), now: NOW });
    try {
      await store.accounts.create("default", NOW);
      await recordOne(store, "before");
      const admin = new Connections(address);
      await admin.db.execute(`ALTER DATABASE ${address.database} SET default_transaction_read_only = on`);
      await admin.db.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
      );
      // Before anybody has tried to write.
      await until("a look that succeeds", () =>
        store.health.check().then(
          () => true,
          () => undefined,
        ),
      );
      expect(await store.health.fault()).toMatchObject({ outcome: "not_ready", code: "25006" });
      expect(await codeOf(recordOne(store, "refused"))).toBe("not_ready");
      expect(await store.packets.list(await brainOf(store), { limit: 10, before: null })).toHaveLength(1);
      await admin.transaction(
        (db) => db.execute(`ALTER DATABASE ${address.database} RESET default_transaction_read_only`),
        "BEGIN READ WRITE",
      );
      await admin.db.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
      );
      await admin.close();
      await until("a write that succeeds", async () => ((await store.health.fault()) === null ? true : undefined));
      await recordOne(store, "after");
    } finally {
      await store.close();
    }
  });
};
if (POSTGRES_PROGRAMS === null) describe("PostgreSQL", () => test.skip("there is no server on this machine", () => {}));
else describe("a node", hold);
