// Clients that read or send a byte now and then, or go away: the others are served, and nothing is kept for them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import { seedBrains } from "../../bench/suite/seed-brains.ts";
import { TOPICS } from "../../bench/suite/seed-texts.ts";
import { createMemoryMaker } from "../../bench/suite/seed-vectors.ts";
import { openLab, type Server } from "../../e2e/executable.ts";
import { logBegin } from "../../e2e/log-begin.ts";
import { converse, prepare } from "../../e2e/turns.ts";
import { until } from "../../e2e/until.ts";
import { seededRandom } from "../../vectors/seeded-random.ts";

const MIB = 1024 * 1024;
const EXPORTS_MAX = 8;
/** Some 13 MB of lines: far more than lies between the two sides of a connection. */
const EXPORTED_PACKETS = 3_000;
const GROWTH_BYTES_MAX = 256 * MIB;
const LONG_INPUT = "My sister moved to Lisbon in May, and she likes the light there. ".repeat(400);

const lab = openLab({ model: "tiny" });
const sockets: Socket[] = [];
afterAll(() => sockets.forEach((socket) => void socket.destroy()));

/** Sends the head of a request, and reads what comes back only as far as the system does it by itself. */
async function sendSlowly(server: Server, head: readonly string[], body = ""): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {}); // It is closed in the end, by whichever side.
  socket.pause();
  sockets.push(socket);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(`${[...head, `X-API-Key: ${server.adminKey}`, "Host: localhost", "", ""].join("\r\n")}${body}`);
  return socket;
}

function post(path: string, bytes: number): string[] {
  return [`POST ${path} HTTP/1.1`, "Content-Type: application/json", `Content-Length: ${bytes}`];
}

/** What has come back once it holds a head; the socket is read from here on. */
async function statusOf(socket: Socket): Promise<number> {
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
  });
  socket.resume();
  return until("an answer", () => {
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
    return status === undefined ? undefined : Number(status);
  });
}

async function figureOf(server: Server, name: string): Promise<number> {
  const answer = await fetch(`${server.url}/prometheus`, { headers: { "X-API-Key": server.adminKey } });
  const line = (await answer.text()).split("\n").find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`/prometheus has no ${name}.`);
  return Number(line.split(" ")[1]);
}

async function embeddingQueue(server: Server): Promise<number> {
  return figureOf(server, 'memoryd_embedding_queue_texts{lane="interactive"}');
}

async function agentOf(server: Server, account: string): Promise<string> {
  await server.ask("POST", "/admin/accounts", { body: { name: account } });
  const made = await lab.run(
    ["keys", "create", "--name", "x", "--scope", "agent", "--account", account, "--data-dir", server.dataDir, "--json"],
    {},
  );
  return (JSON.parse(made.stdout) as { key: string }).key;
}

/** One refusal may come from the place that the question before it held; several in a row come from the readers. */
const REFUSALS = 3;

/** A question that is answered may have had the place of a reader that came after it: then one more reader comes. */
async function refusedByReaders(server: Server, readMore: () => Promise<unknown>): Promise<Response> {
  let refusals = 0;
  return until("all places to be taken", async () => {
    const answer = await exportOf(server);
    refusals = answer.status === 503 ? refusals + 1 : 0;
    if (refusals === 0) await readMore();
    return refusals === REFUSALS ? answer : undefined;
  });
}

describe("slow readers of an export", () => {
  test("hold neither others, nor the write-ahead log, nor more than a page each; and there are only so many", async () => {
    const dataDir = join(lab.directory(), "data");
    await (await lab.start({ dataDir })).stop();
    const random = seededRandom(1);
    const centres = Float32Array.from({ length: TOPICS * DIMENSION }, () => random.next() - 0.5);
    seedBrains(dataDir, [{ user: "ada", packets: EXPORTED_PACKETS }], createMemoryMaker(centres, random));
    const server = await lab.start({ dataDir, args: ["--exports-max", String(EXPORTS_MAX)] });
    await server.ready();
    const before = await figureOf(server, "process_resident_memory_bytes");
    const readers: Socket[] = [];
    const read = async () => readers.push(await sendSlowly(server, ["GET /admin/export HTTP/1.1"]));
    await Promise.all(Array.from({ length: EXPORTS_MAX }, read));
    const refused = await refusedByReaders(server, read);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({ code: "overloaded" });

    await converse(server, "Is anybody served?", "You are.", { user: "grace" });
    // An erasure empties the log at once where nobody reads.
    const log = logBegin(server.dataDir);
    expect(log).not.toBe("");
    await server.ask("DELETE", "/admin/users/ada");
    await until("the log to be emptied", () => logBegin(server.dataDir) !== log || undefined);
    const grown = (await figureOf(server, "process_resident_memory_bytes")) - before;
    expect(grown).toBeLessThan(GROWTH_BYTES_MAX);

    for (const reader of readers) reader.destroy();
    await until("free places", async () => (await exportOf(server)).status === 200 || undefined);
    expect(await server.stop()).toBe(0);
  });
});

/** Only its head: the rest is given up. */
async function exportOf(server: Server): Promise<Response> {
  const answer = await fetch(`${server.url}/admin/export`, { headers: { "X-API-Key": server.adminKey } });
  if (answer.status === 200) await answer.body?.cancel();
  return answer;
}

/** A sender whose body takes all the room for bodies, and does not come. */
async function fillRoom(server: Server): Promise<Socket> {
  const sender = await sendSlowly(server, post("/prepare", MIB), '{"input": "');
  // A question that came before it would have room of its own, and the sender would be refused. Who asks is one in flight.
  await until("the sender", async () => (await figureOf(server, "memoryd_http_requests_in_flight")) > 1 || undefined);
  await until("the room to be full", async () => {
    const { status } = await server.ask("POST", "/recall", { body: { query: "Who?" } });
    return status === 503 || undefined;
  });
  return sender;
}

describe("slow senders", () => {
  let server: Server;
  beforeAll(async () => {
    server = await lab.start({ args: ["--body-memory-mib", "1"] });
    await server.ready();
  });
  afterAll(async () => expect(await server.stop()).toBe(0));

  test("fill the room for bodies, of which other accounts have their share, and give it back", async () => {
    const other = await agentOf(server, "other");
    const sender = await fillRoom(server);
    const body = { input: "Who is there?" };
    expect((await server.ask("POST", "/prepare", { key: other, body })).status).toBe(200);
    expect((await server.ask("GET", "/memory")).status).toBe(200);
    sender.destroy();
    await until("room", async () => (await server.ask("POST", "/prepare", { body })).status === 200 || undefined);
  });

  test("are refused with the length of a body alone, where another's is waited for", async () => {
    const first = await fillRoom(server);
    // Nothing of its body has come.
    const second = await sendSlowly(server, post("/prepare", MIB));
    expect(await statusOf(second)).toBe(503);
    first.destroy();
    await until("nothing in flight", async () => {
      // Who asks is one in flight.
      return (await figureOf(server, "memoryd_http_requests_in_flight")) === 1 || undefined;
    });
  });
});

describe("clients that go away while their text waits", () => {
  test("give their places free, and what nobody waits for is not embedded", async () => {
    const queueMax = 16;
    const server = await lab.start({ args: ["--embedding-queue-max", String(queueMax)] });
    await server.ready();
    const before = await figureOf(server, "memoryd_embedding_windows_total");
    const clients = await Promise.all(
      Array.from({ length: queueMax }, (_, at) => {
        const body = JSON.stringify({ input: `${at} ${LONG_INPUT}` });
        return sendSlowly(server, post("/prepare", body.length), body);
      }),
    );
    await until("a full queue", async () => (await embeddingQueue(server)) >= queueMax - 4 || undefined);
    for (const client of clients) client.destroy();
    await until("an empty queue", async () => (await embeddingQueue(server)) === 0 || undefined);
    await prepare(server, "Is there room again?");
    // Sixteen long texts have 27 windows each.
    const windows = (await figureOf(server, "memoryd_embedding_windows_total")) - before;
    expect(windows).toBeLessThan(queueMax * 20);
    expect((await server.ask("GET", "/memory")).body).toMatchObject({ items: [] });
    expect(await server.stop()).toBe(0);
  });
});
