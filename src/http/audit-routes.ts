// The audit of an account, and the key that receipts are verified with, for admin keys.
import { checkReceipt } from "../accounts/check-receipt.ts";
import { requireGovernor } from "../accounts/keep-accounts.ts";
import { listAudit } from "../accounts/list-audit.ts";
import { isoTime } from "../base/iso-time.ts";
import { isObject } from "../base/strict-json.ts";
import { invalidRequest } from "../domain/errors.ts";
import type { Limits } from "../domain/limits.ts";
import type { AuditStore } from "../domain/ports/audit-store.ts";
import type { ServiceCare } from "../domain/ports/service-care.ts";
import { publicPem } from "../domain/receipt.ts";
import { AuditCheck, AuditKey, AuditList, CheckReceiptRequest, ReceiptCheck } from "./audit-models.ts";
import { seqCursor, seqOfCursor, seqPageQuery } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";

const LIMIT_DEFAULT = 50;

export interface AuditRoutesDeps {
  readonly audit: AuditStore;
  readonly limits: Limits;
  readonly care: Pick<ServiceCare, "followAudit">;
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
    checkAuditRoute(service),
    checkReceiptRoute(service),
  ];
}

const checking = {
  access: "admin",
  tag: "Administration",
  brain: "none",
  demand: "nothing",
  counted: "work",
} as const;

function checkAuditRoute(service: AuditRoutesDeps): Route {
  return route(
    {
      ...checking,
      method: "GET",
      path: "/admin/audit/check",
      responses: { 200: AuditCheck },
      operationId: "checkAudit",
      summary: "Check the audit",
      description:
        "For unbound admin keys of the account `default`: follows the chain over all accounts from its first entry to its last, as `memoryd audit verify` does, on a thread of its own.",
    },
    async ({ identity, silence }) => {
      requireGovernor(identity, "the chain of the audit is for");
      // A long chain takes seconds.
      silence.lift();
      const { entries, head, faults, brokenAt } = await service.care.followAudit().finally(silence.renew);
      return { ok: faults.length === 0, entries, head, broken_at: brokenAt, reason: faults[0] ?? null };
    },
  );
}

function checkReceiptRoute(service: AuditRoutesDeps): Route {
  return route(
    {
      ...checking,
      method: "POST",
      path: "/admin/receipts/check",
      body: "json",
      wholeNumbers: true,
      stream: { media: "application/json", model: CheckReceiptRequest },
      responses: { 200: ReceiptCheck },
      operationId: "checkReceipt",
      summary: "Check a receipt",
      description:
        "Says whether the receipt of an erasure is to be believed: its hash and signature, that the key and the data are this service's, and that the audit has its entry. Any object is taken. For unbound admin keys: those of the account `default` check every receipt, others those of their account.",
    },
    async ({ identity, body }) => {
      if (!isObject(body)) throw invalidRequest("The body must be an object: a receipt, or an answer that holds one.");
      const faults = await checkReceipt(service, identity, body);
      return { valid: faults.length === 0, reason: faults.length === 0 ? null : faults.join("; ") };
    },
  );
}
