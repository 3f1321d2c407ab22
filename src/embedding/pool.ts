// The embedder: a pool of Workers over one queue of texts.
import ortWasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };
import { clientGone, MemoryError } from "../domain/errors.ts";
import type { InputKindReader } from "../domain/input-kind.ts";
import type { IntentReader } from "../domain/intent.ts";
import type { Embedding, ModelSpec } from "../domain/model-spec.ts";
import type { AnswerJudge } from "../domain/ports/answer-judge.ts";
import type { Embedder, EmbedRequest } from "../domain/ports/embedder.ts";
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import { createLaneQueue } from "./lane-queue.ts";
import type { ModelTask, OpenRequest } from "./messages.ts";
import type { ModelFolder } from "./model-folder.ts";
import { PairClassifier } from "./pair-classifier.ts";
import { PairJudge } from "./pair-judge.ts";
import { PairModel, type PairModelOptions } from "./pair-model.ts";
import { createTextJob, type TextJob, type Unit } from "./text-job.ts";
import { createWaitEstimate, TextsHeld, type WaitEstimate } from "./texts-held.ts";
import { type CalledFunctions, trimRuntime } from "./trim-runtime.ts";
import { WorkerCrew, type WorkerEvent } from "./worker-crew.ts";
import type { WorkerHandle } from "./worker-handle.ts";

const WAIT_MS_MAX = 1_500;
/** While others are busy: background work begins once in the one, and whether they still are is asked once in the other. */
const BUSY_EVERY_MS = 100;
const LOOK_EVERY_MS = 10;

export type PoolEvent = WorkerEvent | { readonly event: "embedding_failed"; readonly reason: string };

export interface EmbeddingPoolOptions {
  readonly model: ModelFolder;
  /** `new URL("./embedding/worker.ts", import.meta.url)` of src/main.ts; tests name a worker that can be killed. */
  readonly workerUrl: string | URL;
  /** As many at most, opened where texts wait. Each holds one session, about 70 MB for the default model. 1 or more. */
  readonly workers: number;
  /**
   * Interactive texts accepted and not yet answered, those being embedded included. A further one is refused, unless its
   * account has less than its share; such texts may be as many again. 1 or more.
   */
  readonly queueMax: number;
  /** A text is refused, too, where 64 or more are before it and, by the pace of the last ones, it would wait so long. */
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
  /** What sentences are for, by the model's own head; null where it has none. */
  readonly intents: IntentReader | null;
  /** What inputs ask of memory, by another head; null where it has none. */
  readonly inputs: InputKindReader | null;
  /** What whole messages are for; null where the model's folder has none. It has a worker of its own, while there is work. */
  readonly classifier: MessageClassifier | null;
  /** Whether answers say otherwise than memory; null where the model's folder has none. As the classifier. */
  readonly judge: AnswerJudge | null;
  /** Ends the workers; texts not yet answered fail with MemoryError `not_ready`. */
  close(): Promise<void>;
}

const compiled = new Map<CalledFunctions | null, Promise<WebAssembly.Module>>();

/** ONNX Runtime, whole (null) or with some functions only; once for all pools of a process, with its machine code. */
function compileRuntime(functions: CalledFunctions | null): Promise<WebAssembly.Module> {
  const known = compiled.get(functions);
  if (known !== undefined) return known;
  const compiling = Bun.file(ortWasmPath)
    .bytes()
    .then((bytes) => WebAssembly.compile(functions === null ? bytes : trimRuntime(bytes, functions)));
  compiled.set(functions, compiling);
  return compiling;
}

/** Returns at once: the sessions open while texts may already be handed in. */
export function createEmbeddingPool(options: EmbeddingPoolOptions): EmbeddingPool {
  return new WorkerPool(options);
}

/** Requests wait for it, so it stays for the next. */
const JUDGE_IDLE_MS = 60_000;

interface PairModelParts extends Pick<PairModelOptions, "name" | "isBusy" | "idleMs"> {
  readonly task: ModelTask;
  readonly file: { readonly onnxPath: string; readonly sha256: string };
}

class WorkerPool implements EmbeddingPool {
  readonly model: ModelSpec;
  readonly intents: IntentReader | null;
  readonly inputs: InputKindReader | null;
  readonly classifier: PairClassifier | null;
  readonly judge: PairJudge | null;
  readonly ready: Promise<void>;
  readonly #ready = Promise.withResolvers<void>();
  readonly #queue = createLaneQueue<TextJob>({
    isAwaited: (job) => job.isAwaited?.() === true,
    accountOf: (job) => job.account,
  });
  readonly #jobs = new Set<TextJob>();
  readonly #ahead: WaitEstimate;
  readonly #held: TextsHeld;
  readonly #crew: WorkerCrew;
  readonly #counts = { texts: 0, windows: 0, refused: 0 };
  #lastBackground = 0;
  #looking: ReturnType<typeof setTimeout> | null = null;
  /** Why nothing is embedded any more. */
  #end: MemoryError | null = null;

  constructor(private readonly options: EmbeddingPoolOptions) {
    const { model, queueMax, waitMsMax, workerUrl, answerTimeoutMs, onEvent } = options;
    this.model = model.spec;
    this.intents = model.intents;
    this.inputs = model.inputs;
    this.ready = this.#ready.promise;
    this.ready.catch(() => {}); // Every embedding fails with it, too: nobody has to wait for `ready`.
    this.#ahead = createWaitEstimate(waitMsMax ?? WAIT_MS_MAX);
    this.#held = new TextsHeld(queueMax, this.#ahead);
    this.#crew = new WorkerCrew({
      most: options.workers,
      workerUrl,
      answerTimeoutMs,
      openRequest: (deaths) => this.#openRequest(deaths),
      onEvent,
      onOpen: () => {
        this.#ready.resolve();
        this.#dispatch();
      },
      onFailed: (reason) => this.#giveUp(reason),
    });
    const { classifier, judge } = model;
    const { isBusy } = options;
    this.classifier =
      classifier === null
        ? null
        : new PairClassifier(
            this.#pairModel({ name: "The classifier of messages", task: "classify", file: classifier, isBusy }),
            classifier.thresholds,
          );
    this.judge =
      judge === null
        ? null
        : new PairJudge(
            this.#pairModel({ name: "The judge of answers", task: "judge", file: judge, idleMs: JUDGE_IDLE_MS }),
            judge.thresholds,
          );
  }

  #pairModel({ task, file, ...named }: PairModelParts): PairModel {
    const { workerUrl, answerTimeoutMs, onEvent } = this.options;
    return new PairModel({
      ...{ workerUrl, answerTimeoutMs, ...named },
      onDeath: (reason) => onEvent({ event: "embedding_worker_died", reason }),
      openRequest: async (deaths) => {
        const request = await this.#openRequest(deaths);
        const hashes = request.hashes === null ? null : { ...request.hashes, onnx: file.sha256 };
        return { ...request, task, onnxPath: file.onnxPath, hashes };
      },
    });
  }

  async #openRequest(deaths: number): Promise<OpenRequest> {
    const { spec, onnxPath, tokenizerPath, hashes, functions } = this.options.model;
    const { tokensMax, queryPrefix, passagePrefix } = spec;
    return {
      kind: "open",
      // A worker may have died of a function that its list lacks, on a processor for which ONNX Runtime has others.
      runtime: await compileRuntime(deaths === 0 ? functions : null),
      ...{ onnxPath, tokenizerPath, hashes },
      spec: { tokensMax, queryPrefix, passagePrefix },
      task: "embed",
    };
  }

  embed(request: EmbedRequest): Promise<Embedding> {
    const { lane, account = "", signal } = request;
    if (this.#end !== null) return Promise.reject(this.#end);
    if (signal?.aborted === true) return Promise.reject(clientGone());
    if (lane === "interactive" && !this.#held.hasRoomFor(account, this.#crew.open)) {
      this.#counts.refused++;
      return Promise.reject(new MemoryError("overloaded", "Too many texts wait to be embedded; try again shortly."));
    }
    return this.#accept(request, account);
  }

  #accept({ text, role, lane, isAwaited, signal }: EmbedRequest, account: string): Promise<Embedding> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#jobs.delete(job);
        this.#held.leave(lane, account);
      };
      const job = createTextJob({
        lane,
        account,
        isAwaited,
        request: { kind: "text", text, role },
        onDone: (embedding) => {
          leave();
          this.#counts.texts++;
          resolve(embedding);
        },
        onFail: (error) => {
          leave();
          reject(error);
        },
      });
      // Its place is free at once. What a worker has begun is finished all the same.
      signal?.addEventListener("abort", () => job.fail(clientGone()), { once: true });
      this.#jobs.add(job);
      this.#held.enter(lane, account);
      this.#queue.add(lane, job);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#crew.hasIdle) {
      const job = this.#queue.take(this.#mayDoBackground());
      if (job === undefined) {
        if (this.#queue.length.background > 0) this.#lookAgain();
        return;
      }
      if (job.lane === "background") this.#lastBackground = performance.now();
      const unit = job.units.shift();
      if (unit === undefined) continue; // It has failed meanwhile.
      // To the back of its lane: between two windows of a long text every other text has its turn.
      if (job.units.length > 0) this.#queue.add(job.lane, job);
      void this.#run(this.#crew.take(), job, unit);
    }
    const { interactive, background } = this.#queue.length;
    this.#crew.grow(interactive + background);
  }

  /** Work that nobody waits for gives way to a burst of requests, but never stands still. */
  #mayDoBackground(): boolean {
    return this.options.isBusy?.() !== true || performance.now() - this.#lastBackground >= BUSY_EVERY_MS;
  }

  #lookAgain(): void {
    if (this.#looking !== null) return;
    this.#looking = setTimeout(() => {
      this.#looking = null;
      this.#dispatch();
    }, LOOK_EVERY_MS);
    this.#looking.unref();
  }

  async #run(handle: WorkerHandle, job: TextJob, unit: Unit): Promise<void> {
    const begun = performance.now();
    try {
      const answer = await handle.work(unit.request);
      if (answer.kind === "scores") throw new Error("A text was answered with scores.");
      this.#crew.giveBack(handle);
      if (answer.kind === "vector") {
        this.#counts.windows++;
        this.#ahead.took(performance.now() - begun);
      }
      const queued = job.units.length > 0;
      job.accept(unit, answer);
      if (!queued && job.units.length > 0) this.#queue.add(job.lane, job);
    } catch (error) {
      this.#retry(job, unit, error);
    }
    this.#dispatch();
  }

  /** A unit whose worker died is run once more; the second death may well be its own doing. */
  #retry(job: TextJob, unit: Unit, error: unknown): void {
    unit.deaths++;
    if (unit.deaths > 1) {
      job.fail(new Error("Two embedding workers died over one text.", { cause: error }));
    } else if (!job.settled) {
      const queued = job.units.length > 0;
      job.units.unshift(unit);
      if (!queued) this.#queue.addFirst(job.lane, job);
    }
  }

  #giveUp(reason: string): void {
    if (this.#end !== null) return;
    this.options.onEvent({ event: "embedding_failed", reason });
    void this.#stop(new MemoryError("not_ready", "The embedding model could not be started."));
  }

  async #stop(reason: MemoryError): Promise<void> {
    this.#end = reason;
    this.#queue.clear();
    for (const job of this.#jobs) job.fail(reason);
    this.#ready.reject(reason);
    await Promise.all([this.#crew.close(), this.classifier?.close(), this.judge?.close()]);
  }

  stats(): EmbeddingPoolStats {
    const { open: workersOpen, deaths } = this.#crew;
    return { workers: this.options.workers, workersOpen, ...this.#held.counts, ...this.#counts, deaths };
  }

  close(): Promise<void> {
    return this.#stop(new MemoryError("not_ready", "The embedder is closed."));
  }
}
