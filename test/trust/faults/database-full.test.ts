// A database whose disk is full: that of its tables refuses what needs a page, that of its log stops the server.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openLab, type Server } from "../../e2e/executable.ts";
import { memoryTexts } from "../../e2e/turns.ts";
import { until } from "../../e2e/until.ts";
import { askAnything, type Reply } from "./ask-anything.ts";
import { canFillDatabase, type FilledDisk, type SmallDatabase, startSmallDatabase } from "./small-database.ts";

const lab = openLab({ model: "tiny" });
const LONG = "The kettle, the violin and the carpet came from three different towns. ".repeat(20).trim();

const remember = (server: Server, user: string, input: string) =>
  askAnything(server, "POST", "/memory", { user, body: { input } });

interface Refused {
  /** Memories that were acknowledged. */
  readonly kept: readonly string[];
  readonly last: string;
  readonly reply: Reply;
}

/** A few memories, then more until one is refused. */
async function rememberUntilRefused(server: Server, user: string, disk: FilledDisk): Promise<Refused> {
  const kept: string[] = [];
  for (let at = 0; ; at++) {
    if (at === 3) disk.fill();
    const last = `Thing ${at}: ${LONG}`;
    const reply = await remember(server, user, last);
    if (reply.status !== 201) return { kept, last, reply };
    kept.push(last);
  }
}

const isReady = async (server: Server) => (await fetch(`${server.url}/readyz`)).status === 200;
const healed = (server: Server) => until("readiness", async () => (await isReady(server)) || undefined);

describe.skipIf(!canFillDatabase)("where the disk of the database is full", () => {
  let database: SmallDatabase;
  let server: Server;
  beforeAll(async () => {
    database = await startSmallDatabase();
    server = await lab.start({ env: { MEMORYD_DATABASE_URL: database.url } });
    await server.ready();
  });
  afterAll(async () => {
    await server?.stop();
    await database?.close();
  });

  test("for tables, writes are 503 storage_full, reads go on, and it is ready again once there is room, not before", async () => {
    const { kept, reply } = await rememberUntilRefused(server, "ann", database.tables);
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(reply).toMatchObject({ status: 503, code: "storage_full", retryAfter: "60" });
    expect((await memoryTexts(server, { user: "ann" })).toSorted()).toEqual(kept.toSorted());
    expect(await isReady(server)).toBe(false);
    // It is tried each second, and what it is tried with needs room as well.
    const failures = () => database.server.log().split("No space left on device").length;
    const before = failures();
    await until("two trials in vain", () => failures() >= before + 2 || undefined);
    expect(await isReady(server)).toBe(false);
    database.tables.makeRoom();
    await healed(server);
    expect((await remember(server, "ann", LONG)).status).toBe(201);
    expect((await memoryTexts(server, { user: "ann" })).toSorted()).toEqual([...kept, LONG].toSorted());
  });

  test("for its log, the server ends, all is 503, and what was acknowledged is there when it is up again", async () => {
    // For a standby that does not come, as it mostly is: else the same files are used again and again.
    await database.server.run("SELECT pg_create_physical_replication_slot('away', true)");
    const { kept, last, reply } = await rememberUntilRefused(server, "ben", database.log);
    expect(kept.length).toBeGreaterThanOrEqual(3);
    // As the server's last word came through, or not.
    expect(reply.status).toBe(503);
    expect(["storage_full 60", "not_ready 5"]).toContain(`${reply.code} ${reply.retryAfter}`);
    await until("the end of the server", () => !database.server.isUp() || undefined);
    expect(database.server.log()).toContain("PANIC");
    for (const [method, path] of [
      ["GET", "/memory"],
      ["POST", "/prepare"],
    ] as const) {
      const body = method === "GET" ? undefined : { input: LONG };
      expect(await askAnything(server, method, path, { user: "ben", body })).toMatchObject({
        status: 503,
        retryAfter: "5",
      });
    }
    expect(await isReady(server)).toBe(false);
    database.log.makeRoom();
    // As its supervisor does.
    database.server.start();
    await healed(server);
    // Of the last one nobody was told what became of it.
    const found = await memoryTexts(server, { user: "ben" });
    expect(found.filter((text) => text !== last).toSorted()).toEqual(kept.toSorted());
    expect((await remember(server, "ben", LONG)).status).toBe(201);
  });
});
