import { describe, expect, test } from "bun:test";
import { isOrigin } from "../../src/http/cors.ts";
import { AGENT, toyApp } from "./toy-app.ts";

const { app } = toyApp();
const LISTED = "https://app.example";

function send(path: string, headers: Record<string, string>, method = "GET"): Promise<Response> {
  return app.handle(new Request(`http://localhost${path}`, { method, headers }));
}

function preflight(path: string, origin: string): Promise<Response> {
  return send(path, { origin, "access-control-request-method": "POST" }, "OPTIONS");
}

function corsOf(response: Response): string[] {
  return [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
}

describe("a listed origin", () => {
  test("may read answers and errors, and no other may read its answers from a cache", async () => {
    for (const [path, headers, status] of [
      ["/things", AGENT, 200],
      ["/things", {}, 401],
      ["/nowhere", AGENT, 404],
      ["/livez", {}, 200],
    ] as const) {
      const response = await send(path, { ...headers, origin: LISTED });
      expect([path, response.status]).toEqual([path, status]);
      expect(response.headers.get("access-control-allow-origin")).toBe(LISTED);
      expect(response.headers.get("vary")).toContain("Origin");
    }
  });

  test("is told before a request, without a key and alike for every path, what it may send", async () => {
    for (const path of ["/things", "/nowhere"]) {
      const response = await preflight(path, LISTED);
      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe(LISTED);
      expect(response.headers.get("access-control-allow-headers")).toContain("X-API-Key");
      expect(response.headers.get("access-control-allow-methods")).toContain("PATCH");
      expect(response.headers.get("x-request-id")).not.toBeNull();
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  test("still gets 405 for an OPTIONS that asks for nothing", async () => {
    expect((await send("/things", { ...AGENT, origin: LISTED }, "OPTIONS")).status).toBe(405);
  });
});

test.each([
  "https://evil.example",
  "http://app.example",
  "https://app.example:8443",
  "null",
  "https://app.example.evil",
])("the origin %p, which is not listed, sees no sign of it", async (origin) => {
  expect(corsOf(await send("/things", { ...AGENT, origin }))).toEqual([]);
  const asked = await preflight("/things", origin);
  expect(asked.status).toBe(401);
  expect(corsOf(asked)).toEqual([]);
});

test("an answer to a request without an origin says nothing of origins", async () => {
  expect(corsOf(await send("/things", AGENT))).toEqual([]);
});

test.each([
  ["https://app.example", true],
  ["http://localhost:5173", true],
  ["*", false],
  ["https://app.example/", false],
  ["https://app.example/path", false],
  ["app.example", false],
  ["ftp://app.example", false],
  ["HTTPS://APP.EXAMPLE", false],
])("%p is an origin: %p", (text, is) => {
  expect(isOrigin(text)).toBe(is);
});
