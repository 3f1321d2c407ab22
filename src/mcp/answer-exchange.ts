// Answers one message over HTTP, of the newest revision of the protocol or of those before it. Nothing is kept between two.
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { isObject } from "../base/strict-json.ts";
import type { McpExchange } from "../domain/ports/operations.ts";
import { CALLING, createServer } from "./create-server.ts";

const INVALID_REQUEST = -32_600;
/** Of HTTP. */
const INTERNAL_ERROR = 500;

/** Throws `rate_limited`, and whatever the library failed by. */
export async function answerExchange(exchange: McpExchange): Promise<Response> {
  const { request, message } = exchange;
  if (!isObject(message)) return refusal("The body must be one message of JSON-RPC, an object: batches are not taken.");
  if (typeof message.method !== "string" || !CALLING.has(message.method)) await exchange.charge();
  let fault: unknown = null;
  const onerror = (error: Error) => {
    fault = error;
  };
  const answer = (await isLegacyRequest(request, message))
    ? await answerLegacy(exchange, onerror)
    : await createMcpHandler(() => createServer(exchange), { legacy: "reject", onerror }).fetch(request, {
        parsedBody: message,
      });
  // Then the fault is ours, and is logged and answered like any other.
  if (answer.status >= INTERNAL_ERROR) throw fault ?? new Error("the protocol's library failed");
  return answer;
}

/** Before 2026-07-28. The answer is JSON, so that it is there when the request is over, and not a stream that goes on. */
async function answerLegacy(exchange: McpExchange, onerror: (error: Error) => void): Promise<Response> {
  const server = createServer(exchange);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  server.onerror = onerror;
  await server.connect(transport);
  try {
    return await transport.handleRequest(namingBoth(exchange.request), { parsedBody: exchange.message });
  } finally {
    await server.close();
  }
}

/** The library looks for both types by name, where a client may say that it takes all. */
function namingBoth(request: Request): Request {
  if (!/\*\/\*/.test(request.headers.get("accept") ?? "*/*")) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

function refusal(message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: INVALID_REQUEST, message }, id: null }, { status: 400 });
}
