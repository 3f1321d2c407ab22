// `memoryd-client/ai-sdk`: memory around a model of the AI SDK. The brief goes into every step of a turn, the answer is
// recorded after the last.
import type { LanguageModelMiddleware } from "ai";
import type { Body, Verdict } from "../api-types.ts";
import type { MemorydClient } from "../client.ts";
import { OpenTurns } from "../open-turns.ts";
import type { StartedTurn } from "../start-turn.ts";
import { callIdsOf, gatedResult, gatedStream, isWhole, textOf } from "./finish.ts";
import type { Generated, Model, Params, Prompt } from "./model-shapes.ts";
import { readPrompt, withBrief } from "./read-prompt.ts";
import { watchStream } from "./watch-stream.ts";

export { memoryTools } from "./memory-tools.ts";

export interface MemoryOptions {
  readonly client: MemorydClient;
  /** The end user whose memory it is; absent: the client's. `providerOptions.memoryd.user` of a call goes before it. */
  readonly user?: string | undefined;
  /** Your name of the conversation. `providerOptions.memoryd.session` of a call goes before it. */
  readonly session?: string | undefined;
  /** What else every `/prepare` is told, such as `constitution`. */
  readonly prepare?: Omit<Body<"prepareTurn">, "input" | "session"> | undefined;
  /**
   * `off` (default). `report`: each final text is verified, and `onVerdict` told; of `generate` the verdict is also in
   * `providerMetadata.memoryd`. `retry`: a generated text that is not ok is generated once more with the reason; a
   * streamed one has gone out already, and is reported.
   */
  readonly verify?: "off" | "report" | "retry" | undefined;
  readonly onVerdict?: ((verdict: Verdict, answer: string) => void) | undefined;
}

/** A user message and the steps that answer it. */
interface Running extends StartedTurn {
  readonly scope: string;
  /** Recorded: the same prompt once more is another turn. */
  isOver: boolean;
}

/**
 * For `wrapLanguageModel` of `ai` 6 and 7. A turn is one user message with all steps that answer it: it is prepared
 * once, each of its steps has the brief, and the text of its last step is recorded. Nothing is recorded of a turn that
 * is aborted or fails. A reply ends when its turn is recorded, or after the first try, 5 s at most. A gated turn is answered
 * with the reason, without a call of the model. The model runs without memory where the service does not serve; a wrong
 * url, key or request throws.
 */
export function memory(options: MemoryOptions): LanguageModelMiddleware {
  const waiting = new OpenTurns<Running>();
  const byParams = new WeakMap<Params, Running>();
  /** The SDK sends a step that failed again with the same prompt: it is the same turn. */
  const byPrompt = new WeakMap<Prompt, Running>();

  const running = (prompt: Prompt) => {
    const found = byPrompt.get(prompt);
    return found?.isOver === false ? found : undefined;
  };
  const end = (turn: Running) => {
    turn.isOver = true;
    waiting.forget(turn);
  };

  return {
    specificationVersion: "v3",
    async transformParams({ params, model }) {
      const turn = running(params.prompt) ?? (await findOrStart(options, waiting, params, model.modelId));
      if (turn === null) return params;
      byPrompt.set(params.prompt, turn);
      const transformed = { ...params, prompt: withBrief(params.prompt, turn.brief) };
      byParams.set(transformed, turn);
      return transformed;
    },
    async wrapGenerate({ doGenerate, params, model }) {
      const turn = byParams.get(params);
      if (turn === undefined) return doGenerate();
      if (!turn.allowed) return gatedResult(turn.reason ?? "");
      const result = await doGenerate();
      const callIds = callIdsOf(result);
      waiting.add(turn.scope, callIds, turn);
      if (callIds.length > 0 || !isWhole(result.finishReason) || params.abortSignal?.aborted === true) return result;
      end(turn);
      return settle(options, turn, params, model, result);
    },
    async wrapStream({ doStream, params }) {
      const turn = byParams.get(params);
      if (turn === undefined) return doStream();
      if (!turn.allowed) return { stream: gatedStream(turn.reason ?? "") };
      const result = await doStream();
      const stream = watchStream(result.stream, {
        onToolCall: (callId) => waiting.add(turn.scope, [callId], turn),
        onText: async (text) => {
          if (params.abortSignal?.aborted === true) return;
          end(turn);
          await turn.record(text);
          // The text has gone out: what goes wrong with the verdict must not break its stream.
          await report(options, turn, text).catch((error) => console.warn(`memoryd-client: ${error}`));
        },
      });
      return { ...result, stream };
    },
  };
}

/** Of a model's name, as the service takes it. */
const NAME_CHARS_MAX = 200;

/** The turn whose tools have answered, else a new one; null where the prompt holds no text of a user. */
async function findOrStart(
  options: MemoryOptions,
  waiting: OpenTurns<Running>,
  { prompt, providerOptions, abortSignal }: Params,
  model: string,
): Promise<Running | null> {
  const { input, callIds } = readPrompt(prompt);
  if (input.trim() === "") return null;
  const call = providerOptions?.memoryd ?? {};
  const user = textOr(call.user, options.user);
  const session = textOr(call.session, options.session);
  const scope = JSON.stringify([user, session, input]);
  const found = waiting.find(scope, callIds);
  if (found !== undefined) return found;
  const client = user === undefined ? options.client : options.client.forUser(user);
  // A hint alone: what no name may be is left out.
  const hint = model === "" || model.length > NAME_CHARS_MAX ? {} : { model };
  const asked = { ...hint, ...options.prepare, input, ...(session === undefined ? {} : { session }) };
  const turn = await client.startTurn(asked, { signal: abortSignal });
  return { ...turn, scope, isOver: false };
}

function textOr(value: unknown, otherwise: string | undefined): string | undefined {
  return typeof value === "string" ? value : otherwise;
}

/** null: not asked for, or not verified because the service did not answer. */
async function report(
  { verify = "off", onVerdict }: MemoryOptions,
  turn: Running,
  text: string,
): Promise<Verdict | null> {
  const verdict = verify === "off" ? null : await turn.verify(text);
  if (verdict !== null) onVerdict?.(verdict, text);
  return verdict;
}

/** Verifies as it was told to, records what ships, and gives that. */
async function settle(
  options: MemoryOptions,
  turn: Running,
  params: Params,
  model: Model,
  first: Generated,
): Promise<Generated> {
  let result = first;
  let verdict = await report(options, turn, textOf(result));
  if (verdict?.ok === false && options.verify === "retry") {
    const second = await model.doGenerate({ ...params, prompt: withBrief(params.prompt, complaintOf(verdict)) });
    // A second draft that calls a tool or breaks off is no better answer than the first.
    if (callIdsOf(second).length === 0 && isWhole(second.finishReason)) {
      result = second;
      verdict = await report(options, turn, textOf(second));
    }
  }
  await turn.record(textOf(result));
  if (verdict === null) return result;
  const shown = JSON.parse(JSON.stringify(verdict)) as Verdict;
  return { ...result, providerMetadata: { ...result.providerMetadata, memoryd: shown } };
}

function complaintOf({ reason, contradictions }: Verdict): string {
  const found = contradictions.map(({ sentence, remembered }) => `- You wrote: ${sentence} Memory says: ${remembered}`);
  return ["A draft of your answer was refused. Answer again without this mistake.", reason, ...found].join("\n");
}
