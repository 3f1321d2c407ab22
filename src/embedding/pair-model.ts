// A model that gives scores to pairs of texts: one worker of its own, which is started when there is work and ended when there is none.
import type { OpenRequest, PairRequest } from "./messages.ts";
import { startWorker, type WorkerHandle } from "./worker-handle.ts";

/** Then its memory, some 140 MB, is given back. */
const IDLE_MS = 10_000;
/** While others are busy a pair waits so long, and whether they still are is asked so often. */
const BUSY_MS_MAX = 100;
const LOOK_EVERY_MS = 10;
const ANSWER_TIMEOUT_MS = 60_000;
const STARTS_MAX = 2;

export interface PairModelOptions {
  /** "The classifier of messages". */
  readonly name: string;
  readonly workerUrl: string | URL;
  /** `deaths`: of workers that were started before. */
  readonly openRequest: (deaths: number) => Promise<OpenRequest>;
  /** Whether others need the processor more. */
  readonly isBusy?: (() => boolean) | undefined;
  readonly answerTimeoutMs?: number | undefined;
  readonly idleMs?: number | undefined;
  readonly onDeath?: (reason: string) => void;
}

export class PairModel {
  /** What was asked last: one pair follows another. */
  #last: Promise<unknown> = Promise.resolve();
  #asked = 0;
  #worker: Promise<WorkerHandle> | null = null;
  #deaths = 0;
  #idle: Timer | null = null;
  readonly #closed = Promise.withResolvers<never>();
  #isClosed = false;

  constructor(private readonly options: PairModelOptions) {
    this.#closed.promise.catch(() => {}); // Whoever waits for a pair hears of it.
  }

  /** Pairs that were asked about and have no answer yet. */
  get waiting(): number {
    return this.#asked;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closed.reject(new Error(`${this.options.name} is closed.`));
    await this.#end();
  }

  scoresOf(sides: PairRequest["sides"]): Promise<Float32Array> {
    this.#asked += 1;
    const answered = this.#last.then(() => this.#ask({ kind: "pair", sides }));
    this.#last = answered.then(
      () => this.#answered(),
      () => this.#answered(),
    );
    return answered;
  }

  #answered(): void {
    this.#asked -= 1;
    if (this.#asked > 0) return;
    this.#idle = setTimeout(() => void this.#end(), this.options.idleMs ?? IDLE_MS);
    this.#idle.unref();
  }

  async #ask(request: PairRequest): Promise<Float32Array> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    await this.#giveWay();
    for (let start = 1; ; start += 1) {
      try {
        if (!this.#isClosed) this.#worker ??= this.#start();
        const answered = this.#worker?.then((handle) => handle.work(request));
        const answer = await Promise.race([this.#closed.promise, answered ?? this.#closed.promise]);
        if (answer.kind === "scores") return answer.scores;
        throw new Error(`${this.options.name} answered a pair with "${answer.kind}".`);
      } catch (error) {
        // It may have died of something else than this pair.
        if (start === STARTS_MAX || this.#isClosed) throw error;
      }
    }
  }

  async #giveWay(): Promise<void> {
    const until = performance.now() + BUSY_MS_MAX;
    while (this.options.isBusy?.() === true && performance.now() < until) await Bun.sleep(LOOK_EVERY_MS);
  }

  #start(): Promise<WorkerHandle> {
    return new Promise((resolve, reject) => {
      const { workerUrl, openRequest, answerTimeoutMs = ANSWER_TIMEOUT_MS } = this.options;
      const handle = startWorker({
        ...{ url: workerUrl, answerTimeoutMs, open: openRequest(this.#deaths) },
        onOpen: () => resolve(handle),
        onDeath: (reason) => {
          this.#deaths += 1;
          this.#worker = null;
          this.options.onDeath?.(reason);
          reject(new Error(`${this.options.name} died: ${reason}`));
        },
      });
    });
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await (await worker?.catch(() => null))?.close();
  }
}
