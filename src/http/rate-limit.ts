// Admission on the side of HTTP: what each operation takes, and the limits as headers of the answer.
import { type AdmitRequestDeps, admitRequest, type Demand } from "../accounts/admit-request.ts";
import type { AppliedLimit } from "../accounts/limit-rate.ts";
import type { HttpDeps } from "./context.ts";

/** Both as in draft-ietf-httpapi-ratelimit-headers: lists of structured fields. */
export const POLICY_HEADER = "RateLimit-Policy";
export const LIMIT_HEADER = "RateLimit";

const DEMANDS: Readonly<Record<string, Demand>> = {
  prepareTurn: "turn",
  recordTurn: "record",
  addLesson: "brain",
  syncBrain: "learning",
  prepareSynthesis: "learning",
  recordSynthesis: "learning",
};

export function createAdmit(deps: AdmitRequestDeps): NonNullable<HttpDeps["admit"]> {
  return ({ identity, brain, operationId, headers }) => {
    const onLimits = (limits: readonly AppliedLimit[]) => Object.assign(headers, rateLimitHeaders(limits));
    return admitRequest(deps, { identity, brain, demand: DEMANDS[operationId] ?? "nothing", onLimits });
  };
}

/** `q`: requests of the window; `w`: its seconds; `r`: requests left; `t`: seconds until there is one more. */
export function rateLimitHeaders(limits: readonly AppliedLimit[]): Record<string, string> {
  if (limits.length === 0) return {};
  return {
    [POLICY_HEADER]: limits.map(({ name, requests }) => `"${name}";q=${requests};w=1`).join(", "),
    [LIMIT_HEADER]: limits.map(({ name, left, moreInS }) => `"${name}";r=${left};t=${moreInS}`).join(", "),
  };
}
