// The service's side of the reading thread: sends tasks, and starts another thread when one dies.
import { MemoryError } from "../domain/errors.ts";
import { type TextReading, type TextTask, textReadingBy } from "../domain/ports/text-reading.ts";
import type { Call, TaskAnswer, TaskRequest } from "./reading-worker.ts";

/** A slice takes milliseconds: a thread that says nothing for this long, though it is called, will never answer. */
const SILENCE_MS_MAX = 10_000;

export interface ReadingThread {
  readonly reading: TextReading;
  /** Starts the thread now, instead of with the first task. */
  open(): void;
  close(): Promise<void>;
}

export interface ReadingThreadOptions {
  readonly workerUrl: string | URL;
  /** Called when the thread ends before its time. The reason never holds text that was read. */
  readonly onDeath: (reason: string) => void;
  readonly silenceMsMax?: number;
}

interface Waiting {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Tasks that wait when the thread dies are rejected with `not_ready`; the next task starts another thread. */
export function startReadingThread({
  workerUrl,
  onDeath,
  silenceMsMax = SILENCE_MS_MAX,
}: ReadingThreadOptions): ReadingThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let isClosed = false;
  let asked = 0;
  let heardAt = 0;

  function die(from: Worker, reason: string): void {
    if (worker !== from || isClosed) return;
    end("The text could not be read: its reader ended. Try again.");
    onDeath(reason);
  }

  /** Ends the thread and rejects the tasks that wait for it. */
  function end(message: string): void {
    worker?.terminate();
    worker = null;
    const error = new MemoryError("not_ready", message);
    for (const each of waiting.values()) each.reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const made = new Worker(workerUrl);
    heardAt = performance.now();
    made.onmessage = ({ data }: MessageEvent<TaskAnswer | Call>) => {
      heardAt = performance.now();
      if (data === "call") return;
      const one = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === "done") one?.resolve(data.output);
      else if (data.kind === "refused") one?.reject(new MemoryError(data.code, data.message, data.details));
      else one?.reject(new Error(`a text could not be read: ${data.reason}`));
    };
    made.onerror = (event) => die(made, event.message);
    made.addEventListener("close", () => die(made, "it ended"));
    return made;
  }

  const watch = setInterval(() => {
    if (worker === null || waiting.size === 0) return;
    if (performance.now() - heardAt > silenceMsMax) die(worker, "it is silent");
    else worker.postMessage("call" satisfies Call);
  }, silenceMsMax / 4);
  watch.unref();

  function ask(task: TextTask, input: unknown, account: string | null): Promise<unknown> {
    if (isClosed) return Promise.reject(new MemoryError("not_ready", "The service is closing."));
    if (waiting.size === 0) heardAt = performance.now();
    worker ??= start();
    const id = ++asked;
    const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    worker.postMessage({ id, task, input, account } satisfies TaskRequest);
    return answered;
  }

  return {
    reading: textReadingBy(ask),
    open() {
      worker ??= start();
    },
    async close() {
      isClosed = true;
      clearInterval(watch);
      end("The service is closing.");
    },
  };
}
