// The dashboard's one way to the service: the API's own operations, with the session's cookie in the key's place.
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "../../clients/typescript/src/generated/api.ts";

export type Model = components["schemas"];

/** Tells the service that its own page asks; pages of other origins cannot send it. */
export const PAGE_HEADER = "X-Memoryd-Page";

/** What went wrong, in the service's words; `status` 0: it was not reached. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly requestId: string | null,
    readonly details: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

const watchers = new Set<() => void>();

/** `told`: the session is over, whichever request found that out. Returns what ends the telling. */
export function onSignedOut(told: () => void): () => void {
  watchers.add(told);
  return () => watchers.delete(told);
}

const asOwnPage: Middleware = {
  onRequest({ request }) {
    request.headers.set(PAGE_HEADER, "1");
  },
};

export const client = createClient<paths>({ baseUrl: location.origin, credentials: "same-origin", cache: "no-store" });
client.use(asOwnPage);

/** What the request answers. Throws Failure. */
export async function ask<T>(
  asked: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> {
  const { data, error, response } = await asked.catch(() => {
    throw new Failure(0, "unreachable", "", null, {});
  });
  if (response.ok) return data as T;
  throw refusalOf(response, error);
}

/** What the service said no with; whoever waits for the session's end is told of it. */
export function refusalOf({ status, statusText }: Pick<Response, "status" | "statusText">, error: unknown): Failure {
  if (status === 401) for (const told of watchers) told();
  const body = (typeof error === "object" && error !== null ? error : {}) as Partial<Model["ApiError"]>;
  const { code = "unknown", message = statusText, request_id: requestId = null, details = {} } = body;
  return new Failure(status, code, message, requestId, details);
}

/** For what openapi-fetch has no types: streams up and down. Throws Failure. */
export async function askRaw(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(PAGE_HEADER, "1");
  const response = await fetch(path, { ...init, headers, credentials: "same-origin", cache: "no-store" }).catch(() => {
    throw new Failure(0, "unreachable", "", null, {});
  });
  if (response.ok) return response;
  throw refusalOf(response, await response.json().catch(() => null));
}

export interface Brain {
  readonly core: string;
  readonly user: string | null;
}

/** The headers that select a brain; the default core and the shared brain have none. */
export function brainHeaders({ core, user }: Brain): { "X-Memory-Core"?: string; "X-Memory-User"?: string } {
  return {
    ...(core === "default" ? {} : { "X-Memory-Core": core }),
    ...(user === null ? {} : { "X-Memory-User": user }),
  };
}
