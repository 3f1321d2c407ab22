// Requests to the executable, and what every answer of it must have.

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** As JSON; undefined where it is none. */
  readonly body: never;
  readonly headers: Headers;
}

export interface Sent {
  readonly key: string | null;
  readonly core?: string | undefined;
  readonly user?: string | undefined;
  readonly body?: unknown;
  /** A body that is no JSON of ours. */
  readonly raw?: string;
}

/** The service ended before it answered. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** What the service answered is not what the oracle knows. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
}

export async function request(url: string, method: string, path: string, sent: Sent): Promise<Reply> {
  const headers = new Headers();
  if (sent.key !== null) headers.set("X-API-Key", sent.key);
  if (sent.core !== undefined) headers.set("X-Memory-Core", sent.core);
  if (sent.user !== undefined) headers.set("X-Memory-User", sent.user);
  const init: RequestInit = { method, headers };
  if (sent.body !== undefined || sent.raw !== undefined) {
    headers.set("Content-Type", sent.raw === undefined ? "application/json" : "application/x-ndjson");
    init.body = sent.raw ?? JSON.stringify(sent.body);
  }
  let response: Response;
  let text: string;
  try {
    response = await fetch(url + path, init);
    text = await response.text();
  } catch (error) {
    throw new ConnectionLost(`${method} ${path}: ${error instanceof Error ? error.message : ""}`);
  }
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return {
    status: response.status,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as never,
    headers: response.headers,
  };
}

/** All that a caller can see of an answer but the time and the number of the request. */
export function shapeOf(reply: Reply, echoed: readonly string[]): string {
  const passing = new Set(["date", "x-request-id", "content-length"]);
  const headers = [...reply.headers].filter(([name]) => !passing.has(name)).sort();
  let text = reply.text.replace(/"request_id":"[^"]*"/, "");
  for (const part of echoed) text = text.replaceAll(part, "<echo>");
  return JSON.stringify([reply.status, headers, text]);
}
