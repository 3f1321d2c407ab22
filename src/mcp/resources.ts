// The resources of MCP: what a host can show or attach without a model that calls a tool.
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { McpExchange } from "../domain/ports/operations.ts";
import { boundAnswer } from "./bound-answer.ts";
import { wordsOf } from "./call-tool.ts";

const MIME = "application/json";
const MEMORY = "memoryd://memory/";
const NOT_FOUND = 404;

interface FixedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operationId: string;
}

const FIXED: readonly FixedResource[] = [
  {
    uri: "memoryd://profile",
    name: "profile",
    title: "What is known of the user",
    description: "Confirmed name and occupation, standing rules, lasting preferences, and counts.",
    operationId: "getProfile",
  },
  {
    uri: "memoryd://rules",
    name: "rules",
    title: "Standing rules",
    description: "The standing rules for the user of this connection, the newest first.",
    operationId: "listLessons",
  },
];

const TEMPLATES = [
  {
    uriTemplate: `${MEMORY}{id}`,
    name: "memory",
    title: "One memory",
    description: "One remembered turn, whole, by the `id` of a source.",
    mimeType: MIME,
  },
];

/** Where nothing says whose, there is nothing to read. */
export function listResources({ user }: Pick<McpExchange, "user">) {
  if (user === null) return { resources: [] };
  return { resources: FIXED.map(({ operationId: _, ...shown }) => ({ ...shown, mimeType: MIME })) };
}

export function listTemplates() {
  return { resourceTemplates: TEMPLATES };
}

/** Throws ResourceNotFoundError, or ProtocolError with what went wrong in words. */
export async function readResource({ user, call }: Pick<McpExchange, "user" | "call">, uri: string) {
  const asked = operationFor(uri);
  if (asked === null) throw new ResourceNotFoundError(uri);
  if (user === null) {
    const how = "with the header X-Memory-User, or with a key that is bound to a user";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `A resource belongs to a user: name one ${how}.`);
  }
  const answer = await call({ ...asked, user: null });
  if (answer.status === NOT_FOUND) throw new ResourceNotFoundError(uri);
  if (answer.status >= 300) throw new ProtocolError(ProtocolErrorCode.InvalidParams, wordsOf(answer));
  const { body } = answer;
  // One memory is where an answer that was cut sends its reader.
  const shown = uri.startsWith(MEMORY) ? body : boundAnswer(body).value;
  return { contents: [{ uri, mimeType: MIME, text: JSON.stringify(shown) }] };
}

function operationFor(uri: string) {
  const fixed = FIXED.find((each) => each.uri === uri);
  if (fixed !== undefined) return { operationId: fixed.operationId, fields: {} };
  if (!uri.startsWith(MEMORY)) return null;
  return { operationId: "getMemory", fields: { id: uri.slice(MEMORY.length) } };
}
