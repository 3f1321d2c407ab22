// Something at a URL that answers as a test says: what stands there is often not memoryd.
import { afterAll } from "bun:test";

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Toy {
  readonly url: string;
  /** Every request so far, in order. */
  readonly seen: Seen[];
}

export type Reply = (request: Seen, nth: number) => Response | Promise<Response>;

/** Gone when the test file is done. */
export function openToy(reply: Reply): Toy {
  const seen: Seen[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      const isJson = request.headers.get("content-type") === "application/json";
      const entry: Seen = {
        method: request.method,
        path: pathname,
        query: search,
        headers: Object.fromEntries(request.headers),
        body: isJson ? JSON.parse(text) : text,
      };
      seen.push(entry);
      return reply(entry, seen.length);
    },
  });
  afterAll(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}`, seen };
}

/** Sends these bytes to whoever connects, and closes. */
export function openRaw(bytes: string): string {
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket) {
        socket.write(bytes);
        socket.end();
      },
    },
  });
  afterAll(() => server.stop(true));
  return `http://127.0.0.1:${server.port}`;
}

export function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response {
  const body = { message: `It is ${code}.`, code, request_id: "r-1", details: { field: "input" } };
  return Response.json(body, { status, headers: { "x-request-id": "r-1", ...headers } });
}

/** An address of this machine that nobody is given by chance. */
export const NOTHING_THERE = "http://127.93.17.201:20781";
