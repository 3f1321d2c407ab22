// The interface for hosts of models: messages of the Model Context Protocol, each answered by itself.
import { type TSchema, Type } from "@sinclair/typebox";
import { MemoryError } from "../domain/errors.ts";
import type { AnswerMcp, Operation } from "../domain/ports/operations.ts";
import { callableOperations, callOperation, type OperationCaller } from "./call-operation.ts";
import { stateOf } from "./context.ts";
import { ErrorBody } from "./mount-route.ts";
import { type Route, type RouteSpec, route } from "./route.ts";

const Common = {
  jsonrpc: Type.Literal("2.0", { description: "Always `2.0`." }),
  id: Type.Optional(
    Type.Union([Type.String(), Type.Number(), Type.Null()], {
      description: "Of a request, and of its answer; a notification has none.",
    }),
  ),
};

/** For the document alone: the protocol says what a message may hold. */
const Asked = Type.Object(
  {
    ...Common,
    method: Type.String({ description: "What is asked for, such as `tools/call`." }),
    params: Type.Optional(Type.Unknown({ description: "What it is asked with." })),
  },
  { title: "McpRequest", description: "A message of JSON-RPC." },
);

const Message = Type.Object(
  {
    ...Common,
    result: Type.Optional(Type.Unknown({ description: "What was asked for." })),
    error: Type.Optional(Type.Unknown({ description: "Why there is no result: `code`, `message`." })),
  },
  { title: "RpcMessage", description: "A message of JSON-RPC." },
);

/** What the protocol refuses, it refuses in messages of its own. */
const Refusal = Type.Union([ErrorBody, Message], {
  title: "McpError",
  description: "An error of this interface, or of the protocol.",
});
/** A message that wants no answer gets none. */
const Nothing = Type.Void({ description: "No body." });
const OTHER_RESPONSES: Readonly<Record<number, TSchema>> = { 202: Nothing, 400: Refusal, 404: Refusal, 406: Refusal };

/** What is declared of it; `createApp` mounts it where the service speaks the protocol. */
export const MCP_SPEC = {
  method: "POST",
  path: "/mcp",
  access: "agent",
  brain: "none",
  body: "json",
  stream: { media: "application/json", model: Asked },
  responses: { 200: Message },
  otherResponses: OTHER_RESPONSES,
  errors: [403],
  operationId: "answerMcp",
  demand: "of-calls",
  counted: "work",
  tag: "MCP",
  summary: "Speak the Model Context Protocol",
  description:
    "Streamable HTTP without sessions: one message of JSON-RPC a request. Its tools do what the operations of this interface do, with the same key, core and user.",
  content: { media: "application/json", headers: [] },
} as const satisfies RouteSpec;

export interface McpRouteDeps extends OperationCaller {
  readonly answer: AnswerMcp;
}

/** `routes`: the others. */
export function mcpRoute({ answer, ...caller }: McpRouteDeps): Route {
  const { deps, states, routes } = caller;
  /** Made at the first message: most services never hear one. */
  let operations: readonly Operation[] | null = null;
  return route(MCP_SPEC, async ({ identity, body, request, set }) => {
    refuseForeignPage(request, deps.corsOrigins);
    const state = stateOf(states, request);
    const outer = { request, state, headers: set.headers };
    operations ??= callableOperations(routes);
    const response = await answer({
      ...{ request, operations, message: body, scope: identity.scope, version: deps.version },
      user: state.selection.user ?? identity.user,
      call: (call) => callOperation(caller, outer, call),
      logFailure: (error) => {
        const { requestId, operationId } = state;
        deps.logFailure({ requestId, method: request.method, operationId, error });
      },
      charge: async () => deps.admit?.({ identity, brain: null, demand: "nothing", headers: set.headers }),
    });
    return { response };
  });
}

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * The protocol asks for it: a page of a foreign site whose name leads to this machine sends that site as its origin.
 * Programs send none.
 */
function refuseForeignPage(request: Request, listed: ReadonlySet<string>): void {
  const origin = request.headers.get("origin");
  if (origin === null || listed.has(origin) || LOOPBACK.test(origin)) return;
  throw new MemoryError(
    "origin_refused",
    "Pages of this origin may not ask: the setting cors_origins lists those that may.",
  );
}
