// A listener of its own for Prometheus, that asks for no key and answers nothing else.
import { REQUEST_ID_HEADER, requestIdOf } from "../base/request-id.ts";
import type { PrometheusMeter } from "./prometheus-meter.ts";

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

export interface MetricsListener {
  readonly port: number;
  stop(): Promise<void>;
}

/** HOST:PORT, IPv6 in brackets; null where it is not of that form. */
export function readMetricsAddress(text: string): MetricsAddress | null {
  const [, bracketed, plain, digits = ""] = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  return host === undefined || digits === "" || port > 65_535 ? null : { host, port };
}

const PATHS: ReadonlySet<string> = new Set(["/prometheus", "/metrics"]);

/** Throws what Bun throws where the address cannot be listened on. */
export function listenForPrometheus({ host, port }: MetricsAddress, meter: PrometheusMeter): MetricsListener {
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    reusePort: false,
    fetch: async (request) => withId(await answerTo(request, meter), request.headers),
    error: () => withId(new Response("The metrics could not be read.\n", { status: 500 })),
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}

async function answerTo(request: Request, meter: PrometheusMeter): Promise<Response> {
  if (!PATHS.has(new URL(request.url).pathname)) return new Response("See /metrics.\n", { status: 404 });
  if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
  return new Response(await meter.exposition(), { headers: { "content-type": meter.contentType } });
}

function withId(answer: Response, headers = new Headers()): Response {
  answer.headers.set(
    REQUEST_ID_HEADER,
    requestIdOf(headers, () => crypto.randomUUID()),
  );
  return answer;
}
