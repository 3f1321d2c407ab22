// Admission on the side of HTTP: what the account has left, and the limits as headers of the answer.
import { type AdmitRequestDeps, admitRequest } from "../accounts/admit-request.ts";
import type { AppliedLimit } from "../accounts/limit-rate.ts";
import type { HttpDeps } from "./context.ts";

/** Both as in draft-ietf-httpapi-ratelimit-headers: lists of structured fields. */
export const POLICY_HEADER = "RateLimit-Policy";
export const LIMIT_HEADER = "RateLimit";

export function createAdmit(deps: AdmitRequestDeps): NonNullable<HttpDeps["admit"]> {
  return ({ identity, brain, demand, headers }) => {
    const onLimits = (limits: readonly AppliedLimit[]) => Object.assign(headers, rateLimitHeaders(limits));
    return admitRequest(deps, { identity, brain, demand, onLimits });
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
