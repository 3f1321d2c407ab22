// The service at one look, for its operator.
import { requireGovernor } from "../accounts/keep-accounts.ts";
import type { Clock } from "../base/chance.ts";
import { isoTime, isoTimeOrNull } from "../base/iso-time.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { Reembedding } from "../domain/ports/reembedding.ts";
import type { RecentRequests } from "../domain/ports/request-watch.ts";
import type { ServiceTotals, TotalsStore } from "../domain/ports/totals-store.ts";
import type { HttpDeps } from "./context.ts";
import { type Route, route } from "./route.ts";
import { Status } from "./status-models.ts";

/** What the process knows of itself. */
export interface ServiceFacts {
  /** ms since the epoch. */
  readonly startedAt: number;
  /** null: the data lies in no files of this machine. */
  readonly disk: { readonly freeBytes: number; readonly databaseBytes: number; readonly walBytes: number } | null;
  /**
   * When the last good one was made, by the schedule or by hand, null: none was; and whether the schedule's last attempt
   * was good, null: there was none. null: there is neither schedule nor backup.
   */
  readonly lastBackup: { readonly at: number | null; readonly ok: boolean | null } | null;
  /** ms since the epoch; null: no TLS. */
  readonly certificateEndsAt: number | null;
}

export interface StatusRoutesDeps {
  readonly clock: Clock;
  readonly version: string;
  readonly embedder: { readonly model: { readonly id: string } };
  readonly totals: TotalsStore;
  readonly packets: Pick<PacketStore, "countPending">;
  readonly reembedding: Pick<Reembedding, "progress">;
  readonly telemetry: { readonly requests: { recent(): RecentRequests } };
  readonly readiness: HttpDeps["readiness"];
  readonly facts: () => Promise<ServiceFacts>;
}

/** `others`: the routes whose requests are told by method and path. */
export function statusRoutes(service: StatusRoutesDeps, others: readonly Route[]): Route[] {
  const endpoints = new Map(
    others.map(({ spec }) => [spec.operationId, `${spec.method} ${spec.path.replace(/:(\w+)/g, "{$1}")}`]),
  );
  return [
    route(
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
          ...shownTotals(totals),
          requests: shownRequests(service.telemetry.requests.recent(), endpoints),
          backlog: { embeddings, reembedding, brains_to_learn: totals.brainsWithNews },
          last_backup: shownBackup(facts.lastBackup),
          disk: shownDisk(facts.disk),
          certificate_ends_at: isoTimeOrNull(facts.certificateEndsAt),
        };
      },
    ),
  ];
}

function shownTotals({ accounts, users, turns, packets, lessons, lastPass }: ServiceTotals) {
  const last_pass =
    lastPass === null
      ? null
      : { at: isoTime(lastPass.finishedAt), status: lastPass.status, lessons: lastPass.lessonsCreated };
  return { accounts, users, turns, memories: packets, lessons, last_pass };
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

function shownBackup(last: ServiceFacts["lastBackup"]) {
  return last === null ? null : { at: isoTimeOrNull(last.at), ok: last.ok };
}

function shownDisk(disk: ServiceFacts["disk"]) {
  if (disk === null) return null;
  return { free_bytes: disk.freeBytes, database_bytes: disk.databaseBytes, wal_bytes: disk.walBytes };
}
