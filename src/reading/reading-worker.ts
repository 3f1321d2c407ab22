// The thread that reads texts: one answer to each request, under its id.
import { type ErrorCode, type ErrorDetails, MemoryError } from "../domain/errors.ts";
import type { TextTask } from "../domain/ports/text-reading.ts";
import { readInPlace } from "./read-in-place.ts";

export interface TaskRequest {
  readonly id: number;
  readonly task: TextTask;
  readonly input: unknown;
  readonly account: string | null;
}

/** Asks whether the thread lives: it is sent back between two slices of its work. */
export type Call = "call";

export type TaskAnswer =
  | { readonly id: number; readonly kind: "done"; readonly output: unknown }
  /** An outcome that the caller is told about. */
  | {
      readonly id: number;
      readonly kind: "refused";
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails | undefined;
    }
  /** A defect: the reason says nothing of the text. */
  | { readonly id: number; readonly kind: "failed"; readonly reason: string };

declare const self: Worker;

const reading = readInPlace();

self.onmessage = async ({ data }: MessageEvent<TaskRequest | Call>) => {
  if (data === "call") return self.postMessage(data);
  const { id, task, input, account } = data;
  self.postMessage(await answer(id, reading[task] as Task, input, account));
};

type Task = (input: unknown, account: string | null) => Promise<unknown>;

async function answer(id: number, task: Task, input: unknown, account: string | null): Promise<TaskAnswer> {
  try {
    return { id, kind: "done", output: await task(input, account) };
  } catch (error) {
    if (error instanceof MemoryError) {
      const { code, message, details } = error;
      return { id, kind: "refused", code, message, details };
    }
    return { id, kind: "failed", reason: error instanceof Error ? error.name : "unknown" };
  }
}

// These tasks compile expressions at their first use: they run once now, so that no request waits for that.
for (const [task, input] of [
  ["readInput", "No, my name is Ada and I work as a teacher."],
  ["readTimes", { question: "What did I say last week?", at: 0 }],
  ["readTerms", { input: "words", answer: "Words." }],
] as const satisfies readonly (readonly [TextTask, unknown])[]) {
  void (reading[task] as Task)(input, null);
}
