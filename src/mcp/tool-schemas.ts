// What a tool takes and answers, as JSON Schema: the schemas of its operation, in the words of tools.
import { USER_ID, USER_ID_CHARS_MAX } from "../domain/brain.ts";
import type { JsonSchema } from "../domain/ports/operations.ts";
import type { Tool } from "./tools.ts";

export const USER_ARGUMENT = "user";

const USER_SCHEMA: JsonSchema = {
  type: "string",
  minLength: 1,
  maxLength: USER_ID_CHARS_MAX,
  pattern: USER_ID.source,
  description:
    "Whose memory: an id of the person that you speak with, such as user-42. Always the same one for the same person; nobody else's memory is seen.",
};

export interface ToolArguments {
  readonly fields: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** What a call may hold beside `user`. */
export function argumentsOf({ operation: { fields, required } }: Tool): ToolArguments {
  return { fields, required };
}

/** `asksUser`: nothing but the call says whose memory is meant. */
export function inputSchema(tool: Tool, tools: readonly Tool[], asksUser: boolean): JsonSchema & { type: "object" } {
  const { fields, required } = argumentsOf(tool);
  return {
    type: "object",
    properties: { ...(inWordsOfTools(fields, tools) as object), ...(asksUser ? { [USER_ARGUMENT]: USER_SCHEMA } : {}) },
    required: asksUser ? [...required, USER_ARGUMENT] : [...required],
    additionalProperties: false,
  };
}

export function outputSchema({ operation }: Tool, tools: readonly Tool[]): JsonSchema & { type: "object" } {
  return { ...(inWordsOfTools(operation.answer, tools) as JsonSchema), type: "object" };
}

/** Descriptions speak of `/prepare`, where a model knows `prepare_turn`. */
function inWordsOfTools(schema: unknown, tools: readonly Tool[]): unknown {
  if (Array.isArray(schema)) return schema.map((each) => inWordsOfTools(each, tools));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === "description" && typeof value === "string" ? inWords(value, tools) : inWordsOfTools(value, tools),
    ]),
  );
}

function inWords(description: string, tools: readonly Tool[]): string {
  return tools.reduce(
    (text, { name, operation }) => text.replaceAll(`\`${operation.path}\``, `\`${name}\``),
    description,
  );
}
