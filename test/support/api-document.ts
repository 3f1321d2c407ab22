// The routes as they are declared, and the document that is made of them, without a service behind.

import { DEFAULT_LIMITS } from "../../src/domain/limits.ts";
import { createApp } from "../../src/http/app.ts";
import { MCP_SPEC } from "../../src/http/mcp-route.ts";
import type { RouteSpec } from "../../src/http/route.ts";
import { allRoutes, type RoutesDeps } from "../../src/http/routes.ts";

const routes = allRoutes({ limits: DEFAULT_LIMITS } as RoutesDeps);

/** All but health and documents, which need no key. */
export const ROUTE_SPECS: readonly RouteSpec[] = [...routes.map(({ spec }) => spec), MCP_SPEC];

/** `/openapi.json`, by path and method in lower case. */
export async function readDocument(): Promise<{ readonly paths: Record<string, Record<string, unknown>> }> {
  const never = () => Promise.reject(new Error("not asked for in this test"));
  const app = createApp(
    {
      authenticate: never,
      resolveBrain: never,
      readiness: never,
      mcp: never,
      pages: { isTls: false, begin: () => "", end: () => {} },
      now: () => new Date(0),
      newRequestId: () => "made",
      logFailure: () => {},
      bodyBytesMax: DEFAULT_LIMITS.bodyBytesMax,
      version: "0.0.0",
      corsOrigins: new Set(),
    },
    routes,
  );
  const response = await app.handle(new Request("http://localhost/openapi.json"));
  return (await response.json()) as { paths: Record<string, Record<string, unknown>> };
}

/** `/lessons/:id` as the document writes it: `/lessons/{id}`. */
export function documentedPath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}
