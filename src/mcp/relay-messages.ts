// Hands the messages of a host on standard input to /mcp one by one, and its answers back.
import { isObject } from "../base/strict-json.ts";

const PARSE_ERROR = -32_700;
const INTERNAL_ERROR = -32_603;
/** Of the request's parameters, from the revision 2026-07-28 on. */
const VERSION_FIELD = "io.modelcontextprotocol/protocolVersion";
/** What a request is about, by its method: HTTP shows it in a header from that revision on. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};
/** While so many requests wait for their answers no more is read. */
const UNDER_WAY_MAX = 64;

export interface SentMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface RelayDeps {
  /** null: one that was too long to be read. */
  readonly lines: AsyncIterable<string | null>;
  readonly write: (line: string) => Promise<void>;
  /** POST /mcp. Throws where there is no answer, with why as its message. */
  readonly send: (message: SentMessage) => Promise<Response>;
}

type RequestId = string | number;
type Message = Record<string, unknown>;

/** Returns once the lines have ended and all that was asked is answered. Never throws what `send` throws. */
export async function relayMessages(deps: RelayDeps): Promise<void> {
  const underWay = new Map<RequestId, AbortController>();
  const answering = new Set<Promise<void>>();
  /** That of the handshake before 2026-07-28: later requests name it by a header alone. */
  let agreed: string | null = null;

  async function answer(message: Message, id: RequestId): Promise<void> {
    const stopping = new AbortController();
    underWay.set(id, stopping);
    try {
      const sent = { headers: headersOf(message, agreed), body: JSON.stringify(message), signal: stopping.signal };
      for (const each of await answersOf(await deps.send(sent), id)) {
        if (message.method === "initialize") agreed = versionAgreedIn(each) ?? agreed;
        if (!stopping.signal.aborted) await deps.write(JSON.stringify(each));
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : "there was no answer";
      if (!stopping.signal.aborted) await deps.write(failure(id, INTERNAL_ERROR, why));
    } finally {
      underWay.delete(id);
    }
  }

  for await (const line of deps.lines) {
    if (line?.trim() === "") continue;
    const message = line === null ? null : parse(line);
    if (message === null) {
      await deps.write(failure(null, PARSE_ERROR, "The line is no message, or too long."));
      continue;
    }
    const { id, method } = message;
    if (method === "notifications/cancelled") underWay.get(cancelledIn(message))?.abort();
    // All else that wants no answer is for servers that keep something between two messages.
    if (typeof method !== "string" || (typeof id !== "string" && typeof id !== "number")) continue;
    const work: Promise<void> = answer(message, id).finally(() => answering.delete(work));
    answering.add(work);
    if (answering.size >= UNDER_WAY_MAX) await Promise.race(answering);
  }
  await Promise.all(answering);
}

function parse(line: string): Message | null {
  try {
    const message: unknown = JSON.parse(line);
    return isObject(message) ? message : null;
  } catch {
    return null;
  }
}

function cancelledIn({ params }: Message): RequestId {
  return isObject(params) ? (params.requestId as RequestId) : "";
}

function headersOf({ method, params }: Message, agreed: string | null): Record<string, string> {
  const fields = isObject(params) ? params : {};
  const own = isObject(fields._meta) ? fields._meta[VERSION_FIELD] : undefined;
  const common = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  if (typeof own !== "string") {
    // The handshake agrees on one first.
    return agreed === null || method === "initialize" ? common : { ...common, "MCP-Protocol-Version": agreed };
  }
  const name = fields[NAMED_BY[String(method)] ?? ""];
  return {
    ...common,
    "MCP-Protocol-Version": headerText(own),
    "Mcp-Method": headerText(String(method)),
    ...(typeof name === "string" ? { "Mcp-Name": headerText(name) } : {}),
  };
}

/** As the protocol writes into a header what a header cannot hold. */
function headerText(text: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith("=?")) return text;
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

/** The messages of an answer. What is none of the protocol, such as a refused key, is made one. */
async function answersOf(response: Response, id: RequestId): Promise<Message[]> {
  const text = await response.text();
  if ((response.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
    return text.split("\n").flatMap((line): Message[] => {
      const message = parse(line.replace(/^data: ?/, ""));
      return message === null ? [] : [message];
    });
  }
  const answer = parse(text);
  if (answer?.jsonrpc === "2.0") return [{ ...answer, id }];
  const { message, code } = answer ?? {};
  const why = typeof message === "string" ? message : `The server answered ${response.status}, and is no memoryd.`;
  return [
    { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: why, data: { status: response.status, code } } },
  ];
}

function versionAgreedIn({ result }: Message): string | null {
  return isObject(result) && typeof result.protocolVersion === "string" ? result.protocolVersion : null;
}

function failure(id: RequestId | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}
