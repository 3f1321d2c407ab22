// Traces: the W3C header, what is sampled, and what a collector gets.
import { afterEach, describe, expect, test } from "bun:test";
import { createOtlpExporter, tracesUrlOf } from "../../src/telemetry/otlp-exporter.ts";
import { createTracer, type EndedSpan, parentOf } from "../../src/telemetry/tracer.ts";
import { seededRandom } from "../support/chance.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const ARRIVED = {
  requestId: "r-1",
  method: "POST",
  operationId: "recordTurn",
  counted: "work",
  traceparent: null,
} as const;

describe("traceparent", () => {
  test("is read as the standard writes it", () => {
    expect(parentOf(`00-${TRACE}-${SPAN}-01`)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true });
    expect(parentOf(`00-${TRACE}-${SPAN}-00`)?.isSampled).toBe(false);
    expect(parentOf(`cc-${TRACE}-${SPAN}-03-what-the-future-brings`)?.isSampled).toBe(true);
  });

  test.each([
    null,
    "",
    "nonsense",
    `00-${TRACE}-${SPAN}`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
  ])("%p begins a trace of our own", (header) => {
    expect(parentOf(header)).toBeNull();
  });
});

describe("the tracer", () => {
  function traced(samplePercent: number) {
    const spans: EndedSpan[] = [];
    return {
      spans,
      tracer: createTracer({ random: seededRandom(3), samplePercent, export: (s) => void spans.push(s) }),
    };
  }

  test("goes on with the caller's trace, as its child", () => {
    const { tracer, spans } = traced(0);
    const span = tracer.begin({ ...ARRIVED, traceparent: `00-${TRACE}-${SPAN}-01` });
    span?.child("storage", 1, 2);
    span?.end({ status: 200, code: null });
    const [child, root] = spans;
    expect(root).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, name: "recordTurn", failed: false });
    expect(child).toMatchObject({ traceId: TRACE, parentSpanId: root?.spanId, name: "storage write" });
    expect((child?.endedAt ?? 0) - (child?.startedAt ?? 0)).toBeCloseTo(1, 3);
  });

  test("leaves alone what the caller does not want traced, and what the settings leave out", () => {
    expect(traced(100).tracer.begin({ ...ARRIVED, traceparent: `00-${TRACE}-${SPAN}-00` })).toBeNull();
    expect(traced(0).tracer.begin(ARRIVED)).toBeNull();
    const { tracer } = traced(25);
    const chosen = Array.from({ length: 1_000 }, () => tracer.begin(ARRIVED)).filter((span) => span !== null).length;
    expect(chosen).toBeGreaterThan(150);
    expect(chosen).toBeLessThan(350);
  });

  test("marks what failed on our side", () => {
    const { tracer, spans } = traced(100);
    tracer.begin(ARRIVED)?.end({ status: 500, code: "internal_error" });
    tracer.begin(ARRIVED)?.end({ status: 404, code: "core_not_found" });
    expect(spans.map(({ failed, attributes }) => [failed, attributes["error.type"]])).toEqual([
      [true, "internal_error"],
      [false, "core_not_found"],
    ]);
  });
});

describe("the exporter", () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  function collector(answer: () => Response | Promise<Response> = () => Response.json({})) {
    const bodies: { path: string; body: Body }[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        bodies.push({ path: new URL(request.url).pathname, body: (await request.json()) as Body });
        return answer();
      },
    });
    closers.push(() => server.stop(true));
    return { url: `http://127.0.0.1:${server.port}`, bodies };
  }

  interface Body {
    readonly resourceSpans: readonly {
      readonly resource: unknown;
      readonly scopeSpans: readonly { readonly spans: readonly Record<string, unknown>[] }[];
    }[];
  }

  function exporterTo(base: string) {
    const failures: string[] = [];
    const url = tracesUrlOf(base, ["127.0.0.1"]);
    const onFailure = (reason: string) => void failures.push(reason);
    return { failures, exporter: createOtlpExporter({ url, version: "1.2.3", onFailure, everyMs: 60_000 }) };
  }

  const span = (changes: Partial<EndedSpan> = {}): EndedSpan => ({
    traceId: TRACE,
    spanId: SPAN,
    parentSpanId: null,
    name: "recordTurn",
    kind: "server",
    startedAt: 1_767_225_600_000.25,
    endedAt: 1_767_225_600_001.5,
    attributes: { "http.response.status_code": 200, "memoryd.operation": "recordTurn" },
    failed: false,
    ...changes,
  });

  test("sends what OTLP asks for in JSON", async () => {
    const { url, bodies } = collector();
    const { exporter } = exporterTo(`${url}/`);
    exporter.add(span());
    exporter.add(span({ parentSpanId: SPAN, kind: "internal", failed: true, attributes: {} }));
    await exporter.close();
    expect(bodies.map(({ path }) => path)).toEqual(["/v1/traces"]);
    const [sent] = bodies[0]?.body.resourceSpans ?? [];
    expect(sent?.resource).toEqual({
      attributes: [
        { key: "service.name", value: { stringValue: "memoryd" } },
        { key: "service.version", value: { stringValue: "1.2.3" } },
      ],
    });
    expect(sent?.scopeSpans[0]?.spans).toEqual([
      {
        traceId: TRACE,
        spanId: SPAN,
        name: "recordTurn",
        kind: 2,
        startTimeUnixNano: "1767225600000250000",
        endTimeUnixNano: "1767225600001500000",
        attributes: [
          { key: "http.response.status_code", value: { intValue: "200" } },
          { key: "memoryd.operation", value: { stringValue: "recordTurn" } },
        ],
      },
      expect.objectContaining({ parentSpanId: SPAN, kind: 1, status: { code: 2 }, attributes: [] }),
    ]);
    expect(exporter.stats()).toEqual({ sent: 2, dropped: 0 });
  });

  test("drops what is refused or cannot be sent, counts it, and tells it once", async () => {
    const { url, bodies } = collector(() => new Response("secret", { status: 503 }));
    const { exporter, failures } = exporterTo(url);
    for (let i = 0; i < 1_200; i++) exporter.add(span());
    await exporter.close();
    expect(bodies.length).toBe(3);
    expect(exporter.stats()).toEqual({ sent: 0, dropped: 1_200 });
    expect(failures).toEqual(["answered 503"]);
    const nobody = exporterTo("http://127.0.0.1:1");
    nobody.exporter.add(span());
    await nobody.exporter.close();
    expect(nobody.failures).toEqual([expect.stringMatching(/^connection failed/)]);
  });

  test("follows no redirect", async () => {
    const other = collector();
    const { url } = collector(() => Response.redirect(`${other.url}/v1/traces`, 307));
    const { exporter, failures } = exporterTo(url);
    exporter.add(span());
    await exporter.close();
    expect(other.bodies).toEqual([]);
    expect(failures).toEqual(["answered 307"]);
  });

  test("keeps a bounded number while the collector is slow, and never waits for it", async () => {
    const held = Promise.withResolvers<void>();
    const { url } = collector(() => held.promise.then(() => Response.json({})));
    const { exporter, failures } = exporterTo(url);
    for (let i = 0; i < 10_000; i++) exporter.add(span());
    expect(exporter.stats().dropped).toBeGreaterThan(5_000);
    expect(failures).toEqual(["it takes spans more slowly than they come"]);
    held.resolve();
    await exporter.close();
    expect(exporter.stats().sent).toBeGreaterThan(0);
  });

  test.each([
    ["127.0.0.1:4318", "The collector's endpoint is not a URL."],
    ["ftp://127.0.0.1", "The collector's endpoint must be an http or https URL."],
    ["http://me:sesame@127.0.0.1", "The collector's endpoint must hold no user name and no password."],
    ["http://example.com", "The collector's host example.com is not among the allowed hosts: list it in otlp_hosts."],
  ])("is not made for %s", (base, message) => {
    expect(() => tracesUrlOf(base, ["127.0.0.1"])).toThrow(message);
  });
});
