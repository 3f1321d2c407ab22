import { afterAll, describe, expect, test } from "bun:test";
import { documentedPath, ROUTE_SPECS } from "../support/api-document.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

describe("health", () => {
  test("/livez is ok without a key, whatever the state", async () => {
    t.setReadiness({ ready: false, checks: { storage: "failing" } });
    const { status, body } = await t.stranger.get("/livez");
    t.setReadiness({ ready: true, checks: { storage: "ok" } });
    expect([status, body]).toEqual([200, { status: "ok" }]);
  });

  test.each(["/readyz", "/healthz"])("%s says check by check whether the service can take traffic", async (path) => {
    const ready = await t.stranger.get(path);
    expect([ready.status, ready.body]).toEqual([200, { status: "ok", checks: { storage: "ok" } }]);
    t.setReadiness({ ready: false, checks: { storage: "ok", model: "failing" } });
    const failing = await t.stranger.get(path);
    t.setReadiness({ ready: true, checks: { storage: "ok" } });
    expect([failing.status, failing.body]).toEqual([
      503,
      {
        message: "The service is not ready: model is failing.",
        ...{ code: "not_ready", request_id: failing.headers.get("x-request-id") },
        ...{ status: "failing", checks: { storage: "ok", model: "failing" } },
      },
    ]);
  });

  test.each(["/readyz", "/healthz"])("%s shows the numbers behind the checks to admin keys alone", async (path) => {
    const { admin, agent, key } = await t.account();
    const checks = { storage: "ok", disk: "warning" } as const;
    const details = { disk: { free_bytes: 1_000, message: "the disk is nearly full" } };
    const expired = await key({ scope: "admin", expiresAt: t.clock.now() + 1_000 });
    t.clock.advance(2_000);
    t.setReadiness({ ready: true, checks, details });
    const seen = await Promise.all([admin, agent, t.stranger, expired].map((client) => client.get(path)));
    t.setReadiness({ ready: true, checks: { storage: "ok" } });
    expect(seen.map(({ status, body }) => [status, body])).toEqual([
      [200, { status: "ok", checks, details }],
      [200, { status: "ok", checks }],
      [200, { status: "ok", checks }],
      [200, { status: "ok", checks }],
    ]);
  });

  test("ignores a bad key and bad brain headers", async () => {
    const headers = { "x-api-key": "nonsense", "x-memory-user": "a::b", "x-memory-core": "" };
    for (const path of ["/livez", "/readyz", "/healthz"]) {
      expect((await t.stranger.send(path, { headers })).status).toBe(200);
    }
  });
});

describe("documents", () => {
  test("/openapi.json names every endpoint that is built, without a key", async () => {
    const { status, body } = await t.stranger.get<{ paths: Record<string, Record<string, unknown>> }>("/openapi.json");
    expect(status).toBe(200);
    const built = ROUTE_SPECS.map(({ method, path }) => `${method} ${documentedPath(path)}`);
    const named = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const open = ["GET /livez", "GET /readyz", "GET /healthz"];
    const sessions = ["GET", "POST", "DELETE"].map((method) => `${method} /ui/session`);
    expect(named.sort()).toEqual([...built, ...open, ...sessions].sort());
  });
});
