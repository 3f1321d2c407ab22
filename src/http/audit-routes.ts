// The audit of an account, and the key that receipts are verified with, for admin keys.
import { listAudit } from "../accounts/list-audit.ts";
import { isoTime } from "../base/iso-time.ts";
import type { Limits } from "../domain/limits.ts";
import type { AuditStore } from "../domain/ports/audit-store.ts";
import { publicPem } from "../domain/receipt.ts";
import { AuditKey, AuditList } from "./audit-models.ts";
import { seqCursor, seqOfCursor, seqPageQuery } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";

const LIMIT_DEFAULT = 50;

export interface AuditRoutesDeps {
  readonly audit: AuditStore;
  readonly limits: Limits;
}

export function auditRoutes(service: AuditRoutesDeps): Route[] {
  const common = { method: "GET", access: "admin", tag: "Administration" } as const;
  return [
    route(
      {
        ...common,
        path: "/admin/audit",
        query: seqPageQuery(LIMIT_DEFAULT, service.limits.listLimitMax),
        responses: { 200: AuditList },
        operationId: "listAudit",
        brain: "none",
        demand: "nothing",
        counted: "work",
        summary: "List the audit",
        description:
          "What was done in the account by admin keys, from the shell and by the service itself, newest first. For unbound admin keys. The chain runs over all accounts, so the numbers of one have gaps.",
      },
      async ({ identity, query }) => {
        const page = { limit: query.limit, before: seqOfCursor(query.cursor) };
        const { items, next } = await listAudit(service, identity, page);
        return {
          items: items.map(({ at, details, ...entry }) => ({
            ...entry,
            at: isoTime(at),
            details: JSON.parse(details) as Record<string, unknown>,
          })),
          next_cursor: seqCursor(next),
        };
      },
    ),
    route(
      {
        ...common,
        path: "/admin/audit/key",
        responses: { 200: AuditKey },
        operationId: "getAuditKey",
        brain: "none",
        demand: "nothing",
        counted: "work",
        summary: "Show the key of receipts",
        description: "The public key that receipts are signed with now, and the id of the data.",
      },
      async () => {
        const { dataId, publicKey } = await service.audit.identity();
        return { data_id: dataId, public_key: publicKey, pem: publicPem(publicKey) };
      },
    ),
  ];
}
