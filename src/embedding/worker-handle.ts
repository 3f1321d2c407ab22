// The pool's side of one Worker: it asks, waits for the answer, and notices when the worker is gone.
import type { OpenRequest, WorkAnswer, WorkerAnswer, WorkerRequest, WorkRequest } from "./messages.ts";

export interface WorkerHandle {
  /** The worker must be open and idle. Rejects where the worker dies over it. */
  work(request: WorkRequest): Promise<WorkAnswer>;
  /** Ends the worker without a call of `onDeath`. A promise of `work` is then never settled. */
  close(): Promise<void>;
}

export interface WorkerHandleOptions {
  readonly url: string | URL;
  readonly open: Promise<OpenRequest>;
  /** A worker that leaves a request unanswered for so long counts as dead. */
  readonly answerTimeoutMs: number;
  readonly onOpen: () => void;
  /** Called once, also for a worker that never opened; by then the worker is ended. */
  readonly onDeath: (reason: string) => void;
}

interface Waiting {
  resolve(answer: WorkerAnswer): void;
  reject(error: Error): void;
  readonly timer: Timer;
}

export function startWorker(options: WorkerHandleOptions): WorkerHandle {
  const worker = new Worker(options.url);
  let waiting: Waiting | null = null;
  let over = false;

  function settle(): Waiting | null {
    const settled = waiting;
    waiting = null;
    if (settled !== null) clearTimeout(settled.timer);
    return settled;
  }

  function die(reason: string): void {
    if (over) return;
    over = true;
    worker.terminate();
    settle()?.reject(new Error(`An embedding worker died: ${reason}`));
    options.onDeath(reason);
  }

  function ask(request: WorkerRequest): Promise<WorkerAnswer> {
    if (waiting !== null || over) {
      return Promise.reject(new Error("An embedding worker takes one request at a time, and none once over."));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => die(`no answer within ${options.answerTimeoutMs} ms`), options.answerTimeoutMs);
      waiting = { resolve, reject, timer };
      worker.postMessage(request);
    });
  }

  worker.addEventListener("message", (event: MessageEvent<WorkerAnswer>) => {
    if (over) return;
    if (event.data.kind === "fault") die(event.data.reason);
    else settle()?.resolve(event.data);
  });
  worker.addEventListener("error", (event) => die(event.message));
  worker.addEventListener("messageerror", () => die("a message could not be read"));
  worker.addEventListener("close", () => die("it ended"));

  // The worker loads its program meanwhile.
  options.open.then(
    (request) => ask(request).then(options.onOpen, () => {}), // onDeath has told of the failure.
    (error: unknown) => die(String(error)),
  );

  return {
    async work(request) {
      const answer = await ask(request);
      if (answer.kind !== "open" && answer.kind !== "fault") return answer;
      throw new Error(`An embedding worker answered work with "${answer.kind}".`);
    },
    async close() {
      if (over) return;
      over = true;
      settle();
      const closed = new Promise<void>((resolve) => worker.addEventListener("close", () => resolve(), { once: true }));
      worker.terminate();
      await closed;
    },
  };
}
