// Answers to browsers of listed origins; for every other origin there is no sign of it.

const METHODS = "GET, POST, PUT, PATCH, DELETE";
const REQUEST_HEADERS =
  "Authorization, Content-Type, X-API-Key, X-Memory-User, X-Memory-Core, X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name";
const RESPONSE_HEADERS =
  "X-Request-Id, X-Memory-Core-Served, Retry-After, WWW-Authenticate, RateLimit, RateLimit-Policy, Allow";
const PREFLIGHT_SECONDS = "600";

/** The origin of a request, where it is one of the listed ones; null otherwise. */
export function listedOrigin(origins: ReadonlySet<string>, request: Request): string | null {
  const origin = request.headers.get("origin");
  return origin !== null && origins.has(origin) ? origin : null;
}

/** A browser asks first, without a key: the answer is the same for every path, so it tells nothing of routes. */
export function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers.has("access-control-request-method");
}

export function preflightAnswer(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": METHODS,
      "access-control-allow-headers": REQUEST_HEADERS,
      "access-control-max-age": PREFLIGHT_SECONDS,
    },
  });
}

/** Marks the answer as readable by that origin alone. */
export function allowOrigin(answer: Response, origin: string): void {
  answer.headers.set("access-control-allow-origin", origin);
  answer.headers.set("access-control-expose-headers", RESPONSE_HEADERS);
  answer.headers.append("vary", "Origin");
}

/** Whether a text is an origin as browsers send it, such as https://app.example: no path, and no `*`. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}
