import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../support/client.ts";
import { startTestService, type TestAccount, type TestService } from "../support/test-service.ts";
import { callTool, post, rpc, said } from "./mcp-host.ts";

let started: TestService;
let account: TestAccount;
let ada: Client;
beforeAll(async () => {
  started = await startTestService();
  account = await started.account();
  ada = account.agent.at({ user: "ada" });
});
afterAll(async () => {
  expect(started.failures).toEqual([]);
  await started.close();
});

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const NEWEST = "2026-07-28";
const envelope = (version: string) => ({
  _meta: {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
});
const modern = (method: string, params: object, version = NEWEST) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, ...envelope(version) } });

describe("bodies", () => {
  test.each<[string, string, number]>([
    ["nothing", "", 400],
    ["no JSON", "{", 400],
    ["no UTF-8 string", '"\\ud800"', 400],
    ["a number", "7", 400],
    ["null", "null", 400],
    ["an empty batch", "[]", 400],
    ["a batch", `[${PING},${PING}]`, 400],
    ["an empty object", "{}", 400],
    ["no version of JSON-RPC", '{"id":1,"method":"ping"}', 400],
    ["a method that is no text", '{"jsonrpc":"2.0","id":1,"method":{}}', 400],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', 400],
    ["a field twice", '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', 400],
    ["deep lists", `{"jsonrpc":"2.0","id":1,"method":"ping","params":${"[".repeat(9e4)}${"]".repeat(9e4)}}`, 400],
    ["10 MB", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { x: "x".repeat(1e7) } }), 413],
    ["params that are a list", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}', 400],
  ])("%s is refused in words of the protocol or of the interface", async (_, body, status) => {
    const answer = await post(ada, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error?.message ?? answer.body.code).toBeString();
  });

  test.each(["tools/call", "resources/read", "tools/list", "initialize", "no/such", "__proto__", "constructor", ""])(
    "%p without what it needs is an error and no failure of ours",
    async (method) => {
      for (const params of [undefined, {}, { name: 7 }, { name: "recall", arguments: [] }, { uri: 7 }]) {
        const { status } = await post(ada, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
        expect(status).toBeLessThan(500);
      }
    },
  );

  test("a notification, and an answer to nothing, are taken and not answered", async () => {
    for (const message of [{ method: "notifications/initialized" }, { id: 1, result: {} }]) {
      const response = await raw({ body: JSON.stringify({ jsonrpc: "2.0", ...message }) });
      expect([response.status, await response.text()]).toEqual([202, ""]);
    }
  });
});

describe("headers", () => {
  test.each<[string, Record<string, string>, number]>([
    ["a type that is no JSON", { "content-type": "text/plain" }, 415],
    ["a compressed body", { "content-encoding": "gzip" }, 415],
    ["an Accept of one type alone", { accept: "application/json" }, 406],
    ["a version that there never was", { "mcp-protocol-version": "1999-01-01" }, 400],
    ["a user id that is none", { "x-memory-user": "a::b" }, 400],
    ["a core that is none", { "x-memory-core": "A B" }, 400],
    ["a page of another site", { origin: "https://evil.example" }, 403],
    ["a page of no site", { origin: "null" }, 403],
    ["a site that begins like this machine", { origin: "http://localhost.evil.example" }, 403],
  ])("%s is refused", async (_, headers, status) => {
    expect((await post(ada, PING, headers)).status).toBe(status);
  });

  test.each([{ accept: "*/*" }, { origin: "http://localhost:6274" }, { "mcp-protocol-version": "2025-06-18" }])(
    "%p is taken",
    async (headers: Record<string, string>) => {
      expect((await post(ada, PING, headers)).status).toBe(200);
    },
  );

  test("no method but POST is known", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await raw({ method, body: null });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });

  test("the newest revision refuses a message whose headers say otherwise, or an unknown revision", async () => {
    const list = { "mcp-protocol-version": NEWEST, "mcp-method": "tools/list" };
    expect((await post(ada, modern("tools/list", {}), list)).status).toBe(200);
    expect((await post(ada, modern("tools/list", {}), { ...list, "mcp-method": "ping" })).status).toBe(400);
    expect((await post(ada, modern("tools/list", {}))).status).toBe(400);
    const later = { ...list, "mcp-protocol-version": "2199-01-01" };
    expect((await post(ada, modern("tools/list", {}, "2199-01-01"), later)).status).toBe(400);
  });
});

describe("arguments", () => {
  const NUL = "tea\u0000";
  test.each<[string, object]>([
    ["recall", { query: NUL }],
    ["recall", { query: 7 }],
    ["recall", { query: "" }],
    ["recall", { query: "x".repeat(40_000) }],
    ["recall", { query: "tea", limit: "many" }],
    ["recall", { query: "tea", limit: 1.5 }],
    ["recall", { query: "tea", explain: true }],
    ["recall", { query: "tea", metadata: { a: { b: [] } } }],
    ["recall", { query: "tea", ["x".repeat(100_000)]: 1 }],
    ["prepare_turn", { input: "Hi.", history: 3 }],
    ["remember", { input: "A cup.", occurred_at: "yesterday" }],
    ["forget", { id: "." }],
    ["forget", { id: ".." }],
    ["forget", { id: "../lessons" }],
    ["forget", { id: "\ud800" }],
    ["forget", { id: NUL }],
    ["forget", { id: ["mem_1"] }],
    ["forget", {}],
    ["list_rules", { cursor: "no cursor" }],
    ["list_rules", { superseded: "perhaps" }],
  ])("%s refuses %j in words for a model", async (name, given) => {
    const refused = await callTool(ada, name, given);
    expect(refused.isError).toBe(true);
    expect(said(refused)).toMatch(/[a-z]{3}.*[.)]$/s);
    expect(said(refused).length).toBeLessThan(600);
  });

  test.each(["__proto__", "constructor", "toString"])("%s is an argument that no tool has", async (name) => {
    const given = `{"query":"tea","${name}":{"user":"ben"}}`;
    const { body } = await post(
      ada,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":${given}}}`,
    );
    expect(JSON.stringify(body.result)).toMatch(/has no argument of that name|"sources"/);
    expect(JSON.stringify(body.result)).not.toContain("ben");
  });

  test("a null is an argument that is not there", async () => {
    expect((await callTool(ada, "recall", { query: "tea", limit: null, user: null })).isError).toBeUndefined();
  });

  test("no address of a resource leads elsewhere", async () => {
    for (const id of ["", "..", "../metrics", "%2e%2e", "?x=1", "a/b", "#", "\u0000"]) {
      const { status, body } = await rpc(ada, "resources/read", { uri: `memoryd://memory/${id}` });
      expect({ status, result: body.result, error: typeof body.error?.message }).toEqual({
        status: 200,
        result: undefined,
        error: "string",
      });
    }
  });
});

function raw(init: { method?: string; body: string | null }): Promise<Response> {
  const headers = {
    ...ada.headers(),
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  return ada.pass(new Request("http://memoryd.test/mcp", { method: "POST", headers, ...init }));
}
