// A chat endpoint on loopback for the tests of the distiller, and a distiller that asks it.
import { createEndpointDistiller, type EndpointDistillerOptions } from "../../src/distilling/endpoint-distiller.ts";
import type { ClusterPacket, PacketCluster } from "../../src/domain/learning.ts";
import type { Distiller } from "../../src/domain/ports/distiller.ts";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface ChatEndpoint extends Disposable {
  readonly url: string;
  readonly host: string;
  readonly asked: readonly Asked[];
  /** How many answers the client broke off. */
  readonly brokenOff: () => number;
}

export function startEndpoint(answer: (request: Request) => Response | Promise<Response>): ChatEndpoint {
  const asked: Asked[] = [];
  let brokenOff = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      request.signal.addEventListener("abort", () => {
        brokenOff += 1;
      });
      asked.push({
        method: request.method,
        path: new URL(request.url).pathname,
        headers: Object.fromEntries(request.headers),
        body: await request.json(),
      });
      return answer(request);
    },
  });
  const host = `127.0.0.1:${server.port}`;
  return {
    url: `http://${host}/v1`,
    host,
    asked,
    brokenOff: () => brokenOff,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** What an OpenAI-compatible server answers. */
export function completion(content: unknown, finishReason = "stop"): Response {
  return Response.json({
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: finishReason }],
  });
}

export function distillerOf(url: string, changes: Partial<EndpointDistillerOptions> = {}): Distiller {
  return createEndpointDistiller({
    url,
    model: "small",
    allowedHosts: ["127.0.0.1"],
    timeoutMs: 5_000,
    system: "State one rule.",
    prompt: (cluster) => cluster.packets.map((packet) => packet.input).join("\n"),
    parse: (text) => (text.trim() === "NONE" ? null : text.trim()),
    ...changes,
  });
}

const packet: ClusterPacket = {
  seq: 1 as ClusterPacket["seq"],
  id: "p1",
  kind: "raw",
  input: "I only eat xylograph soup.",
  answer: "Noted.",
  createdAt: 0,
};

export const cluster: PacketCluster = { packets: [packet], centralSeq: packet.seq };

/** An endless body: `bytes` each `everyMs`. */
export function drip(bytes: number, everyMs: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await Bun.sleep(everyMs);
      controller.enqueue(new Uint8Array(bytes).fill(32));
    },
  });
}
