// Counts, times, logs and traces requests. Who waits for what is known by the asynchronous context, not by arguments.
import { AsyncLocalStorage } from "node:async_hooks";
import type {
  AnsweredRequest,
  ArrivedRequest,
  RecentRequests,
  RequestHistory,
  RequestWatch,
  Stage,
  StageTimer,
  WatchedRequest,
} from "../domain/ports/request-watch.ts";
import type { PrometheusMeter } from "./prometheus-meter.ts";
import { rememberRequests } from "./recent-requests.ts";
import { keepHistory } from "./request-history.ts";
import type { Span, Tracer } from "./tracer.ts";

/** Seconds. A turn takes milliseconds, a pass of learning may take a minute. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** The operation of a request that names none. */
const NO_OPERATION = "none";

const LABELS = ["operation", "status"] as const;

type Line = Readonly<Record<string, unknown>>;

export interface LineLog {
  debug(line: Line): void;
  info(line: Line): void;
  warn(line: Line): void;
}

export interface RequestWatchOptions {
  readonly meter: PrometheusMeter;
  /** null: nothing is logged. */
  readonly log: LineLog | null;
  /** A request that takes longer is logged with its stages; 0: none is. Asked at each request, for it may change. */
  readonly slowMs: () => number;
  /** null: nothing is traced. */
  readonly tracer: Tracer | null;
  /** ms since the epoch; absent: as the machine says. */
  readonly now?: () => number;
}

export interface ServiceWatch extends RequestWatch {
  readonly stage: StageTimer;
  recent(): RecentRequests;
  readonly history: RequestHistory;
}

interface Tally {
  count: number;
  readonly durations: { observe(seconds: number): void };
}

/** Shows the requests that were answered, with their durations and the codes of errors; returns what counts one. */
function countAnswers(meter: PrometheusMeter) {
  const tallies = new Map<string, Tally & { readonly operation: string; readonly status: string }>();
  const codes: Record<string, number> = {};
  const durations = meter.histogram(
    "http_request_duration_seconds",
    "Time from a request to its answer, by operation and class of status.",
    DURATIONS,
    LABELS,
  );
  meter.observeTotals("http_errors", "Errors answered, by their code.", ["code"], () =>
    Object.entries(codes).map(([code, value]) => ({ labels: { code }, value })),
  );
  meter.observeTotals("http_requests", "Requests answered, by operation and class of status.", LABELS, () =>
    [...tallies.values()].map(({ operation, status, count }) => ({ labels: { operation, status }, value: count })),
  );

  function tallyOf(operation: string, status: string): Tally {
    const key = `${operation} ${status}`;
    let tally = tallies.get(key);
    if (tally === undefined) {
      tally = { operation, status, count: 0, durations: durations({ operation, status }) };
      tallies.set(key, tally);
    }
    return tally;
  }

  return ({ operationId, counted }: ArrivedRequest, { status, code }: AnsweredRequest, ms: number): void => {
    // A service that says that it is not ready answers as it should.
    const isUnready = counted === "probe" && status === 503;
    const kind = isUnready ? "not_ready" : `${Math.floor(status / 100)}xx`;
    const tally = tallyOf(operationId ?? NO_OPERATION, kind);
    tally.count += 1;
    tally.durations.observe(ms / 1_000);
    if (code !== null) codes[code] = (codes[code] ?? 0) + 1;
  };
}

export function createRequestWatch(options: RequestWatchOptions): ServiceWatch {
  const { meter, tracer } = options;
  const current = new AsyncLocalStorage<Passage>();
  const recent = rememberRequests();
  const history = keepHistory(options.now ?? Date.now);
  const count = countAnswers(meter);
  let inFlight = 0;
  meter.observe("http_requests_in_flight", "Requests that are not answered yet.", () => inFlight);
  return {
    recent: recent.read,
    history,
    begin(arrived) {
      inFlight += 1;
      const passage = new Passage(tracer?.begin(arrived) ?? null);
      return {
        run: (work) => current.run(passage, work),
        end(answered) {
          inFlight -= 1;
          const ms = passage.end();
          count(arrived, answered, ms);
          if (arrived.counted === "work") {
            recent.note(arrived.operationId, answered.status, ms);
            history.note(arrived.operationId, answered.status, ms);
          }
          // The answer goes out first.
          setImmediate(() => tell(options, arrived, answered, passage, ms));
          passage.span?.end({ status: answered.status, code: answered.code });
        },
      } satisfies WatchedRequest;
    },
    async stage(stage, work) {
      const passage = current.getStore();
      // What a request has begun and does not wait for is none of its stages.
      if (passage === undefined || passage.ended) return work();
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        passage.add(stage, startedAt);
      }
    },
  };
}

/** One request on its way. */
class Passage {
  readonly startedAt = performance.now();
  /** Ms by stage. Stages that overlap count each. */
  readonly stages: Partial<Record<Stage, number>> = {};
  ended = false;

  constructor(readonly span: Span | null) {}

  add(stage: Stage, startedAt: number): void {
    if (this.ended) return;
    const now = performance.now();
    this.stages[stage] = (this.stages[stage] ?? 0) + now - startedAt;
    this.span?.child(stage, startedAt, now);
  }

  /** Returns how long it took, in ms. */
  end(): number {
    this.ended = true;
    return performance.now() - this.startedAt;
  }
}

function tell(
  { log, slowMs }: RequestWatchOptions,
  arrived: ArrivedRequest,
  { status, code }: AnsweredRequest,
  passage: Passage,
  ms: number,
): void {
  if (log === null) return;
  const { requestId, operationId } = arrived;
  const method = METHODS.has(arrived.method) ? arrived.method : "other";
  const line = {
    requestId,
    method,
    operationId,
    status,
    durationMs: rounded(ms),
    ...(code === null ? {} : { code }),
    ...(passage.span === null ? {} : { traceId: passage.span.traceId }),
  };
  if (arrived.counted === "probe") log.debug({ event: "request", ...line });
  else log.info({ event: "request", ...line });
  const slow = slowMs();
  if (slow > 0 && ms >= slow) {
    const stagesMs = Object.fromEntries(
      Object.entries(passage.stages).map(([stage, spent]) => [stage, rounded(spent)]),
    );
    log.warn({ event: "slow_request", requestId, operationId, status, durationMs: rounded(ms), stagesMs });
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
