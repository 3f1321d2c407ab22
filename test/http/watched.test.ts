// What whoever watches the interface is told of each request.
import { expect, test } from "bun:test";
import type { AnsweredRequest, ArrivedRequest, RequestWatch } from "../../src/domain/ports/request-watch.ts";
import { routeTable } from "../../src/http/route-table.ts";
import { toyApp } from "./toy-app.ts";

function recording() {
  const told: (ArrivedRequest & AnsweredRequest)[] = [];
  const watch: RequestWatch = {
    begin: (arrived) => ({
      run: (work) => work(),
      end: (answered) => void told.push({ ...arrived, ...answered }),
    }),
  };
  const { app } = toyApp({ watch });
  return { told, ask: (path: string, init?: RequestInit) => app.handle(new Request(`http://127.0.0.1${path}`, init)) };
}

test("every request is told once, with its operation and its outcome, whatever became of it", async () => {
  const { told, ask } = recording();
  await ask("/livez");
  await ask("/livez", { method: "HEAD" });
  await ask("/nowhere", { headers: { "X-Request-Id": "mine" } });
  await ask("/livez", { method: "PUT", headers: { "X-API-Key": "nonsense" } });
  await ask("/provider-key", { method: "PATCH" });
  await ask("/openapi.json");
  const asking = { origin: "https://app.example", "access-control-request-method": "POST" };
  await ask("/anything", { method: "OPTIONS", headers: asking });
  expect(told.map(({ method, operationId, status, code }) => [method, operationId, status, code])).toEqual([
    ["GET", "getLiveness", 200, null],
    ["HEAD", "getLiveness", 200, null],
    ["GET", null, 401, "unauthorized"],
    ["PUT", null, 405, "method_not_allowed"],
    ["PATCH", "providerKey", 401, "unauthorized"],
    ["GET", "getDocs", 200, null],
    ["OPTIONS", "preflight", 204, null],
  ]);
  expect(told[2]?.requestId).toBe("mine");
});

test("the trace that a caller sends is handed on as it came", async () => {
  const { told, ask } = recording();
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await ask("/livez", { headers: { traceparent } });
  await ask("/livez");
  expect(told.map((each) => each.traceparent)).toEqual([traceparent, null]);
});

test("a path with parameters has its route's operation, and none of its values", () => {
  const table = routeTable([
    { method: "GET", path: "/memory/:id", operationId: "getMemory", counted: "work" },
    { method: "DELETE", path: "/memory/:id", operationId: "forgetMemory", counted: "work" },
    { method: "ALL", path: "/gone", operationId: "gone", counted: "probe" },
  ]);
  const operationOf = (method: string, path: string) => table.entryOf(method, path)?.operationId ?? null;
  expect(operationOf("GET", "/memory/quokka")).toBe("getMemory");
  expect(operationOf("HEAD", "/memory/quokka")).toBe("getMemory");
  expect(operationOf("DELETE", "/memory/quokka")).toBe("forgetMemory");
  expect(operationOf("POST", "/memory/quokka")).toBeNull();
  expect(operationOf("GET", "/memory/")).toBeNull();
  expect(operationOf("PURGE", "/gone")).toBe("gone");
  expect(table.entryOf("PURGE", "/gone")?.counted).toBe("probe");
});
