import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { MemoryError } from "../../src/domain/errors.ts";
import { errorReply, STATUS_BY_CODE } from "../../src/http/error-mapping.ts";
import { AGENT, bothWays, JSON_AGENT, toyApp } from "./toy-app.ts";

const { ways, failures, stop } = bothWays();
afterAll(() => stop());
afterEach(() => void failures.splice(0));

describe.each(ways)("$name", ({ send }) => {
  test("an unexpected error is answered with one fixed body and logged with its cause", async () => {
    const answer = await send("/broken", { headers: { ...AGENT, "x-request-id": "r1" } });
    expect(answer.status).toBe(500);
    expect(answer.headers.get("x-request-id")).toBe("r1");
    expect(await answer.json()).toEqual({
      message: "The service failed. Its log has the cause under this request id.",
      code: "internal_error",
      request_id: "r1",
    });
    expect(failures).toEqual([
      { requestId: "r1", method: "GET", operationId: "break", error: new Error("the secret cause") },
    ]);
  });

  test("an answer that breaks its model is a failure of ours, logged without its text", async () => {
    expect((await send("/wrong", { headers: AGENT })).status).toBe(500);
    expect(String(failures[0]?.error)).toContain("breaks its model at /more");
    expect(String(failures[0]?.error)).not.toContain("secret");
  });

  test("details and Retry-After reach the caller", async () => {
    const answer = await send("/busy", { headers: AGENT });
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("3");
    expect(await answer.json()).toMatchObject({ code: "rate_limited", details: { retry_after_s: 2.5 } });
  });
});

test("every error is JSON with its status, its code and its request id", () => {
  for (const [code, status] of Object.entries(STATUS_BY_CODE)) {
    const reply = errorReply(new MemoryError(code as keyof typeof STATUS_BY_CODE, "words"), "r1", () => {
      throw new Error("a known error is not logged");
    });
    expect(reply).toMatchObject({ status, body: { message: "words", code, request_id: "r1" } });
  }
});

test.each(["overloaded", "not_ready", "rate_limited", "storage_full"] as const)("%s says when to come back", (code) => {
  expect(errorReply(new MemoryError(code, "words"), "r1", () => {}).headers["retry-after"]).toMatch(/^[1-9]\d*$/);
});

test("a failing authentication is a 500 with the request id, not a hole", async () => {
  const { app, failures } = toyApp({
    authenticate: async () => {
      throw new TypeError("the database is gone");
    },
  });
  const answer = await app.handle(new Request("http://x/things", { headers: AGENT }));
  expect(answer.status).toBe(500);
  expect(answer.headers.get("x-request-id")).toBe("made-1");
  expect(failures[0]?.error).toEqual(new TypeError("the database is gone"));
});

test("admission comes after the brain and before the operation", async () => {
  const seen: unknown[] = [];
  const { app } = toyApp({
    admit: async (admission) => {
      seen.push(admission.brain?.core, admission.demand);
      throw new MemoryError("payment_required", "The account is past due.");
    },
  });
  const send = (core: string) =>
    app.handle(
      new Request("http://x/say", {
        method: "POST",
        headers: { ...JSON_AGENT, "x-memory-core": core },
        body: '{"input":"a"}',
      }),
    );
  expect((await send("unknown")).status).toBe(404);
  expect((await send("blue")).status).toBe(402);
  expect(seen).toEqual(["blue", "turn"]);
});

test("a service that is not ready says which check fails, and stays alive", async () => {
  const { app } = toyApp({ readiness: async () => ({ ready: false, checks: { storage: "ok", model: "failing" } }) });
  for (const path of ["/readyz", "/healthz"]) {
    const answer = await app.handle(new Request(`http://x${path}`));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      message: "The service is not ready: model is failing.",
      ...{ code: "not_ready", request_id: answer.headers.get("x-request-id") },
      ...{ status: "failing", checks: { storage: "ok", model: "failing" } },
    });
  }
  expect((await app.handle(new Request("http://x/livez"))).status).toBe(200);
});
