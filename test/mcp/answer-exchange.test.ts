import { expect, test } from "bun:test";
import { MemoryError } from "../../src/domain/errors.ts";
import { DEFAULT_LIMITS } from "../../src/domain/limits.ts";
import type { McpExchange } from "../../src/domain/ports/operations.ts";
import { callableOperations } from "../../src/http/call-operation.ts";
import { allRoutes, type RoutesDeps } from "../../src/http/routes.ts";
import { answerExchange } from "../../src/mcp/answer-exchange.ts";

const operations = callableOperations(allRoutes({ limits: DEFAULT_LIMITS } as RoutesDeps));

function exchangeOf(method: string, params: object, changes: Partial<McpExchange> = {}): McpExchange {
  const headers = { "content-type": "application/json", accept: "*/*" };
  return {
    request: new Request("http://localhost/mcp", { method: "POST", headers }),
    message: { jsonrpc: "2.0", id: 1, method, params },
    scope: "agent",
    user: "ada",
    operations,
    version: "1.2.3",
    call: () => Promise.reject(new Error("not asked for in this test")),
    charge: async () => {},
    logFailure: () => {},
    ...changes,
  };
}

const recall = { name: "recall", arguments: { query: "tea" } };

test("a failure of ours is logged with its cause, and the client learns nothing of it", async () => {
  const failures: unknown[] = [];
  const error = new Error("the shelf of ada broke");
  const response = await answerExchange(
    exchangeOf("tools/call", recall, {
      call: () => Promise.reject(error),
      logFailure: (each) => void failures.push(each),
    }),
  );
  const text = await response.text();
  expect(failures).toEqual([error]);
  expect(text).toContain("The service failed.");
  expect(text).not.toContain("shelf");
});

test("an operation that failed tells the model to go on without", async () => {
  const body = { message: "The service failed.", code: "internal_error", request_id: "r" };
  const response = await answerExchange(
    exchangeOf("tools/call", recall, { call: async () => ({ status: 500, body }) }),
  );
  const { result } = (await response.json()) as { result: { isError: boolean; content: { text: string }[] } };
  expect([response.status, result.isError]).toEqual([200, true]);
  expect(result.content[0]?.text).toContain("Go on without memory");
});

test("a message beyond the rate is refused as a request is, a call of a tool is not asked for twice", async () => {
  const charge = () => Promise.reject(new MemoryError("rate_limited", "too many requests"));
  await expect(answerExchange(exchangeOf("tools/list", {}, { charge }))).rejects.toThrow("too many requests");
  const call = async () => ({ status: 200, body: { sources: [] } });
  expect((await answerExchange(exchangeOf("tools/call", recall, { charge, call }))).status).toBe(200);
});

test("what is called has the fields that were given, and the user only where the call names one", async () => {
  const calls: unknown[] = [];
  const call: McpExchange["call"] = async (each) => {
    calls.push(each);
    return { status: 200, body: { sources: [] } };
  };
  await answerExchange(exchangeOf("tools/call", recall, { call }));
  const named = { name: "recall", arguments: { query: "tea", user: "ben" } };
  await answerExchange(exchangeOf("tools/call", named, { call, user: null }));
  expect(calls).toEqual([
    { operationId: "recallMemory", fields: { query: "tea" }, user: null },
    { operationId: "recallMemory", fields: { query: "tea" }, user: "ben" },
  ]);
});
