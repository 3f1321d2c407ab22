// How a step of the model ended, in the words of both versions.
import type { FinishReason, Generated, StreamPart } from "./model-shapes.ts";

/** Ends of which the text stands as it is: what was filtered or broke off is no answer. */
const WHOLE: ReadonlySet<string> = new Set(["stop", "length", "other", "unknown"]);

export function isWhole(reason: FinishReason): boolean {
  return WHOLE.has(reason.unified);
}

export function textOf({ content }: Pick<Generated, "content">): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** Of the calls whose results another step will bring. */
export function callIdsOf({ content }: Pick<Generated, "content">): string[] {
  return content.flatMap((part) =>
    part.type === "tool-call" && part.providerExecuted !== true ? [part.toolCallId] : [],
  );
}

const NOTHING_USED = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** The answer of a gated turn: the reason, without a call of the model. */
export function gatedResult(reason: string): Generated {
  return {
    content: [{ type: "text", text: reason }],
    finishReason: { unified: "content-filter", raw: "memoryd-gate" },
    usage: NOTHING_USED,
    warnings: [],
  };
}

/** The same as a stream. */
export function gatedStream(reason: string): ReadableStream<StreamPart> {
  const { finishReason, usage, warnings } = gatedResult(reason);
  const id = "memoryd-gate";
  const parts: StreamPart[] = [
    { type: "stream-start", warnings },
    { type: "text-start", id },
    { type: "text-delta", id, delta: reason },
    { type: "text-end", id },
    { type: "finish", usage, finishReason },
  ];
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
