// Sends spans to one OpenTelemetry collector, as OTLP over HTTP in JSON. What cannot be sent is dropped and counted.
import { readEndpoint } from "../base/listed-endpoint.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import type { EndedSpan } from "./tracer.ts";

/** The settings name a collector that must not be called; `message` is one sentence, without the URL. */
export class CollectorSettingsError extends Error {
  override readonly name = "CollectorSettingsError";
}

export interface OtlpExporterOptions {
  /** From `tracesUrlOf`. */
  readonly url: string;
  readonly version: string;
  /** Told of a batch that could not be sent, by its reason in a few words; at most once a minute. */
  readonly onFailure: (reason: string) => void;
  /** How often what is there is sent; 5,000 unless given. */
  readonly everyMs?: number;
}

export interface OtlpExporter {
  /** Takes a span; never waits. */
  add(span: EndedSpan): void;
  stats(): { readonly sent: number; readonly dropped: number };
  /** Sends what is there, for two seconds at most. */
  close(): Promise<void>;
}

/** 2 MB or so; more than this that wait are dropped, the newest first. */
const QUEUE_MAX = 4_096;
const BATCH_MAX = 512;
const EVERY_MS = 5_000;
const TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;
const TELL_EVERY_MS = 60_000;

/** Where to send spans below `base`; the hosts as `readEndpoint` takes them. Throws CollectorSettingsError. */
export function tracesUrlOf(base: string, allowedHosts: readonly string[]): string {
  const read = readEndpoint("The collector's", base, allowedHosts, "otlp_hosts");
  if ("fault" in read) throw new CollectorSettingsError(read.fault);
  return `${read.url}/v1/traces`;
}

export function createOtlpExporter(options: OtlpExporterOptions): OtlpExporter {
  const waiting: EndedSpan[] = [];
  const counts = { sent: 0, dropped: 0 };
  let sending: Promise<void> | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  const stopping = new AbortController();

  function fail(reason: string, spans: number): void {
    counts.dropped += spans;
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    options.onFailure(reason);
  }

  async function sendBatch(batch: readonly EndedSpan[]): Promise<void> {
    const fault = await faultOfSending(options.url, requestOf(batch, options.version), stopping.signal);
    if (fault === null) counts.sent += batch.length;
    else fail(fault, batch.length);
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await sendBatch(waiting.splice(0, BATCH_MAX));
    sending = null;
  }

  function flush(): Promise<void> {
    if (waiting.length > 0) sending ??= drain();
    return sending ?? Promise.resolve();
  }

  const timer = setInterval(() => void flush(), options.everyMs ?? EVERY_MS);
  timer.unref();
  return {
    add(span) {
      if (waiting.length >= QUEUE_MAX) {
        fail("it takes spans more slowly than they come", 1);
        return;
      }
      waiting.push(span);
      if (waiting.length >= BATCH_MAX) void flush();
    },
    stats: () => ({ ...counts }),
    async close() {
      clearInterval(timer);
      await Promise.race([flush(), Bun.sleep(CLOSE_TIMEOUT_MS)]);
      stopping.abort();
    },
  };
}

/** null once the collector has taken it; else why it has not, in a few words. */
async function faultOfSending(url: string, request: unknown, stopping: AbortSignal): Promise<string | null> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping]);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "memoryd" },
      body: JSON.stringify(request),
      redirect: "manual",
      // BUN_CONFIG_VERBOSE_FETCH would print the spans to the log.
      verbose: false,
      // Of what Bun takes for "no proxy", false alone also overrules HTTP_PROXY and its kin.
      proxy: false,
      // NODE_TLS_REJECT_UNAUTHORIZED=0 would show them to anybody on the way.
      tls: { rejectUnauthorized: true },
      keepalive: false,
      signal,
    });
    await response.body?.cancel();
    return response.ok ? null : `answered ${response.status}`;
  } catch (error) {
    return signal.aborted ? "timed out" : `connection failed${codeOf(error)}`;
  }
}

const KINDS = { internal: 1, server: 2 } as const;
const STATUS_ERROR = 2;

/** The body of an export request: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. */
function requestOf(spans: readonly EndedSpan[], version: string): unknown {
  const resource = { "service.name": "memoryd", "service.version": version };
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: "memoryd", version }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf(span: EndedSpan): unknown {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanosOf(span.startedAt),
    endTimeUnixNano: nanosOf(span.endedAt),
    attributes: attributesOf(span.attributes),
    ...(span.failed ? { status: { code: STATUS_ERROR } } : {}),
  };
}

function attributesOf(attributes: Readonly<Record<string, string | number>>): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    // 64-bit numbers are text in this encoding.
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** Ms to ns as text: a double cannot hold today's. */
function nanosOf(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}

/** " (ECONNREFUSED)"; "" where there is no code. */
function codeOf(error: unknown): string {
  const code = faultCodeOf(error);
  return /^\w+$/.test(code) ? ` (${code})` : "";
}
