// What can be sent over a bare socket to the real executable: one meaning, or none; and the service goes on.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeCertificate, openssl } from "../../e2e/certificates.ts";
import { openRaw } from "../../e2e/raw-connection.ts";
import { makeTinyModel } from "../../support/tiny-model.ts";
import { type Executable, startExecutable } from "../start-logged.ts";
import { descriptorsOf, descriptorsSettled, failuresIn, fuzzHttp, memorySettled, residentBytes } from "./fuzz-http.ts";
import { ambiguousShapes, nextRequest } from "./http-shapes.ts";
import { answersIn, faultOf, requestIdOf } from "./read-answers.ts";

const SEED = 8;
const CONNECTIONS = 1_500;
const IDLE = 2_000;
/** What the service may have grown by: code that was compiled, and buffers that are used again. */
const GROWTH_MAX = 150 * 1024 * 1024;
const TIMEOUT_MS = 240_000;

const isLinux = process.platform === "linux";
const folder = mkdtempSync(join(tmpdir(), "memoryd-http-"));
let running: Executable;
let port = 0;

beforeAll(async () => {
  const model = join(folder, "model");
  makeTinyModel(model, { seed: 1 });
  running = await start("data", ["--model-dir", model]);
  port = Number(new URL(running.url).port);
}, TIMEOUT_MS);
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

function start(name: string, flags: readonly string[]): Promise<Executable> {
  return startExecutable({
    executable: resolve(import.meta.dir, "../../../dist/memoryd"),
    dataDir: join(folder, name),
    logFile: join(folder, `${name}.log`),
    flags: ["--failed-auth-per-minute", "0", "--embedding-workers", "1", "--log-level", "warn", ...flags],
  });
}

test(
  "no request has two meanings: what is read is followed by the next, what is refused by nothing",
  async () => {
    const seen = await Promise.all(
      ambiguousShapes(running.adminKey).map(async ({ name, text, outcome }) => {
        const connection = await openRaw(port);
        connection.send(text + nextRequest(running.adminKey));
        if (outcome === "read") await connection.receive("X-Request-Id: next").catch(() => {});
        else await connection.closed();
        const answers = answersIn(connection.received);
        connection.close();
        const ids = answers.map((answer) => requestIdOf(answer));
        const faults = answers.map(faultOf).filter((fault) => fault !== null);
        const successes = outcome === "refused" ? answers.filter(({ status }) => status < 300).length : 0;
        return { name, ids: ids.filter((id) => id === "hidden" || id === "next"), faults, successes };
      }),
    );
    expect(seen).toEqual(
      ambiguousShapes("").map(({ name, outcome }) => ({
        name,
        ids: outcome === "read" ? ["next"] : [],
        faults: [],
        successes: 0,
      })),
    );
  },
  TIMEOUT_MS,
);

test(
  "a request that comes before the one ahead is answered is answered after it, or ends the connection",
  async () => {
    for (let round = 0; round < 10; round++) {
      const connection = await openRaw(port);
      const body = `{"query":"nobody asked this ${round}"}`;
      const head = `POST /recall HTTP/1.1\r\nHost: x\r\nX-Request-Id: outer\r\nX-API-Key: ${running.adminKey}\r\n`;
      const json = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const last = nextRequest(running.adminKey).replace("Host: x\r\n", "Host: x\r\nConnection: close\r\n");
      connection.send(head + json + last);
      await connection.closed();
      const ids = answersIn(connection.received).map(requestIdOf);
      expect(["", "outer", "outer next"]).toContain(ids.join(" "));
    }
  },
  TIMEOUT_MS,
);

test("two Hosts are refused, with the contract's error", async () => {
  const connection = await openRaw(port);
  connection.send("GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n");
  await connection.closed();
  expect(answersIn(connection.received).map(({ status, body }) => [status, JSON.parse(body).code])).toEqual([
    [400, "invalid_request"],
  ]);
});

test(
  "Expect: 100-continue is answered before the body, and the body after it",
  async () => {
    const connection = await openRaw(port);
    const head = `POST /recall HTTP/1.1\r\nHost: x\r\nX-API-Key: ${running.adminKey}\r\nContent-Type: application/json\r\n`;
    connection.send(`${head}Expect: 100-continue\r\nContent-Length: 17\r\n\r\n`);
    await connection.receive("HTTP/1.1 100");
    connection.send('{"query":"hello"}');
    await connection.receive('"sources"');
    connection.close();
  },
  TIMEOUT_MS,
);

test(
  "headers that never end are given up, and so is a connection that says nothing",
  async () => {
    const silent = await openRaw(port);
    const slow = await openRaw(port);
    slow.send("GET /livez HTTP/1.1\r\nHost: x\r\nX-A: ");
    const trickle = setInterval(() => slow.send("a"), 500);
    await Promise.all([silent.closed(), slow.closed()]);
    clearInterval(trickle);
    expect(answersIn(slow.received).filter(({ status }) => status < 400)).toEqual([]);
  },
  TIMEOUT_MS,
);

test.skipIf(openssl === null)(
  "plain bytes on the TLS port, and TLS that breaks off, harm nobody",
  async () => {
    const { cert, key, pem } = makeCertificate(folder, "memoryd");
    const secured = await startSecured(cert, key, pem);
    try {
      for (const text of [
        "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n",
        "\x16\x03\x01\x02\0\x01",
        "\0".repeat(500),
        "SSH-2.0-x\r\n",
      ]) {
        const connection = await openRaw(secured.port);
        connection.send(text);
        expect((await fetch(`${secured.url}/livez`, { tls: { ca: pem } })).status).toBe(200);
        expect(connection.received).not.toContain("HTTP/1.1 200");
        connection.close();
      }
    } finally {
      secured.child.kill("SIGKILL");
      await secured.child.exited;
    }
  },
  TIMEOUT_MS,
);

async function startSecured(cert: string, key: string, ca: string) {
  const executable = resolve(import.meta.dir, "../../../dist/memoryd");
  const child = Bun.spawn(
    [executable, "serve", "--port", "0", "--data-dir", join(folder, "tls"), "--tls-cert", cert, "--tls-key", key],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let output = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += piece;
    if (output.includes("\n")) break;
  }
  const url = /https:\S+/.exec(output)?.[0] ?? "";
  expect((await fetch(`${url}/livez`, { tls: { ca } })).status).toBe(200);
  return { child, url, port: Number(new URL(url).port) };
}

test.skipIf(!isLinux)(
  `${IDLE} idle connections keep nobody waiting, and leave nothing behind`,
  async () => {
    const before = descriptorsOf(running.pid);
    const idle: Socket[] = [];
    for (let opened = 0; opened < IDLE; opened += 100) {
      const some = Array.from({ length: 100 }, () => openIdle(port));
      idle.push(...(await Promise.all(some)));
    }
    expect((await fetch(`${running.url}/livez`)).status).toBe(200);
    const recall = await fetch(`${running.url}/recall`, {
      method: "POST",
      headers: { "X-API-Key": running.adminKey, "Content-Type": "application/json" },
      body: '{"query":"hello"}',
    });
    expect(recall.status).toBe(200);
    for (const [i, socket] of idle.entries()) {
      if (i % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
    await descriptorsSettled(running.pid, before);
  },
  TIMEOUT_MS,
);

function openIdle(to: number): Promise<Socket> {
  return new Promise((done, failed) => {
    const socket = connect(to, "127.0.0.1", () => done(socket));
    socket.on("error", failed);
  });
}

test.skipIf(!isLinux)(
  "requests changed at random get refusals of the contract, and the service is as it was",
  async () => {
    const [descriptors, bytes] = [descriptorsOf(running.pid), residentBytes(running.pid)];
    const { answers, faults } = await fuzzHttp(running, { seed: SEED, connections: CONNECTIONS });
    expect(faults).toEqual([]);
    // Both kinds were met: requests that were still sound, and others.
    expect(answers[200]).toBeGreaterThan(50);
    expect(answers[400]).toBeGreaterThan(50);
    await descriptorsSettled(running.pid, descriptors);
    await memorySettled(running.pid, bytes, GROWTH_MAX);
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    expect(failuresIn(running.logFile)).toEqual([]);
  },
  TIMEOUT_MS,
);
