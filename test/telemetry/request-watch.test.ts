import { describe, expect, test } from "bun:test";
import type { ArrivedRequest } from "../../src/domain/ports/request-watch.ts";
import { createPrometheusMeter } from "../../src/telemetry/prometheus-meter.ts";
import { createRequestWatch } from "../../src/telemetry/request-watch.ts";
import { createTracer, type EndedSpan } from "../../src/telemetry/tracer.ts";
import { seededRandom } from "../support/chance.ts";

const ARRIVED: ArrivedRequest = {
  requestId: "r-1",
  method: "POST",
  operationId: "prepareTurn",
  counted: "work",
  traceparent: null,
};
const OK = { status: 200, code: null };

function watched(options: { slowMs?: number; traced?: boolean } = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = (level: string) => (line: Readonly<Record<string, unknown>>) => void lines.push({ level, ...line });
  const spans: EndedSpan[] = [];
  const meter = createPrometheusMeter();
  const tracer = createTracer({ random: seededRandom(1), samplePercent: 100, export: (span) => void spans.push(span) });
  const watch = createRequestWatch({
    meter,
    log: { debug: log("debug"), info: log("info"), warn: log("warn") },
    slowMs: () => options.slowMs ?? 0,
    tracer: options.traced === true ? tracer : null,
  });
  const metrics = async (prefix: string) =>
    (await meter.exposition()).split("\n").filter((line) => line.startsWith(`memoryd_${prefix}`));
  return { watch, lines, spans, metrics };
}

describe("metrics", () => {
  test("count requests by operation and class of status, and errors by code", async () => {
    const { watch, metrics } = watched();
    for (const answered of [OK, OK, { status: 429, code: "rate_limited" }]) watch.begin(ARRIVED).end(answered);
    watch.begin({ ...ARRIVED, operationId: null }).end({ status: 404, code: "route_not_found" });
    expect(await metrics("http_requests_total")).toEqual([
      'memoryd_http_requests_total{operation="prepareTurn",status="2xx"} 2',
      'memoryd_http_requests_total{operation="prepareTurn",status="4xx"} 1',
      'memoryd_http_requests_total{operation="none",status="4xx"} 1',
    ]);
    expect(await metrics("http_errors_total")).toEqual([
      'memoryd_http_errors_total{code="rate_limited"} 1',
      'memoryd_http_errors_total{code="route_not_found"} 1',
    ]);
    expect(await metrics("http_request_duration_seconds_count")).toContain(
      'memoryd_http_request_duration_seconds_count{operation="prepareTurn",status="2xx"} 2',
    );
  });

  test("a service that answers that it is not ready has made no error", async () => {
    const { watch, metrics } = watched();
    const probe = { ...ARRIVED, operationId: "readiness", counted: "probe" } as const;
    for (const status of [503, 200, 500]) watch.begin(probe).end({ status, code: null });
    expect(await metrics("http_requests_total")).toEqual(
      ["not_ready", "2xx", "5xx"].map(
        (kind) => `memoryd_http_requests_total{operation="readiness",status="${kind}"} 1`,
      ),
    );
  });

  test("say how many requests are under way", async () => {
    const { watch, metrics } = watched();
    const [first, second] = [watch.begin(ARRIVED), watch.begin(ARRIVED)];
    expect(await metrics("http_requests_in_flight")).toEqual(["memoryd_http_requests_in_flight 2"]);
    first?.end(OK);
    second?.end(OK);
    expect(await metrics("http_requests_in_flight")).toEqual(["memoryd_http_requests_in_flight 0"]);
  });
});

/** Lines are written after the answer. */
const written = () => new Promise((resolve) => setImmediate(resolve));

describe("the log", () => {
  test("has one line a request, with its operation and never its path", async () => {
    const { watch, lines } = watched();
    watch.begin(ARRIVED).end({ status: 404, code: "core_not_found" });
    await written();
    expect(lines).toEqual([
      {
        level: "info",
        event: "request",
        requestId: "r-1",
        method: "POST",
        operationId: "prepareTurn",
        status: 404,
        durationMs: expect.any(Number),
        code: "core_not_found",
      },
    ]);
  });

  test("tells what machines ask every few seconds at debug alone", async () => {
    const { watch, lines } = watched();
    for (const operationId of ["getLiveness", "getReadiness", "getHealth", "getPrometheus"]) {
      watch.begin({ ...ARRIVED, method: "GET", operationId, counted: "probe" }).end(OK);
    }
    await written();
    expect(lines.map(({ level }) => level)).toEqual(["debug", "debug", "debug", "debug"]);
  });

  test("takes over no method that a client made up", async () => {
    const { watch, lines } = watched();
    watch.begin({ ...ARRIVED, method: "QUOKKA", operationId: null }).end({ status: 405, code: "method_not_allowed" });
    await written();
    expect(lines[0]).toMatchObject({ method: "other" });
  });

  test("warns of a slow request, with the time of its stages", async () => {
    const { watch, lines } = watched({ slowMs: 20 });
    const request = watch.begin(ARRIVED);
    await request.run(async () => {
      await watch.stage("embedding", () => Bun.sleep(25));
      await watch.stage("storage", async () => {});
    });
    request.end(OK);
    await written();
    const slow = lines.filter(({ event }) => event === "slow_request");
    expect(slow).toMatchObject([{ level: "warn", requestId: "r-1", operationId: "prepareTurn" }]);
    const { stagesMs } = slow[0] as { stagesMs: Record<string, number> };
    expect(Object.keys(stagesMs)).toEqual(["embedding", "storage"]);
    expect(stagesMs.embedding).toBeGreaterThanOrEqual(20);
  });

  test.each([0, 3_600_000])("warns of none where the bound is %p ms", async (slowMs) => {
    const { watch, lines } = watched({ slowMs });
    const request = watch.begin(ARRIVED);
    await request.run(() => Bun.sleep(5));
    request.end(OK);
    await written();
    expect(lines.map(({ event }) => event)).toEqual(["request"]);
  });
});

describe("stages", () => {
  test("belong to the request that waits, however many are under way", async () => {
    const { watch, spans } = watched({ traced: true });
    const requests = ["a", "b"].map((requestId) => ({ requestId, request: watch.begin({ ...ARRIVED, requestId }) }));
    await Promise.all(
      requests.map(async ({ requestId, request }) => {
        await request.run(async () => {
          await Bun.sleep(requestId === "a" ? 5 : 1);
          await watch.stage(requestId === "a" ? "ranking" : "storage", () => Bun.sleep(1));
        });
        request.end(OK);
      }),
    );
    const roots = new Map(spans.filter(({ kind }) => kind === "server").map((span) => [span.spanId, span]));
    const told = spans
      .filter(({ kind }) => kind === "internal")
      .map(({ name, parentSpanId, traceId }) => {
        const root = roots.get(parentSpanId ?? "");
        expect(root?.traceId).toBe(traceId);
        return [root?.attributes["memoryd.request_id"], name];
      });
    expect(told.sort()).toEqual([
      ["a", "rank"],
      ["b", "storage write"],
    ]);
  });

  test("that a request begins and does not wait for are none of its own", async () => {
    const { watch, spans } = watched({ traced: true });
    const request = watch.begin(ARRIVED);
    let later: Promise<unknown> = Promise.resolve();
    await request.run(async () => {
      later = Bun.sleep(5).then(() => watch.stage("embedding", async () => {}));
    });
    request.end(OK);
    await later;
    expect(spans.map(({ name }) => name)).toEqual(["prepareTurn"]);
  });

  test("run as they are outside any request, and throw what they throw", async () => {
    const { watch } = watched();
    expect(await watch.stage("auth", async () => 7)).toBe(7);
    const request = watch.begin(ARRIVED);
    const failing = request.run(() => watch.stage("auth", () => Promise.reject(new Error("no"))));
    expect(failing).rejects.toThrow("no");
    await failing.catch(() => {});
    request.end(OK);
  });
});
