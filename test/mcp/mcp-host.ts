// A host as simple as can be: messages of the protocol, each a request, over a client of the interface.
import type { Client } from "../support/client.ts";

export interface RpcAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly result?: Record<string, unknown>;
    readonly error?: { readonly code: number; readonly message: string };
    /** Of an error of the interface itself. */
    readonly code?: string;
  };
}

export interface ToolAnswer {
  readonly isError?: true;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties: Record<string, { readonly type?: string; readonly description?: string }>;
    readonly required: readonly string[];
  };
  readonly outputSchema: Record<string, unknown>;
  readonly annotations: Record<string, unknown>;
}

const TYPES = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** A body as it is, with headers over those of every message. */
export function post(client: Client, body: string, headers: Record<string, string> = {}): Promise<RpcAnswer> {
  return client.send("/mcp", { method: "POST", headers: { ...client.headers(), ...TYPES, ...headers }, body });
}

export function rpc(client: Client, method: string, params: object = {}): Promise<RpcAnswer> {
  return post(client, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
}

export async function callTool(client: Client, name: string, given: object): Promise<ToolAnswer> {
  const { body } = await rpc(client, "tools/call", { name, arguments: given });
  if (body.result === undefined) throw new Error(`${name}: ${body.error?.message ?? JSON.stringify(body)}`);
  return body.result as unknown as ToolAnswer;
}

export async function listTools(client: Client): Promise<readonly ListedTool[]> {
  const { body } = await rpc(client, "tools/list");
  return (body.result as unknown as { tools: ListedTool[] }).tools;
}

/** What a tool says to a model, all of it. */
export function said(answer: ToolAnswer): string {
  return answer.content.map(({ text }) => text).join("\n");
}
