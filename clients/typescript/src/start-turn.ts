// One turn with memory, as a caller should hold it: it goes on without memory where the service does not answer.
import type { Answer, Body, Message, Source, Verdict } from "./api-types.ts";
import { MemorydError } from "./errors.ts";
import { ANSWER_CHARS_MAX, fitText, INPUT_CHARS_MAX } from "./fit-text.ts";
import type { CallOptions } from "./options.ts";
import type { turnMethods } from "./turn-methods.ts";

export interface StartedTurn {
  /** For your model: the brief as `system`, then the input. Without memory the input alone. */
  readonly messages: readonly Message[];
  /** The brief alone; "" where the turn goes without memory. */
  readonly brief: string;
  readonly sources: readonly Source[];
  /** False: skip generation and show `reason`. */
  readonly allowed: boolean;
  readonly reason: string | null;
  /** null: the turn is gated, or goes without memory. */
  readonly token: string | null;
  /** null: not verified, because the turn goes without memory or the service did not answer. */
  verify(answer: string, options?: CallOptions): Promise<Verdict | null>;
  /**
   * Records the answer, behind your reply where you do not wait for it. What fails is repeated in the background while the
   * token lives. Never rejects; true where the turn is recorded, false where it waits, was given up or has no token.
   */
  record(answer: string): Promise<boolean>;
}

export interface StartTurnDeps {
  readonly calls: Pick<ReturnType<typeof turnMethods>, "prepare" | "verify">;
  readonly recordSafely: (turnToken: string, answer: string) => Promise<boolean>;
  readonly onUnavailable: (error: MemorydError, during: "prepare" | "verify") => void;
}

/**
 * Goes on without memory where the service cannot be reached or does not serve now (time, transport, 402, 429, 5xx),
 * which `onUnavailable` is told, and where the input is blank. Of an input that is longer than the service takes the start
 * is looked up. Throws what no waiting mends: a wrong url or key, a request that breaks a rule.
 */
export async function startTurn(
  deps: StartTurnDeps,
  turn: Body<"prepareTurn">,
  options?: CallOptions,
): Promise<StartedTurn> {
  const input = fitText(turn.input, INPUT_CHARS_MAX);
  if (input === "") return withoutMemory(turn.input);
  const prepared = await unlessUnavailable(deps, "prepare", () => deps.calls.prepare({ ...turn, input }, options));
  return prepared === null ? withoutMemory(turn.input) : withMemory(deps, prepared, turn.input);
}

function withoutMemory(input: string): StartedTurn {
  return {
    messages: [{ role: "user", content: input }],
    brief: "",
    sources: [],
    allowed: true,
    reason: null,
    token: null,
    verify: async () => null,
    record: async () => false,
  };
}

function withMemory(deps: StartTurnDeps, prepared: Answer<"prepareTurn">, input: string): StartedTurn {
  const { messages, sources, allowed, reason, turn_token: token } = prepared;
  const [first] = messages;
  const actions = token === null ? { verify: async () => null, record: async () => false } : continueTurn(deps, token);
  return {
    // The input as it was given, where the service was sent the start of it.
    messages: messages.map((message, at) => (at === messages.length - 1 ? { ...message, content: input } : message)),
    brief: first?.role === "system" ? first.content : "",
    sources,
    allowed,
    reason,
    token,
    ...actions,
  };
}

/** The end of a turn that was prepared elsewhere, in another process perhaps: its token is all that it needs. */
export function continueTurn(deps: StartTurnDeps, token: string): Pick<StartedTurn, "verify" | "record"> {
  return {
    async verify(answer, options) {
      const draft = fitText(answer, ANSWER_CHARS_MAX);
      if (draft === "") return null;
      return unlessUnavailable(deps, "verify", () => deps.calls.verify({ answer: draft, turn_token: token }, options));
    },
    async record(answer) {
      const whole = fitText(answer, ANSWER_CHARS_MAX);
      return whole !== "" && deps.recordSafely(token, whole);
    },
  };
}

/** null where the service could not be reached or does not serve now. */
async function unlessUnavailable<T>(
  deps: StartTurnDeps,
  during: "prepare" | "verify",
  ask: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof MemorydError) || !(error.isTransient || error.status === 402)) throw error;
    deps.onUnavailable(error, during);
    return null;
  }
}
