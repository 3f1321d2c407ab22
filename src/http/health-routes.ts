// What load balancers ask, and the answer for those who still send a model provider's key.
import { Type } from "@sinclair/typebox";
import { MemoryError } from "../domain/errors.ts";
import type { HttpDeps } from "./context.ts";
import { OneOf } from "./fields.ts";
import { keyOf } from "./front-door.ts";
import { type Route, route } from "./route.ts";

const Liveness = Type.Object(
  { status: Type.Literal("ok", { description: "Always `ok`." }) },
  { title: "Liveness", description: "The process is alive." },
);

const Outcome = OneOf(
  "CheckOutcome",
  ["ok", "warning", "failing"],
  "`warning`: it works, and the operator should look.",
);

const CheckDetails = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]), {
  title: "CheckDetails",
  description: "Numbers and messages behind one check, by their names.",
});

export const Checks = Type.Record(Type.String(), Outcome, {
  title: "Checks",
  description: "The outcome of each check, by its name.",
});

export const Details = Type.Record(Type.String(), CheckDetails, {
  title: "Details",
  description: "Numbers and messages behind the checks, by the check's name.",
});

const looked = {
  status: OneOf("HealthStatus", ["ok", "failing"], "`ok` when no check fails."),
  checks: Checks,
  details: Type.Optional(Details),
};

const Health = Type.Object(looked, {
  title: "Health",
  description: "Whether the service can take traffic, check by check.",
});

/** Whoever reads errors finds what each has, and whoever reads health what it always has. */
const Unready = Type.Object(
  {
    message: Type.String({ description: "Which checks fail, for a person." }),
    code: Type.Literal("not_ready", { description: "Always `not_ready`." }),
    request_id: Type.String({ description: "The request's id, as in the X-Request-Id header." }),
    ...looked,
  },
  { title: "Unready", description: "The service cannot take traffic: an error with the outcome of each check." },
);

export const PROVIDER_KEY_PATH = "/provider-key";
/** Wrong keys are not counted against an address here, where none is asked for. */
const NOBODY = { peer: () => null, headers: new Headers() };

export type HealthDeps = Pick<HttpDeps, "readiness" | "authenticate">;

const COMMON = { method: "GET", access: "public", tag: "Health" } as const;

/** These paths need no key, so a wrong one is no error here. */
async function isAdmin(deps: HealthDeps, key: string | null): Promise<boolean> {
  if (key === null) return false;
  try {
    return (await deps.authenticate(key, NOBODY)).scope === "admin";
  } catch {
    return false;
  }
}

interface HealthContext {
  readonly request: Request;
  readonly requestId: string;
  readonly set: { status?: number | string };
}

async function healthOf(deps: HealthDeps, { request, requestId, set }: HealthContext) {
  const [{ ready, checks, details }, mayLook] = await Promise.all([
    deps.readiness(),
    isAdmin(deps, keyOf(request.headers)),
  ]);
  const shown = { checks, ...(mayLook && details !== undefined ? { details } : {}) };
  if (ready) return { status: "ok" as const, ...shown };
  set.status = 503;
  const failing = Object.keys(checks).filter((name) => checks[name] === "failing");
  const message = `The service is not ready: ${failing.join(", ") || "a check"} is failing.`;
  return { message, code: "not_ready" as const, request_id: requestId, status: "failing" as const, ...shown };
}

export function healthRoutes(deps: HealthDeps): Route[] {
  return [getLivenessRoute(), getReadinessRoute(deps), getHealthRoute(deps)];
}

function getLivenessRoute(): Route {
  return route(
    {
      ...COMMON,
      path: "/livez",
      responses: { 200: Liveness },
      operationId: "getLiveness",
      brain: "none",
      demand: "nothing",
      counted: "probe",
      summary: "Is the process alive?",
      description: "Always 200 while the process serves requests; looks at nothing else.",
    },
    async () => ({ status: "ok" as const }),
  );
}

function getReadinessRoute(deps: HealthDeps): Route {
  return route(
    {
      ...COMMON,
      path: "/readyz",
      responses: { 200: Health },
      otherResponses: { 503: Unready },
      operationId: "getReadiness",
      brain: "none",
      demand: "nothing",
      counted: "probe",
      summary: "Can the service take traffic?",
      description:
        "200 when no check fails, else 503 `not_ready`, with the outcome of each check. No key is needed; with an admin key the numbers behind the checks are shown too.",
    },
    (context) => healthOf(deps, context),
  );
}

function getHealthRoute(deps: HealthDeps): Route {
  return route(
    {
      ...COMMON,
      path: "/healthz",
      responses: { 200: Health },
      otherResponses: { 503: Unready },
      operationId: "getHealth",
      brain: "none",
      demand: "nothing",
      counted: "probe",
      summary: "Is the service healthy?",
      description: "The same answer as `/readyz`, under the name that other tools ask for.",
    },
    (context) => healthOf(deps, context),
  );
}

/** For any method: a key of ours is still asked for first. */
export function providerKeyGone(): never {
  throw new MemoryError(
    "provider_key_gone",
    "The service takes no model provider's key: your own model produces every answer.",
  );
}
