// Does what a tool is called for, and tells a model what to do where it cannot be done.
import { nearestName } from "../base/nearest-name.ts";
import { isObject } from "../base/strict-json.ts";
import { isUserId, USER_ID_CHARS_MAX } from "../domain/brain.ts";
import type { ErrorCode } from "../domain/errors.ts";
import type { McpExchange, OperationAnswer } from "../domain/ports/operations.ts";
import { boundAnswer } from "./bound-answer.ts";
import { argumentsOf, USER_ARGUMENT } from "./tool-schemas.ts";
import type { Tool } from "./tools.ts";

export interface ToolResult {
  readonly [field: string]: unknown;
  readonly content: { type: "text"; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

type Caller = Pick<McpExchange, "user" | "call">;

const CUT =
  "Long texts were cut at […] to keep this short. Read one whole with the resource memoryd://memory/ and its id, or ask for fewer entries with `limit`.";

/** What a model can do about it, beyond what the message says. */
const ADVICE: Partial<Record<ErrorCode | "internal_error", string>> = {
  token_not_found: "Call `prepare_turn` again, and give its new `turn_token`.",
  token_expired: "Call `prepare_turn` again, and give its new `turn_token`.",
  token_consumed: "This turn is recorded already with another answer: go on with the next one.",
  token_other_brain: "Give the same `user` as to the `prepare_turn` that made the token.",
  memory_not_found: "Call `recall` to find ids of what is remembered.",
  lesson_not_found: "Call `list_rules` to find ids of the rules there are.",
  key_scope: "This connection may not speak for another user or core: leave `user` out.",
  admin_required: "Tell the user that an administrator has to do this; do not try again.",
  quota_exceeded: "Go on without memory; do not try again.",
  payment_required: "Go on without memory; do not try again.",
  plan_upgrade_required: "Go on without memory; do not try again.",
  overloaded: "Wait a second, and try again once; else go on without memory.",
  not_ready: "Try again later; go on without memory until then.",
  storage_full: "Nothing can be stored now: tell the user, and go on without.",
  internal_error: "Go on without memory; do not try again at once.",
};

/** Never throws what a caller did wrong: that is a result with `isError`. */
export async function callTool(exchange: Caller, tool: Tool, given: unknown): Promise<ToolResult> {
  const wanted = readArguments(exchange, tool, given ?? {});
  if (typeof wanted === "string") return failure(wanted);
  const { user, ...fields } = wanted;
  const answer = await exchange.call({ operationId: tool.operationId, fields, user: user ?? null });
  if (answer.status >= 300) return failure(wordsOf(answer));
  const { value, wasCut } = boundAnswer(answer.body);
  return {
    content: [{ type: "text", text: JSON.stringify(value) }, ...(wasCut ? [{ type: "text" as const, text: CUT }] : [])],
    structuredContent: value as Record<string, unknown>,
  };
}

type Wanted = Record<string, unknown> & { readonly user?: string };

/** What is wrong with them, in words, where something is that the operation does not see. */
function readArguments({ user: fixed }: Caller, tool: Tool, given: unknown): Wanted | string {
  if (!isObject(given)) return "`arguments` must be an object.";
  const { fields, required } = argumentsOf(tool);
  for (const name of Object.keys(given))
    if (name !== USER_ARGUMENT && !Object.hasOwn(fields, name)) return unknown(name, tool);
  for (const name of required) if (given[name] === undefined) return `\`${name}\` is required.`;
  const { [USER_ARGUMENT]: user } = given;
  if (user === undefined || user === null) return fixed === null ? NO_USER : withoutUser(given);
  if (typeof user !== "string" || !isUserId(user)) {
    return `\`user\` must have 1 to ${USER_ID_CHARS_MAX} visible ASCII characters without ::.`;
  }
  if (fixed !== null && user !== fixed) return "This connection speaks for one user, who is another: leave `user` out.";
  return { ...given, user };
}

const NO_USER =
  "Name the user: give `user`, an id of the person that you speak with, always the same one for the same person. (Whoever set this connection up can name one for all calls with the header X-Memory-User, or with a key that is bound to a user.)";

function withoutUser(given: Record<string, unknown>): Wanted {
  const { [USER_ARGUMENT]: _, ...fields } = given;
  return fields;
}

function unknown(name: string, tool: Tool): string {
  const known = [...Object.keys(argumentsOf(tool).fields), USER_ARGUMENT];
  const nearest = nearestName(name, known);
  const meant = nearest === null ? "" : ` Did you mean \`${nearest}\`?`;
  return `\`${tool.name}\` has no argument of that name.${meant} It takes ${known.map((each) => `\`${each}\``).join(", ")}.`;
}

/** An answer that is an error. */
export function wordsOf({ body }: OperationAnswer): string {
  const { message, code, details } = body as { message: string; code: ErrorCode; details?: Record<string, unknown> };
  const wait = details?.retry_after_s;
  const again =
    code === "rate_limited" && typeof wait === "number" ? ` Wait ${Math.ceil(wait)} s, and call again.` : "";
  const advice = ADVICE[code];
  const said = message.replace(/ in the (body|query|path)/, "").replace(/(?<![.!?])$/, ".");
  return `${said}${again}${advice === undefined ? "" : ` ${advice}`} (${code})`;
}

function failure(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
