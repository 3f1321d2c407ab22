// The workers of a pool: one to begin with, more where work waits for them; one that dies is replaced, until starting
// fails too often.
import type { OpenRequest } from "./messages.ts";
import { startWorker, type WorkerHandle } from "./worker-handle.ts";

/** After so many starts in a row without one success no further one is tried. */
const START_FAILURES_MAX = 3;
const ANSWER_TIMEOUT_MS = 60_000;

export type WorkerEvent =
  | { readonly event: "embedding_worker_open"; readonly startMs: number }
  | { readonly event: "embedding_worker_died"; readonly reason: string };

export interface WorkerCrewOptions {
  /** 1 or more. */
  readonly most: number;
  readonly workerUrl: string | URL;
  /** A worker that leaves a request unanswered for so long is replaced. */
  readonly answerTimeoutMs?: number | undefined;
  /** What a worker is opened with, after so many deaths. */
  readonly openRequest: (deaths: number) => Promise<OpenRequest>;
  readonly onEvent: (event: WorkerEvent) => void;
  /** A worker has its session open, and is idle. */
  readonly onOpen: () => void;
  /** None is left, and none could be started. */
  readonly onFailed: (reason: string) => void;
}

export class WorkerCrew {
  /** Workers with an open session. */
  open = 0;
  deaths = 0;
  readonly #all = new Set<WorkerHandle>();
  readonly #idle: WorkerHandle[] = [];
  #startFailures = 0;

  constructor(private readonly options: WorkerCrewOptions) {
    this.#start();
  }

  /** So many pieces of work wait: as many workers are opened for them as may be. */
  grow(waiting: number): void {
    if (this.#startFailures >= START_FAILURES_MAX) return;
    while (this.#all.size < this.options.most && this.#all.size - this.open < waiting) this.#start();
  }

  #start(): void {
    const startedAt = performance.now();
    let opened = false;
    const { workerUrl, openRequest, answerTimeoutMs = ANSWER_TIMEOUT_MS, onEvent } = this.options;
    const handle = startWorker({
      url: workerUrl,
      open: openRequest(this.deaths),
      answerTimeoutMs,
      onOpen: () => {
        opened = true;
        this.open++;
        this.#startFailures = 0;
        onEvent({ event: "embedding_worker_open", startMs: Math.round(performance.now() - startedAt) });
        this.#idle.push(handle);
        this.options.onOpen();
      },
      onDeath: (reason) => {
        this.#remove(handle);
        if (opened) this.open--;
        else this.#startFailures++;
        this.deaths++;
        onEvent({ event: "embedding_worker_died", reason });
        if (opened || this.#startFailures < START_FAILURES_MAX) this.#start();
        else if (this.open === 0) this.options.onFailed(reason);
      },
    });
    this.#all.add(handle);
  }

  #remove(handle: WorkerHandle): void {
    this.#all.delete(handle);
    const position = this.#idle.indexOf(handle);
    if (position >= 0) this.#idle.splice(position, 1);
  }

  get hasIdle(): boolean {
    return this.#idle.length > 0;
  }

  /** The worker that has been idle the longest. Throws where none is. */
  take(): WorkerHandle {
    const handle = this.#idle.shift();
    if (handle === undefined) throw new Error("No embedding worker is idle.");
    return handle;
  }

  giveBack(handle: WorkerHandle): void {
    this.#idle.push(handle);
  }

  async close(): Promise<void> {
    const closing = [...this.#all].map((handle) => handle.close());
    this.#all.clear();
    this.#idle.length = 0;
    this.open = 0;
    await Promise.all(closing);
  }
}
