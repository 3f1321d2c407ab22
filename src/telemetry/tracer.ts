// Spans of requests, as children of the caller's trace where it sent one. See https://www.w3.org/TR/trace-context/.
import type { RandomSource } from "../base/chance.ts";
import type { AnsweredRequest, ArrivedRequest, Stage } from "../domain/ports/request-watch.ts";

/** A span that has ended. Ids in hex, times in ms since the epoch. */
export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: "server" | "internal";
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
}

export interface Span {
  readonly traceId: string;
  /** A stage of the request, that began and ended at those times of `performance.now()`. */
  child(stage: Stage, startedAt: number, endedAt: number): void;
  end(answered: AnsweredRequest): void;
}

export interface Tracer {
  /** null where the request is not to be traced. */
  begin(arrived: ArrivedRequest): Span | null;
}

export interface TracerOptions {
  readonly random: RandomSource;
  /** Share of the requests without a trace of their own that are traced, 0 to 100. */
  readonly samplePercent: number;
  /** Takes spans in any order; must not throw. */
  readonly export: (span: EndedSpan) => void;
}

const NAMES: Readonly<Record<Stage, string>> = {
  auth: "authenticate",
  embedding: "embed",
  ranking: "rank",
  storage: "storage write",
};

export function createTracer(options: TracerOptions): Tracer {
  const { random } = options;
  return {
    begin(arrived) {
      const parent = parentOf(arrived.traceparent);
      const isSampled = parent === null ? isChosen(options) : parent.isSampled;
      if (!isSampled) return null;
      const traceId = parent?.traceId ?? newId(random, 16);
      const spanId = newId(random, 8);
      const startedAt = performance.now();
      return {
        traceId,
        child(stage, from, to) {
          options.export({
            traceId,
            spanId: newId(random, 8),
            parentSpanId: spanId,
            name: NAMES[stage],
            kind: "internal",
            startedAt: epochOf(from),
            endedAt: epochOf(to),
            attributes: {},
            failed: false,
          });
        },
        end({ status, code }) {
          const { method, operationId, requestId } = arrived;
          options.export({
            traceId,
            spanId,
            parentSpanId: parent?.spanId ?? null,
            name: operationId ?? method,
            kind: "server",
            startedAt: epochOf(startedAt),
            endedAt: epochOf(performance.now()),
            attributes: {
              "http.request.method": method,
              "http.response.status_code": status,
              "memoryd.request_id": requestId,
              ...(operationId === null ? {} : { "memoryd.operation": operationId }),
              ...(code === null ? {} : { "error.type": code }),
            },
            failed: status >= 500,
          });
        },
      };
    },
  };
}

interface Parent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** What the header says; null where it is absent or not of the standard's form: then a trace of our own begins. */
export function parentOf(traceparent: string | null): Parent | null {
  const found = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(traceparent?.trim() ?? "");
  if (found === null) return null;
  const [, version, traceId = "", spanId = "", flags = "", more] = found;
  // Later versions may say more; the first one must not.
  if (version === "ff" || (version === "00" && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

function isChosen({ samplePercent, random }: TracerOptions): boolean {
  if (samplePercent >= 100) return true;
  const [high = 0, low = 0] = random.bytes(2);
  return ((high << 8) | low) / 65_536 < samplePercent / 100;
}

function newId(random: RandomSource, bytes: number): string {
  return Buffer.from(random.bytes(bytes)).toString("hex");
}

function epochOf(time: number): number {
  return performance.timeOrigin + time;
}
