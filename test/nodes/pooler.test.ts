// PgBouncer in transaction mode in between: what belongs to a transaction stays in it, and nothing acknowledged is lost.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { Connections } from "../../src/storage/postgres/engine/connections.ts";
import { parseDatabaseUrl } from "../../src/storage/postgres/engine/database-url.ts";
import { openLab, type Server } from "../e2e/executable.ts";
import { memoryTexts, record, type Turn } from "../e2e/turns.ts";
import { until } from "../e2e/until.ts";
import { type Pooler, startPooler } from "../support/pgbouncer.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { startNodes } from "./executables.ts";
import { describeWithPooler } from "./nodes.ts";

/** Fewer than either node alone would open. */
const POOL = ["default_pool_size = 4", "query_wait_timeout = 2", "server_login_retry = 1"];
const CLIENTS = 8;
const USERS = ["ann", "ben", "cleo"];
const TURNS = 12;

describeWithPooler("several nodes behind PgBouncer", () => {
  const lab = openLab({ model: "tiny" });
  let server: PostgresServer;
  let pooler: Pooler;
  beforeAll(async () => {
    server = await startPostgres(["fsync = off", "synchronous_commit = off"]);
    pooler = await startPooler(server, POOL);
  });
  afterAll(async () => {
    await pooler.remove();
    server.stop("immediate");
    rmSync(server.folder, { recursive: true, force: true });
  });

  test("a transaction has its settings to its end, and leaves none to who has its connection next", async () => {
    await server.create("settings");
    const pools = [1, 2].map(() => new Connections(parseDatabaseUrl(pooler.url("settings"))));
    const asked = "SELECT current_setting('synchronous_commit'), current_setting('statement_timeout'), $1::int";
    const rows = await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        const connections = pools[at % 2]!;
        return at % 3 === 0
          ? connections.values(asked, [at])
          : connections.transaction(({ $client }) => $client.unsafe(asked, [at]).values());
      }),
    );
    const expected = (at: number) => (at % 3 === 0 ? ["off", "0", at] : ["on", "20s", at]);
    expect(rows.map(([row]) => row)).toEqual(rows.map((_, at) => expected(at)));
    await Promise.all(pools.map((connections) => connections.close()));
  });

  test("what two nodes acknowledge outlives the pooler and the database, and they heal by themselves", async () => {
    await server.create("shared");
    const nodes = await startNodes(lab, 2, pooler.url("shared"));
    const talk = startTalk(nodes);
    await talk.goesOn();
    await Promise.all(nodes.flatMap((node) => USERS.map((user) => node.ask("POST", "/sync", { user, body: {} }))));
    for (const part of [pooler, server]) {
      await part.stop();
      await Promise.all(nodes.map(expectRefusal));
      await part.start();
      await Promise.all(nodes.map((node) => node.ready()));
      await talk.goesOn();
    }
    const acknowledged = await talk.end();
    for (const node of nodes) {
      for (const user of USERS) {
        const own = acknowledged.filter((each) => each.user === user).map(({ text }) => `${text}\nNoted.`);
        expect((await memoryTexts(node, { user })).sort()).toEqual(own.sort());
        const { body } = await node.ask("GET", "/metrics", { user });
        expect(body).toMatchObject({ turns: own.length, memory_size: own.length });
      }
      expect((await node.ask("GET", "/admin/audit/check")).body).toMatchObject({ ok: true });
    }
    const [here, there] = await Promise.all(nodes.map((node) => node.ask("GET", "/lessons", { user: "ann" })));
    expect(here?.body.lessons).toMatchObject([{ response_text: "Always keep your answers short." }]);
    expect(there?.body).toEqual(here?.body ?? {});
  });
});

/** That the database is out of reach is said with when to come again, and to whoever sends traffic. */
async function expectRefusal(node: Server): Promise<void> {
  const refused = await until("a refusal", async () => {
    const headers = { "X-API-Key": node.adminKey, "Content-Type": "application/json" };
    const answer = await fetch(`${node.url}/prepare`, { method: "POST", headers, body: '{"input": "hello"}' });
    return answer.status === 200 ? undefined : answer;
  });
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect((await fetch(`${node.url}/readyz`)).status).toBe(503);
}

interface Said {
  readonly user: string;
  readonly text: string;
}

/** Clients that prepare and record one turn after the other, each at whichever node, and again where it could not. */
function startTalk(nodes: readonly Server[]) {
  const acknowledged: Said[] = [];
  let isOver = false;
  const insist = <T>(ask: (node: Server) => Promise<{ status: number; body: T }>) => {
    let tries = 0;
    return until("an answer", async () => {
      const answer = await ask(nodes[tries++ % nodes.length]!);
      return answer.status < 500 ? answer : undefined;
    });
  };
  const client = async (at: number) => {
    const user = USERS[at % USERS.length] ?? "";
    for (let turn = 0; !isOver; turn++) {
      const about = turn % 5 === 1 ? "Please always keep your answers short" : "I saw a heron";
      const text = `${about}. Client ${at}, turn ${turn}.`;
      const { body } = await insist((node) => node.ask<Turn>("POST", "/prepare", { user, body: { input: text } }));
      const { status } = await insist((node) => record(node, body.turn_token ?? "", "Noted.", { user }));
      expect(status).toBe(200);
      acknowledged.push({ user, text });
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at)));
  return {
    /** Resolves once some more turns are acknowledged. */
    async goesOn() {
      const wanted = acknowledged.length + TURNS;
      await Promise.race([until("more turns", () => acknowledged.length >= wanted || undefined), clients]);
    },
    async end(): Promise<readonly Said[]> {
      isOver = true;
      await clients;
      return acknowledged;
    },
  };
}
