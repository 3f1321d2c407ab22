// A look at a stream that goes by: nothing is held back, changed or put in another order.
import { isWhole } from "./finish.ts";
import type { StreamPart } from "./model-shapes.ts";

export interface StreamEvents {
  /** A tool was called; another step follows with its result. */
  readonly onToolCall: (callId: string) => void;
  /** The stream came to its end, whole and without a call of a tool. Every part has gone out; the end waits for this. */
  readonly onText: (text: string) => Promise<void>;
}

/** An abort or an error ends the stream before `onText`. */
export function watchStream(
  stream: ReadableStream<StreamPart>,
  { onToolCall, onText }: StreamEvents,
): ReadableStream<StreamPart> {
  let text = "";
  let calls = false;
  let finished = false;
  let failed = false;
  const watcher = new TransformStream<StreamPart, StreamPart>({
    transform(part, controller) {
      controller.enqueue(part);
      if (part.type === "text-delta") text += part.delta;
      else if (part.type === "error") failed = true;
      else if (part.type === "finish") finished = isWhole(part.finishReason);
      else if (part.type === "tool-call" && part.providerExecuted !== true) {
        calls = true;
        onToolCall(part.toolCallId);
      }
    },
    async flush() {
      if (finished && !failed && !calls) await onText(text);
    },
  });
  return stream.pipeThrough(watcher);
}
