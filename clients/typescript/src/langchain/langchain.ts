// `memoryd-client/langchain`: memory for agents of LangChain 1.x. A run is a turn: prepared before its first call of the
// model, recorded after its last.
import { AIMessage, type BaseMessage, createMiddleware } from "langchain";
import { z } from "zod";
import type { Body, Verdict } from "../api-types.ts";
import type { MemorydClient } from "../client.ts";

export { memoryTools } from "./memory-tools.ts";

/** What a run knows of who asks: what `invoke` was given as `context` and `configurable`. */
export interface RunFacts {
  readonly context?: unknown;
  readonly configurable?: { readonly thread_id?: string; readonly [name: string]: unknown } | undefined;
}

export interface MemoryOptions {
  readonly client: MemorydClient;
  /** The end user whose memory it is, or how a run says it; absent: the client's. */
  readonly user?: string | ((run: RunFacts) => string | undefined) | undefined;
  /** Your name of the conversation; absent: the run's `thread_id`, if it has one. */
  readonly session?: string | ((run: RunFacts) => string | undefined) | undefined;
  /** What else every `/prepare` is told, such as `constitution`. */
  readonly prepare?: Omit<Body<"prepareTurn">, "input" | "session"> | undefined;
  /** Default `off`. `report`: the final text is verified after it was recorded, and `onVerdict` told. */
  readonly verify?: "off" | "report" | undefined;
  readonly onVerdict?: ((verdict: Verdict, answer: string) => void) | undefined;
}

/** Kept in the state of the agent, so that a run that was interrupted goes on with it in another process. */
const State = z.object({
  _memoryd: z.object({ token: z.string(), brief: z.string(), user: z.string().nullable() }).nullish(),
});

/**
 * For `createAgent({ middleware: [memory({ client })] })`. The brief is put behind the system prompt of each call of the
 * model, and is no message of the conversation. Nothing is recorded of a run that is aborted or fails. A gated run ends
 * with the reason, without a call of the model. The agent runs without memory where the service does not serve; a wrong
 * url, key or request throws.
 */
export function memory(options: MemoryOptions) {
  const clientOf = (user: string | null | undefined) =>
    user === null || user === undefined ? options.client : options.client.forUser(user);
  return createMiddleware({
    name: "memoryd",
    stateSchema: State,
    beforeAgent: {
      canJumpTo: ["end"],
      hook: async ({ messages }, run) => {
        const input = textOf(messages.findLast((message) => message.type === "human"));
        if (input.trim() === "") return { _memoryd: null };
        const user = chosen(options.user, run);
        const session = chosen(options.session, run) ?? run.configurable?.thread_id;
        const asked = { ...options.prepare, input, ...(session === undefined ? {} : { session }) };
        const { allowed, reason, token, brief } = await clientOf(user).startTurn(asked, { signal: run.signal });
        if (!allowed) return { _memoryd: null, messages: [new AIMessage(reason ?? "")], jumpTo: "end" };
        return { _memoryd: token === null ? null : { token, brief, user: user ?? null } };
      },
    },
    wrapModelCall: (request, handler) => {
      const brief = request.state._memoryd?.brief ?? "";
      if (brief === "") return handler(request);
      const separator = request.systemMessage.text === "" ? "" : "\n\n";
      return handler({ ...request, systemMessage: request.systemMessage.concat(separator + brief) });
    },
    afterAgent: async ({ messages, _memoryd: turn }, run) => {
      const last = messages.at(-1);
      const text = textOf(last);
      if (turn === null || turn === undefined || !AIMessage.isInstance(last) || text.trim() === "") return;
      if ((last.tool_calls ?? []).length > 0 || run.signal?.aborted === true) return;
      const { record, verify } = clientOf(turn.user).continueTurn(turn.token);
      await record(text);
      const verdict = options.verify === "report" ? await verify(text, { signal: run.signal }) : null;
      if (verdict !== null) options.onVerdict?.(verdict, text);
    },
  });
}

function chosen(
  value: string | ((run: RunFacts) => string | undefined) | undefined,
  run: RunFacts,
): string | undefined {
  return typeof value === "function" ? value(run) : value;
}

function textOf(message: BaseMessage | undefined): string {
  return message?.text ?? "";
}
