// The embedder: a pool of Workers over one queue of texts.
import ortWasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };
import { clientGone, MemoryError } from "../domain/errors.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import { createAccountTally } from "./account-tally.ts";
import { createLaneQueue } from "./lane-queue.ts";
import type { OpenRequest } from "./messages.ts";
import type { ModelFolder } from "./model-folder.ts";
import { createTextJob, type TextJob, type Unit } from "./text-job.ts";
import { createWaitEstimate } from "./wait-estimate.ts";
import { startWorker, type WorkerHandle } from "./worker-handle.ts";

/** After so many starts in a row without one success no further one is tried. */
const START_FAILURES_MAX = 3;
const ANSWER_TIMEOUT_MS = 60_000;
const WAIT_MS_MAX = 1_500;
/** While others are busy, background work begins this often, and whether they still are is looked up that often. */
const BUSY_EVERY_MS = 100;
const LOOK_EVERY_MS = 10;

export type PoolEvent =
  | { readonly event: "embedding_worker_open"; readonly startMs: number }
  | { readonly event: "embedding_worker_died"; readonly reason: string }
  | { readonly event: "embedding_failed"; readonly reason: string };

export interface EmbeddingPoolOptions {
  readonly model: ModelFolder;
  /** `new URL("./embedding/worker.ts", import.meta.url)` of src/main.ts; tests name a worker that can be killed. */
  readonly workerUrl: string | URL;
  /** Each holds one session, about 150 MB for the default model. 1 or more. */
  readonly workers: number;
  /**
   * Interactive texts accepted and not yet answered, those at work included; a further one is refused, unless its
   * account has less than its share of them: up to as many again. 1 or more.
   */
  readonly queueMax: number;
  /** A text is refused, too, where 64 or more are before it and would hold it up for so long by the pace of late. */
  readonly waitMsMax?: number;
  readonly onEvent: (event: PoolEvent) => void;
  /** Whether others need the processor more than background work does. */
  readonly isBusy?: () => boolean;
  /** A worker that leaves a request unanswered for so long is replaced. */
  readonly answerTimeoutMs?: number;
}

export interface EmbeddingPoolStats {
  readonly workers: number;
  /** Workers with an open session. */
  readonly workersOpen: number;
  /** Texts accepted and not yet answered. */
  readonly interactive: number;
  readonly background: number;
  /** Since the start. */
  readonly texts: number;
  readonly windows: number;
  readonly refused: number;
  readonly deaths: number;
}

export interface EmbeddingPool extends Embedder {
  /** Settled once: the first session is open, or (MemoryError `not_ready`) no worker could be started. */
  readonly ready: Promise<void>;
  stats(): EmbeddingPoolStats;
  /** Ends the workers; texts not yet answered fail with MemoryError `not_ready`. */
  close(): Promise<void>;
}

/** Returns at once: the sessions open while texts may already be handed in. */
export function createEmbeddingPool(options: EmbeddingPoolOptions): EmbeddingPool {
  const queue = createLaneQueue<TextJob>({
    isAwaited: (job) => job.isAwaited?.() === true,
    accountOf: (job) => job.account,
  });
  const jobs = new Set<TextJob>();
  const idle: WorkerHandle[] = [];
  const handles = new Set<WorkerHandle>();
  const open = { interactive: 0, background: 0 };
  const held = createAccountTally();
  const ahead = createWaitEstimate(options.waitMsMax ?? WAIT_MS_MAX);
  const counts = { texts: 0, windows: 0, refused: 0, deaths: 0 };
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {}); // Whoever embeds learns of it too: nobody has to wait for `ready`.
  let workersOpen = 0;
  let lastBackground = 0;
  let looking: ReturnType<typeof setTimeout> | null = null;
  let startFailures = 0;
  /** Why nothing is embedded any more. */
  let end: MemoryError | null = null;

  function start(request: OpenRequest): void {
    const startedAt = performance.now();
    let opened = false;
    const handle = startWorker({
      url: options.workerUrl,
      open: request,
      answerTimeoutMs: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
      onOpen() {
        opened = true;
        workersOpen++;
        startFailures = 0;
        options.onEvent({ event: "embedding_worker_open", startMs: Math.round(performance.now() - startedAt) });
        ready.resolve();
        idle.push(handle);
        dispatch();
      },
      onDeath(reason) {
        handles.delete(handle);
        const position = idle.indexOf(handle);
        if (position >= 0) idle.splice(position, 1);
        if (opened) workersOpen--;
        else startFailures++;
        counts.deaths++;
        options.onEvent({ event: "embedding_worker_died", reason });
        if (opened || startFailures < START_FAILURES_MAX) start(request);
        else if (workersOpen === 0) giveUp(reason);
      },
    });
    handles.add(handle);
  }

  /** Work that nobody waits for gives way to a burst of requests, but never stands still. */
  function mayDoBackground(): boolean {
    return options.isBusy?.() !== true || performance.now() - lastBackground >= BUSY_EVERY_MS;
  }

  /** Where the queue is full, an account that has less than its share of it may still come, up to as much again. */
  function hasRoomFor(account: string): boolean {
    const { queueMax } = options;
    // Where the work is slow, the queue is full with fewer texts.
    const most = ahead.isLong(open.interactive, workersOpen) ? Math.min(queueMax, open.interactive) : queueMax;
    if (open.interactive < most) return true;
    return open.interactive < 2 * queueMax && held.of(account) < most / (held.accounts + 1);
  }

  function lookAgain(): void {
    if (looking !== null) return;
    looking = setTimeout(() => {
      looking = null;
      dispatch();
    }, LOOK_EVERY_MS);
    looking.unref();
  }

  function dispatch(): void {
    while (idle.length > 0) {
      const job = queue.take(mayDoBackground());
      if (job === undefined) {
        if (queue.length.background > 0) lookAgain();
        return;
      }
      if (job.lane === "background") lastBackground = performance.now();
      const unit = job.units.shift();
      if (unit === undefined) continue; // It has failed meanwhile.
      // To the back of its lane: between two windows of a long text every other text has its turn.
      if (job.units.length > 0) queue.add(job.lane, job);
      void run(idle.shift()!, job, unit);
    }
  }

  async function run(handle: WorkerHandle, job: TextJob, unit: Unit): Promise<void> {
    const begun = performance.now();
    try {
      const answer = await handle.work(unit.request);
      idle.push(handle);
      if (answer.kind === "vector") {
        counts.windows++;
        ahead.took(performance.now() - begun);
      }
      const queued = job.units.length > 0;
      job.accept(unit, answer);
      if (!queued && job.units.length > 0) queue.add(job.lane, job);
    } catch (error) {
      retry(job, unit, error);
    }
    dispatch();
  }

  /** A unit whose worker died is run once more; the second death may well be its own doing. */
  function retry(job: TextJob, unit: Unit, error: unknown): void {
    unit.deaths++;
    if (unit.deaths > 1) {
      job.fail(new Error("Two embedding workers died over one text.", { cause: error }));
    } else if (!job.settled) {
      const queued = job.units.length > 0;
      job.units.unshift(unit);
      if (!queued) queue.addFirst(job.lane, job);
    }
  }

  async function stop(reason: MemoryError): Promise<void> {
    end = reason;
    queue.clear();
    for (const job of jobs) job.fail(reason);
    ready.reject(reason);
    const closing = [...handles].map((handle) => handle.close());
    handles.clear();
    idle.length = 0;
    workersOpen = 0;
    await Promise.all(closing);
  }

  function giveUp(reason: string): void {
    if (end !== null) return;
    options.onEvent({ event: "embedding_failed", reason });
    void stop(new MemoryError("not_ready", "The embedding model could not be started."));
  }

  async function startAll(): Promise<void> {
    const { spec, onnxPath, tokenizerPath, hashes } = options.model;
    const runtime = await WebAssembly.compile(await Bun.file(ortWasmPath).arrayBuffer());
    const { tokensMax, queryPrefix, passagePrefix } = spec;
    const request: OpenRequest = {
      kind: "open",
      runtime,
      onnxPath,
      tokenizerPath,
      hashes,
      spec: { tokensMax, queryPrefix, passagePrefix },
    };
    for (let i = 0; i < options.workers && end === null; i++) start(request);
  }

  startAll().catch((error: unknown) => giveUp(String(error)));

  return {
    model: options.model.spec,
    ready: ready.promise,
    embed(text, role, lane, isAwaited, account = "", signal) {
      if (end !== null) return Promise.reject(end);
      if (signal?.aborted === true) return Promise.reject(clientGone());
      if (lane === "interactive" && !hasRoomFor(account)) {
        counts.refused++;
        return Promise.reject(new MemoryError("overloaded", "Too many texts wait to be embedded; try again shortly."));
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          jobs.delete(job);
          open[lane]--;
          if (lane === "interactive") held.leave(account);
        };
        const job = createTextJob({
          lane,
          account,
          isAwaited,
          request: { kind: "text", text, role },
          onDone(embedding) {
            leave();
            counts.texts++;
            resolve(embedding);
          },
          onFail(error) {
            leave();
            reject(error);
          },
        });
        // Its place is free at once; what a worker has begun is finished for nobody.
        signal?.addEventListener("abort", () => job.fail(clientGone()), { once: true });
        jobs.add(job);
        open[lane]++;
        if (lane === "interactive") held.enter(account);
        queue.add(lane, job);
        dispatch();
      });
    },
    stats: () => ({ workers: options.workers, workersOpen, ...open, ...counts }),
    close: () => stop(new MemoryError("not_ready", "The embedder is closed.")),
  };
}
