import { expect, test } from "bun:test";
import { readLines } from "../../src/mcp/read-lines.ts";
import { relayMessages, type SentMessage } from "../../src/mcp/relay-messages.ts";

type Send = (message: SentMessage, body: { id: number; method: string }) => Promise<Response> | Response;

async function relay(lines: readonly (string | null)[], send: Send) {
  const written: Record<string, unknown>[] = [];
  const sent: SentMessage[] = [];
  await relayMessages({
    lines: linesOf(...lines),
    write: async (line) => {
      expect(line).not.toContain("\n");
      written.push(JSON.parse(line));
    },
    send: async (message) => {
      sent.push(message);
      return send(message, JSON.parse(message.body));
    },
  });
  return { written, sent };
}

async function* linesOf(...lines: readonly (string | null)[]) {
  yield* lines;
}

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const result = (id: number, value: object = {}) => Response.json({ jsonrpc: "2.0", id, result: value });

test("answers come back by their ids, whichever is there first", async () => {
  const second = Promise.withResolvers<void>();
  const written: number[] = [];
  await relayMessages({
    lines: linesOf(request(1, "slow"), request(2, "fast")),
    write: async (line) => {
      written.push(JSON.parse(line).id);
      second.resolve();
    },
    send: async ({ body }) => {
      const { id, method } = JSON.parse(body);
      if (method === "slow") await second.promise;
      return result(id);
    },
  });
  expect(written).toEqual([2, 1]);
});

test("later requests name the version that the handshake agreed on", async () => {
  const answered = Promise.withResolvers<void>();
  const versions: (string | undefined)[] = [];
  await relayMessages({
    lines: (async function* () {
      yield request(1, "initialize");
      await answered.promise;
      yield request(2, "ping");
    })(),
    write: async () => answered.resolve(),
    send: async ({ headers, body }) => {
      versions.push(headers["MCP-Protocol-Version"]);
      return result(JSON.parse(body).id, { protocolVersion: "2025-11-25" });
    },
  });
  expect(versions).toEqual([undefined, "2025-11-25"]);
});

test("a message of the newest revision shows in headers what it is about", async () => {
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const { sent } = await relay(
    [
      request(1, "tools/call", { name: "recall", _meta }),
      request(2, "resources/read", { uri: "memoryd://memory/ä", _meta }),
    ],
    (_, { id }) => result(id),
  );
  expect(sent[0]?.headers).toMatchObject({
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call",
    "Mcp-Name": "recall",
  });
  const encoded = Buffer.from("memoryd://memory/ä").toString("base64");
  expect(sent[1]?.headers["Mcp-Name"]).toBe(`=?base64?${encoded}?=`);
});

test("a refused key, a lost connection and an answer of another program are errors of the protocol", async () => {
  const answers: Record<number, () => Response> = {
    1: () => Response.json({ message: "a valid API key is needed", code: "unauthorized" }, { status: 401 }),
    2: () => {
      throw new Error("no answer from http://x: nothing listens there");
    },
    3: () => new Response("<html>", { status: 502 }),
  };
  const { written } = await relay(
    [1, 2, 3].map((id) => request(id, "ping")),
    (_, { id }) => answers[id]!(),
  );
  const messages = written.map(({ id, error }) => [id, (error as { message: string }).message]);
  expect(messages.sort()).toEqual([
    [1, "a valid API key is needed"],
    [2, "no answer from http://x: nothing listens there"],
    [3, "The server answered 502, and is no memoryd."],
  ]);
});

test("a stream of events is handed on message by message", async () => {
  const messages = [
    { jsonrpc: "2.0", method: "notifications/x" },
    { jsonrpc: "2.0", id: 1, result: {} },
  ];
  const stream = messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`).join("");
  const { written } = await relay(
    [request(1, "subscriptions/listen")],
    () => new Response(stream, { headers: { "content-type": "text/event-stream" } }),
  );
  expect(written).toEqual(messages);
});

test("a request that is cancelled is given up and not answered", async () => {
  const begun = Promise.withResolvers<void>();
  const lines = (async function* () {
    yield request(1, "slow");
    await begun.promise;
    yield JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  })();
  const written: string[] = [];
  await relayMessages({
    lines,
    write: async (line) => void written.push(line),
    send: ({ signal }) => {
      begun.resolve();
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  expect(written).toEqual([]);
});

test("what is no message is told, notifications are not sent on", async () => {
  const { written, sent } = await relay(
    ["{", "7", null, JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })],
    () => result(1),
  );
  expect(written.map(({ id, error }) => [id, (error as { code: number }).code])).toEqual(
    Array(3).fill([null, -32_700]),
  );
  expect(sent).toEqual([]);
});

test("lines are cut wherever the pieces end, and one that is too long is left out", async () => {
  const text = "ä\n\nlonger than ten\nlast";
  for (const size of [1, 2, 5, 100]) {
    const pieces = async function* () {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    expect(await Array.fromAsync(readLines(pieces(), 10))).toEqual(["ä", "", null, "last"]);
  }
});
