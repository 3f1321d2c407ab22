// What a client, or no client at all, can send over the socket of the real executable: the service goes on.
import { beforeAll, expect, test } from "bun:test";
import { openLab, type Server } from "./executable.ts";
import { openRaw, statusesOf } from "./raw-connection.ts";
import { converse } from "./turns.ts";

const lab = openLab({ model: "tiny" });
const PIPELINED = 100;
let server: Server;
let key = "";

beforeAll(async () => {
  server = await lab.start();
  key = `X-API-Key: ${server.adminKey}\r\n`;
});

/** Sends the text on a connection of its own, and waits until the service has closed it. */
async function exchange(text: string): Promise<string> {
  const connection = await openRaw(server.port);
  connection.send(text);
  await connection.closed();
  return connection.received;
}

const request = (line: string, more = "") => `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}${more}\r\n`;

test("a chunked body over the limit is 413, though no length was declared", async () => {
  const connection = await openRaw(server.port);
  connection.send(request("POST /prepare", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"));
  const chunk = `10000\r\n${'{"input":"'.padEnd(0x10000, "a")}\r\n`;
  // 1 MiB is the limit: 16 such chunks, and one more.
  for (let i = 0; i < 17; i++) connection.send(chunk);
  await connection.receive('"code":"body_too_large"');
  expect(statusesOf(connection.received)).toEqual([413]);
  connection.close();
});

test("a chunked body within the limit is read", async () => {
  const body = '6\r\n{"inpu\r\n9;x=y\r\nt":"Hello\r\n2\r\n"}\r\n0\r\n\r\n';
  const headers = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
  const answer = await exchange(request("POST /prepare", headers) + body);
  expect(statusesOf(answer)).toEqual([200]);
});

test("idle connections, many of them, keep nobody waiting", async () => {
  const idle = await Promise.all(Array.from({ length: 200 }, () => openRaw(server.port)));
  expect((await server.ask("POST", "/prepare", { body: { input: "Hello" } })).status).toBe(200);
  for (const connection of idle) connection.close();
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
});

test("HEAD is GET without the body", async () => {
  for (const [path, status] of [
    ["/livez", 200],
    ["/memory", 200],
    ["/nothing", 404],
    ["/memory?limit=0", 400],
  ] as const) {
    const answer = await exchange(request(`HEAD ${path}`));
    expect(statusesOf(answer)).toEqual([status]);
    expect(answer.split("\r\n\r\n")[1]).toBe("");
    expect(answer.toLowerCase()).toContain("x-request-id: ");
  }
  expect(statusesOf(await exchange("HEAD /memory HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))).toEqual([401]);
});

test.each(["TRACE", "OPTIONS", "PURGE", "CONNECT"])("%s is refused and echoes nothing", async (method) => {
  const answer = await exchange(request(`${method} /memory`, "X-Echo: quokka\r\n"));
  for (const status of statusesOf(answer)) expect([400, 404, 405, 501]).toContain(status);
  expect(answer).not.toContain("quokka");
  expect(answer).not.toContain(server.adminKey);
});

test.each([
  ["no HTTP", "quokka\r\n\r\n"],
  ["a TLS hello", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
  ["bytes of zero", "\0".repeat(300)],
  ["a wrong version", "GET /livez HTTP/9.9\r\n\r\n"],
  ["a path with a space", "GET /live z HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a header without a colon", "GET /livez HTTP/1.1\r\nHost x\r\n\r\n"],
  ["two lengths", "POST /prepare HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}"],
  [
    "a length and chunks",
    "POST /prepare HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["a length below zero", "POST /prepare HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"],
])("a request that is %s gets 4xx, 505 or a closed connection", async (_what, text) => {
  const connection = await openRaw(server.port);
  connection.send(text);
  // Whoever waits for more of such a request shows by the next answer that others are served meanwhile.
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  connection.send("\r\n\r\n");
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  for (const status of statusesOf(connection.received))
    expect([400, 401, 404, 405, 411, 414, 431, 505]).toContain(status);
  connection.close();
});

test("pipelined requests are answered all, and in order", async () => {
  const connection = await openRaw(server.port);
  const one = (i: number) => {
    const path = ["/livez", "/memory?limit=1", "/nothing", "/metrics"][i % 4];
    return `GET ${path} HTTP/1.1\r\nHost: x\r\n${key}X-Request-Id: pipelined-${i}-\r\n\r\n`;
  };
  connection.send(Array.from({ length: PIPELINED }, (_, i) => one(i)).join(""));
  await connection.receive(`pipelined-${PIPELINED - 1}-`);
  connection.close();
  const ids = [...connection.received.matchAll(/^x-request-id: pipelined-(\d+)-/gim)].map((match) => Number(match[1]));
  expect(ids).toEqual(Array.from({ length: PIPELINED }, (_, i) => i));
  expect(statusesOf(connection.received)).toEqual(ids.map((i) => (i % 4 === 2 ? 404 : 200)));
});

test.each([
  ["one header of 60 KB", `X-Long: ${"a".repeat(60_000)}\r\n`],
  ["many headers of 60 KB together", Array.from({ length: 600 }, (_, i) => `X-H${i}: ${"a".repeat(90)}\r\n`).join("")],
  ["a key of 60 KB", `X-API-Key: ${"a".repeat(60_000)}\r\n`],
])("%s: an answer below 500, or a closed connection", async (_what, headers) => {
  const connection = await openRaw(server.port);
  connection.send(`GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  await connection.closed();
  for (const status of statusesOf(connection.received)) expect([200, 400, 431]).toContain(status);
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
});

test("a client that goes away in the midst of its request or of its answer harms nobody", async () => {
  const body = JSON.stringify({ input: "Hello there" });
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  for (let i = 0; i < 30; i++) {
    const connection = await openRaw(server.port);
    const whole = request("POST /prepare", headers) + body;
    connection.send(i % 2 === 0 ? whole : whole.slice(0, -5));
    if (i % 3 === 0) await fetch(`${server.url}/livez`);
    connection.close();
  }
  expect((await server.ask("POST", "/prepare", { body: { input: "Hello" } })).status).toBe(200);
});

test("after all of that it still does its work, and has logged none of it as a failure of its own", async () => {
  await converse(server, "I like metric units", "Noted.");
  expect(server.written.stderr).not.toContain("request_failed");
  expect(server.written.stderr).not.toContain('"level":"error"');
});
