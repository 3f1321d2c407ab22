// What load balancers ask, and the answer for those who still send a model provider's key.
import { MemoryError } from "../domain/errors.ts";
import type { Readiness } from "./context.ts";
import { Health, Liveness } from "./health-models.ts";
import { type Route, route } from "./route.ts";

export const PROVIDER_KEY_PATH = "/provider-key";

export function healthRoutes(deps: { readiness(): Promise<Readiness> }): Route[] {
  const health = async (set: { status?: number | string }) => {
    const { ready, checks } = await deps.readiness();
    set.status = ready ? 200 : 503;
    return { status: ready ? ("ok" as const) : ("failing" as const), checks };
  };
  const common = { method: "GET", access: "public", tag: "Health" } as const;
  return [
    route(
      {
        ...common,
        path: "/livez",
        responses: { 200: Liveness },
        operationId: "getLiveness",
        summary: "Is the process alive?",
        description: "Always 200 while the process serves requests; looks at nothing else.",
      },
      async () => ({ status: "ok" as const }),
    ),
    route(
      {
        ...common,
        path: "/readyz",
        responses: { 200: Health },
        otherResponses: { 503: Health },
        operationId: "getReadiness",
        summary: "Can the service take traffic?",
        description: "200 when every check passes, else 503, with the outcome of each check.",
      },
      ({ set }) => health(set),
    ),
    route(
      {
        ...common,
        path: "/healthz",
        responses: { 200: Health },
        otherResponses: { 503: Health },
        operationId: "getHealth",
        summary: "Is the service healthy?",
        description: "The same answer as `/readyz`, under the name that other tools ask for.",
      },
      ({ set }) => health(set),
    ),
  ];
}

/** For any method: a key of ours is still asked for first. */
export function providerKeyGone(): never {
  throw new MemoryError(
    "provider_key_gone",
    "The service takes no model provider's key: your own model produces every answer.",
  );
}
