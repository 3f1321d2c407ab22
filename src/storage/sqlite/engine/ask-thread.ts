// One request to a thread that is made for it, and its one answer.
import type { WorkThread } from "../../../domain/ports/data-files.ts";

export type ThreadAnswer<T> =
  | { readonly ok: true; readonly report: T }
  | { readonly ok: false; readonly message: string };

export interface AskedThread<T> {
  /** Rejects with what `fault` makes of the reason; once the thread's `stopping` is aborted, with its reason. */
  readonly answer: Promise<T>;
  /** Resolves when the thread is no more. */
  readonly ended: Promise<void>;
  end(): void;
}

/** `name`: what the thread does, as in "the thread of the backup". */
export function askThread<T>(
  { url, stopping }: WorkThread,
  name: string,
  request: unknown,
  fault: (message: string) => Error,
): AskedThread<T> {
  const worker = new Worker(url, { type: "module" });
  const ended = new Promise<void>((resolve) => worker.addEventListener("close", () => resolve()));
  const answer = new Promise<T>((resolve, reject) => {
    const stop = () => reject(stopping.reason);
    worker.onmessage = ({ data }: MessageEvent<ThreadAnswer<T>>) => {
      stopping.removeEventListener("abort", stop);
      if (data.ok) resolve(data.report);
      else reject(fault(data.message));
    };
    worker.onerror = (event) => reject(fault(`the thread of the ${name} failed: ${event.message}`));
    worker.addEventListener("close", () => reject(fault(`the thread of the ${name} ended`)));
    if (stopping.aborted) stop();
    stopping.addEventListener("abort", stop);
    worker.postMessage(request);
  });
  return { answer, ended, end: () => worker.terminate() };
}
