// The official clients of both generations, over HTTP: what they check of a server, they check here.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client as ModernClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Served, serve } from "./served.ts";

interface Result {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
}

/** What both generations can do, in one form. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  readResource(asked: { uri: string }): Promise<{ contents: unknown[] }>;
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

interface Connected {
  readonly client: AnyClient;
  readonly version: string | undefined;
}

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

const WHO = { name: "memoryd-test", version: "1.0.0" };

async function connectModern(url: string, mode: "auto" | "legacy"): Promise<Connected> {
  const client = new ModernClient(WHO, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return { client: client as unknown as AnyClient, version: client.getNegotiatedProtocolVersion() };
}

async function connectEarlier(url: string): Promise<Connected> {
  const client = new EarlierClient(WHO);
  const transport = new EarlierTransport(new URL(url));
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return { client: client as unknown as AnyClient, version: transport.protocolVersion };
}

test.each([
  ["2.x in the newest revision", "2026-07-28", (url: string) => connectModern(url, "auto")],
  ["2.x in the one before", "2025-11-25", (url: string) => connectModern(url, "legacy")],
  ["1.x", "2025-11-25", connectEarlier],
] as const)("the client %s lists, calls and reads", async (name, revision, connect) => {
  const { url, stop } = served.open(served.account.admin.at({ user: name.replaceAll(/[^a-z0-9]+/g, "-") }));
  const { client, version } = await connect(url);
  expect(version).toBe(revision);
  // The clients check results against the schemas of what they listed before.
  expect((await client.listTools()).tools).toHaveLength(10);
  const turn = (await client.callTool({ name: "prepare_turn", arguments: { input: "I keep bees." } })) as Result;
  const { turn_token } = turn.structuredContent as { turn_token: string };
  await client.callTool({ name: "record_turn", arguments: { turn_token, answer: "Bees, then." } });
  const found = (await client.callTool({ name: "recall", arguments: { query: "What do I keep? Bees?" } })) as Result;
  const { sources } = found.structuredContent as { sources: { id: string; text: string }[] };
  expect(sources.map(({ text }) => text)).toEqual(["I keep bees.\nBees, then."]);
  for (const [tool, given] of [
    ["remember", { input: "The hives stand in the orchard." }],
    ["profile", {}],
    ["add_rule", { text: "Call the hives by their names." }],
    ["list_rules", {}],
    ["forget", { id: sources[0]?.id }],
  ] as const)
    expect(((await client.callTool({ name: tool, arguments: given })) as Result).isError).toBeFalsy();
  expect(((await client.callTool({ name: "recall", arguments: {} })) as Result).isError).toBe(true);
  expect((await client.listResources()).resources).toHaveLength(2);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  expect((await client.readResource({ uri: "memoryd://rules" })).contents).toHaveLength(1);
  expect(await client.readResource({ uri: "memoryd://nothing" }).catch((error: unknown) => error)).toBeInstanceOf(
    Error,
  );
  await client.close();
  await stop();
});
