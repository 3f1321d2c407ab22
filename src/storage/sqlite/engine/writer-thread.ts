// Runs the writer on a thread of its own.
import type { BatchRunner } from "./writer-client.ts";
import type { FromWriter, ToWriter, WriterData } from "./writer-worker.ts";

/** A moment, that is; an empty log that stays is in nobody's way. */
const THREAD_ENDS_WITHIN_MS = 1_000;

/**
 * Starts the thread and opens the file there; rejects with the reason where it cannot be opened. `onDeath` is told once
 * where the thread ends by itself later: nothing can be written any more then. `onPagesSkipped`: see `WriterOptions`.
 */
export async function startWriterThread(
  workerUrl: string | URL,
  data: WriterData,
  onDeath: (error: Error) => void,
  onPagesSkipped: (pages: number) => void = () => {},
): Promise<BatchRunner> {
  const worker = new Worker(workerUrl, { type: "module" });
  const calls: { resolve: (message: FromWriter) => void; reject: (error: Error) => void }[] = [];
  let broken: Error | null = null;

  function fail(error: Error): void {
    if (broken !== null) return;
    broken = error;
    for (const call of calls.splice(0)) call.reject(error);
    onDeath(error);
  }

  worker.onmessage = (event: MessageEvent<FromWriter>) => {
    if (event.data.kind === "pages-skipped") return onPagesSkipped(event.data.pages);
    const call = calls.shift();
    if (event.data.kind === "failed") call?.reject(errorOf(event.data));
    else call?.resolve(event.data);
  };
  worker.onerror = (event) => fail(new Error(`the writer's thread failed: ${event.message}`));
  worker.addEventListener("close", () => fail(new Error("the writer's thread ended")));

  function call(message: ToWriter): Promise<FromWriter> {
    if (broken !== null) return Promise.reject(broken);
    return new Promise((resolve, reject) => {
      calls.push({ resolve, reject });
      worker.postMessage(message);
    });
  }

  try {
    await call({ kind: "open", data });
  } catch (error) {
    broken ??= new Error("the writer could not be opened");
    worker.terminate();
    throw error;
  }
  return {
    async runBatch(requests) {
      const answer = await call({ kind: "batch", requests });
      if (answer.kind !== "outcomes") throw new Error(`the writer answered a batch with ${answer.kind}`);
      return [...answer.outcomes];
    },
    async close() {
      await call({ kind: "close" });
      broken = new Error("the writer is closed");
      const ended = new Promise<void>((resolve) => {
        worker.addEventListener("close", () => resolve(), { once: true });
      });
      worker.terminate();
      // Its connection goes with its thread; only the last of all connections takes the log and its index away.
      await Promise.race([ended, Bun.sleep(THREAD_ENDS_WITHIN_MS)]);
    },
  };
}

/** With the code that it had on the other thread. */
function errorOf({ message, code }: Extract<FromWriter, { kind: "failed" }>): Error {
  return code === "" ? new Error(message) : Object.assign(new Error(message), { code });
}
