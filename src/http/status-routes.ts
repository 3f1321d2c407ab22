// The service at one look, and over the last day, for its operator.
import { Type } from "@sinclair/typebox";
import { requireGovernor } from "../accounts/keep-accounts.ts";
import type { Clock } from "../base/chance.ts";
import { isoTime } from "../base/iso-time.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { Reembedding } from "../domain/ports/reembedding.ts";
import type { HistoryPoint, RecentRequests, RequestHistory } from "../domain/ports/request-watch.ts";
import type { TotalsStore } from "../domain/ports/totals-store.ts";
import type { HttpDeps } from "./context.ts";
import { wholeNumberOr } from "./kinds.ts";
import { type Route, route } from "./route.ts";
import { type DataStatus, shownData } from "./shown-status.ts";
import { Status, StatusHistory } from "./status-models.ts";

/** What the process knows of itself. */
export interface ServiceFacts extends Omit<DataStatus, "totals"> {
  /** ms since the epoch. */
  readonly startedAt: number;
}

export interface StatusRoutesDeps {
  readonly clock: Clock;
  readonly version: string;
  readonly embedder: { readonly model: { readonly id: string } };
  readonly totals: TotalsStore;
  readonly packets: Pick<PacketStore, "countPending">;
  readonly reembedding: Pick<Reembedding, "progress">;
  readonly telemetry: { readonly requests: { recent(): RecentRequests; readonly history: RequestHistory } };
  readonly readiness: HttpDeps["readiness"];
  readonly facts: () => Promise<ServiceFacts>;
}

const MINUTES_DEFAULT = 180;
/** A day, which is all that is kept. */
const MINUTES_MAX = 1_440;

export function statusRoutes(service: StatusRoutesDeps, others: readonly Route[]): Route[] {
  return [statusRoute(service, others), historyRoute(service)];
}

/** `others`: the routes whose requests are told by method and path. */
function statusRoute(service: StatusRoutesDeps, others: readonly Route[]): Route {
  const endpoints = new Map(
    others.map(({ spec }) => [spec.operationId, `${spec.method} ${spec.path.replace(/:(\w+)/g, "{$1}")}`]),
  );
  return route(
    {
      method: "GET",
      path: "/admin/status",
      access: "admin",
      responses: { 200: Status },
      operationId: "getStatus",
      brain: "none",
      demand: "nothing",
      counted: "probe",
      tag: "Administration",
      summary: "Show the service at one look",
      description:
        "For unbound admin keys of the account `default`: readiness, what is held, requests of the last minutes, what waits, the last pass and backup, disk and certificate. Numbers over all accounts, without names and memory; 200 also where the service is not ready.",
    },
    async ({ identity }) => {
      requireGovernor(identity, "the status of the service is for");
      const [readiness, totals, facts, embeddings, reembedding] = await Promise.all([
        service.readiness(),
        service.totals.read(service.clock.now()),
        service.facts(),
        service.packets.countPending(),
        service.reembedding.progress(),
      ]);
      return {
        ...{ ready: readiness.ready, checks: readiness.checks, details: readiness.details ?? {} },
        version: service.version,
        started_at: isoTime(facts.startedAt),
        model: service.embedder.model.id,
        ...shownData({ totals, ...facts }),
        requests: shownRequests(service.telemetry.requests.recent(), endpoints),
        backlog: { embeddings, reembedding, brains_to_learn: totals.brainsWithNews },
      };
    },
  );
}

function historyRoute({ telemetry }: StatusRoutesDeps): Route {
  return route(
    {
      method: "GET",
      path: "/admin/status/history",
      access: "admin",
      query: Type.Object({
        minutes: wholeNumberOr(MINUTES_DEFAULT, "How far back it goes, that under way included.", 1, MINUTES_MAX),
      }),
      responses: { 200: StatusHistory },
      operationId: "getStatusHistory",
      brain: "none",
      demand: "nothing",
      counted: "probe",
      tag: "Administration",
      summary: "Show the service over time",
      description:
        "For unbound admin keys of the account `default`: turns, errors, times of `/prepare` and memory, a point a minute, the oldest first, none from before the start. Kept in memory for 24 hours, and gone at a restart.",
    },
    async ({ identity, query }) => {
      requireGovernor(identity, "the status of the service is for");
      return { points: telemetry.requests.history.read(query.minutes).map(shownPoint) };
    },
  );
}

function shownPoint({ at, prepares, records, verifies, errors, prepareP50Ms, prepareP95Ms, sample }: HistoryPoint) {
  return {
    ...{ at: isoTime(at), prepares, records, verifies, errors },
    ...{ prepare_ms_p50: prepareP50Ms, prepare_ms_p95: prepareP95Ms },
    ...{ memory_bytes: sample?.memoryBytes ?? null, waiting: sample?.waiting ?? null },
  };
}

function shownRequests({ seconds, operations }: RecentRequests, endpoints: ReadonlyMap<string, string>) {
  return {
    seconds,
    endpoints: operations.map(({ operationId, count, p50Ms, p95Ms, refused, failed }) => ({
      endpoint: (operationId === null ? undefined : endpoints.get(operationId)) ?? operationId ?? "other",
      ...{ count, p50_ms: p50Ms, p95_ms: p95Ms, refused, failed },
    })),
  };
}
