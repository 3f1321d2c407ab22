// Assembles the HTTP shell: front door, routes, errors and documents, the same in process and over a socket.
import { Elysia } from "elysia";
import type { HttpDeps, RequestStates, SilenceLimit } from "./context.ts";
import { DOCS_PATHS, docs } from "./docs.ts";
import { errorReply } from "./error-mapping.ts";
import { enterThrough, type Handler } from "./front-door.ts";
import { healthRoutes, PROVIDER_KEY_PATH, providerKeyGone } from "./health-routes.ts";
import { mcpRoute } from "./mcp-route.ts";
import { mountRoute } from "./mount-route.ts";
import { pageSessionRoutes } from "./page-session-routes.ts";
import { PAGES_PATHS, pages } from "./pages.ts";
import type { Route } from "./route.ts";
import { routeTable } from "./route-table.ts";

/** Seconds of silence after which a connection is closed: the longest text allowed may take a minute to embed. */
const IDLE_TIMEOUT_S = 120;

/** `routes` are the resources'; health, documents and `/provider-key` come by themselves. */
export function createApp(deps: HttpDeps, routes: readonly Route[]) {
  const states: RequestStates = new WeakMap();
  const { idleTimeoutS = IDLE_TIMEOUT_S } = deps;
  let passOn: Handler | null = null;
  const inside: Handler = (request) => {
    if (passOn === null) throw new Error("a request came before the app was made");
    return passOn(request);
  };
  const { mcp } = deps;
  const doors = mcp === undefined ? [] : [mcpRoute({ deps, answer: mcp, states, routes, inside })];
  const peerOf = (request: Request) =>
    deps.peerOf === undefined ? (app.server?.requestIP(request)?.address ?? null) : deps.peerOf(request);
  const sessions = deps.pages === undefined ? [] : pageSessionRoutes({ ...deps, pages: deps.pages, peerOf });
  const all = [...healthRoutes(deps), ...routes, ...doors, ...sessions];
  const openPaths = deps.pages === undefined ? DOCS_PATHS : [...DOCS_PATHS, ...PAGES_PATHS];
  const app = new Elysia({
    // Bun's own router would answer some requests past the front door, and others differently from `app.handle`.
    systemRouter: false,
    nativeStaticResponse: false,
    strictPath: true,
    // The declared fields are picked while the body is read; Elysia's own cleaning would coerce before it checks.
    normalize: false,
    // Elysia looks for the path after this many characters: with the default, a host of one letter has none.
    handler: { standardHostname: false },
    serve: {
      development: false,
      // Otherwise a second server on a port in use would silently take half of its requests.
      reusePort: false,
      // Each route's own limit decides, with an answer of ours.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: idleTimeoutS,
    },
  });
  const table = routeTable([
    ...all.map(({ spec }) => spec),
    ...openPaths.map((path) => ({ method: "GET", path, operationId: "getDocs", counted: "work" }) as const),
    { method: "ALL", path: PROVIDER_KEY_PATH, operationId: "providerKey", counted: "work" },
  ]);
  const publicPaths = new Set([...openPaths, ...all.filter(isPublic).map(({ spec }) => spec.path)]);
  const silenceOf = (request: Request): SilenceLimit => {
    // The app may be exchanged, and lose its server, while the request is under way.
    const { server } = app;
    return {
      renew: () => server?.timeout(request, idleTimeoutS),
      lift: () => server?.timeout(request, 0),
    };
  };
  const door = { deps, states, table, publicPaths, peerOf, silenceOf };
  // Elysia's type for what it wraps says only that it is some function.
  app.wrap((handler) => {
    passOn = handler as unknown as Handler;
    return enterThrough(door, passOn);
  });
  app.onError({ as: "global" }, ({ error, request, set }) => {
    const state = states.get(request);
    const requestId = state?.requestId ?? deps.newRequestId();
    const operationId = state?.operationId ?? null;
    const reply = errorReply(error, requestId, (cause) =>
      deps.logFailure({ requestId, method: request.method, operationId, error: cause }),
    );
    if (state !== undefined) state.errorCode = String(reply.body.code);
    set.status = reply.status;
    Object.assign(set.headers, reply.headers);
    return reply.body;
  });
  for (const each of all) mountRoute(app, deps, states, each);
  app.all(PROVIDER_KEY_PATH, providerKeyGone, { parse: "none", detail: { hide: true } });
  app.use(docs(deps.version, deps.pages !== undefined));
  if (deps.pages !== undefined) app.use(pages());
  return app;
}

function isPublic({ spec }: Route): boolean {
  return spec.access === "public";
}
