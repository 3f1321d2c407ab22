// Requests whose answers may be refusals: status, headers and body as they came.
import type { Asked, Server } from "../../e2e/executable.ts";

export interface Reply {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many routes, looked at by tests.
  readonly body: any;
}

export async function askAnything(server: Server, method: string, path: string, asked: Asked = {}): Promise<Reply> {
  const key = asked.key === undefined ? server.adminKey : asked.key;
  const headers = new Headers(key === null ? {} : { "X-API-Key": key });
  if (asked.user !== undefined) headers.set("X-Memory-User", asked.user);
  if (asked.core !== undefined) headers.set("X-Memory-Core", asked.core);
  if (asked.body !== undefined) headers.set("Content-Type", "application/json");
  const body = asked.body === undefined ? null : JSON.stringify(asked.body);
  const response = await fetch(server.url + path, { method, headers, body });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const read = isJson && !text.includes("\n") ? JSON.parse(text) : text;
  return { status: response.status, code: read?.code, retryAfter: response.headers.get("retry-after"), body: read };
}
