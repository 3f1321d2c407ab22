// Both versions of the AI SDK behind one face, their models played by their own mocks.
import * as ai7 from "ai";
import { MockLanguageModelV4 } from "ai/test";
import * as ai6 from "ai6";
import { MockLanguageModelV3 } from "ai6/test";
import type { Generated, Params, Streamed, StreamPart } from "../src/ai-sdk/model-shapes.ts";

export interface Script {
  /** What the model answers to its call number `nth`, counted from 1. */
  readonly generate?: (params: Params, nth: number) => Generated | Promise<Generated>;
  readonly stream?: (params: Params, nth: number) => Streamed | Promise<Streamed>;
}

export interface Played {
  readonly model: ai7.LanguageModel;
  /** What the model was given, call by call. */
  readonly calls: Params[];
}

interface Version {
  readonly name: string;
  readonly ai: typeof ai7;
  play(script: Script): Played;
}

const silent = () => {
  throw new Error("the script has no such answer");
};

function played(Mock: typeof MockLanguageModelV4, { generate = silent, stream = silent }: Script): Played {
  const calls: Params[] = [];
  const noted = (params: Params) => calls.push(params);
  const model = new Mock({
    doGenerate: async (params) => generate(params, noted(params)),
    doStream: async (params) => stream(params, noted(params)),
  });
  return { model, calls };
}

/** Version 6 has the same functions; its types differ in what no test here uses. */
export const VERSIONS: readonly Version[] = [
  {
    name: "6",
    ai: ai6 as unknown as typeof ai7,
    play: (script) => played(MockLanguageModelV3 as unknown as typeof MockLanguageModelV4, script),
  },
  { name: "7", ai: ai7, play: (script) => played(MockLanguageModelV4, script) },
];

const USED = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

export function says(text: string, unified: Generated["finishReason"]["unified"] = "stop"): Generated {
  return { content: [{ type: "text", text }], finishReason: { unified, raw: unified }, usage: USED, warnings: [] };
}

export function calls(toolName: string, input: object, toolCallId = "call_1"): Generated {
  const call = { type: "tool-call" as const, toolCallId, toolName, input: JSON.stringify(input) };
  return { ...says("", "tool-calls"), content: [{ type: "text", text: "Let me look." }, call] };
}

/** The parts of a stream that says these pieces, one after the other. */
export function partsOf(
  pieces: readonly string[],
  unified: Generated["finishReason"]["unified"] = "stop",
): StreamPart[] {
  return [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "1" },
    ...pieces.map((delta): StreamPart => ({ type: "text-delta", id: "1", delta })),
    { type: "text-end", id: "1" },
    { type: "finish", usage: USED, finishReason: { unified, raw: unified } },
  ];
}

export function streamOf(parts: AsyncIterable<StreamPart> | Iterable<StreamPart>): Streamed {
  const each = (async function* () {
    yield* parts;
  })();
  const stream = new ReadableStream<StreamPart>({
    async pull(controller) {
      const { done, value } = await each.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  return { stream };
}

/** The system messages that the model was given. */
export function systemOf({ prompt }: Params): string[] {
  return prompt.flatMap((message) => (message.role === "system" ? [message.content] : []));
}
