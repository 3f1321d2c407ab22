// The writer as the rest of the store sees it: requests gather while a batch is under way, and go together in the next.
import { MemoryError } from "../../../domain/errors.ts";
import { type StoreWatch, UNWATCHED } from "../../../domain/ports/store-health.ts";
import {
  traitsOf,
  type WriteInput,
  type WriteName,
  type WriteOutcome,
  type WriteRequest,
  type WriteResult,
} from "../writes/write-operations.ts";
import type { WriteTraits } from "../writes/write-traits.ts";
import type { Writer } from "./writer.ts";

/** Takes batches one at a time, here or on another thread. */
export interface BatchRunner {
  runBatch(requests: readonly WriteRequest[]): Promise<WriteOutcome[]>;
  close(): Promise<void>;
}

/** Runs batches on the calling thread: for commands and tests. */
export function inlineRunner(writer: Writer): BatchRunner {
  return {
    runBatch: async (requests) => writer.runBatch(requests),
    close: async () => writer.close(),
  };
}

/** Writes nothing, and says why not. */
export function refusingRunner(message: string): BatchRunner {
  return {
    runBatch: async (requests) => requests.map(() => ({ ok: false, code: "not_ready", message })),
    close: async () => {},
  };
}

interface Waiting {
  readonly request: WriteRequest;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Requests of one transaction: bounds how long the first of them waits for the last. */
const BATCH_MAX = 512;
/** So many waiting at once are a crowd, and for so long after it more may be expected. */
const CROWD = 8;
const CROWDED_FOR_MS = 25;
/** Who records one turn after another sends the next one sooner than this. */
const RECORDING_FOR_MS = 10;

export class WriterClient {
  #waiting: Waiting[] = [];
  #draining: Promise<void> | null = null;
  #closed = false;
  #crowdedAt = Number.NEGATIVE_INFINITY;
  #recordedAt = Number.NEGATIVE_INFINITY;
  readonly #watchers: { readonly concerns: (traits: WriteTraits) => boolean; readonly done: () => void }[] = [];

  #batchSince: number | null = null;

  constructor(
    private readonly runner: BatchRunner,
    private readonly watched: StoreWatch = UNWATCHED,
  ) {}

  /** Resolves once the write is on the disk; rejects with the operation's MemoryError, or an Error of the storage. */
  write<N extends WriteName>(name: N, input: WriteInput<N>): Promise<WriteResult<N>> {
    if (this.#closed) return Promise.reject(new Error("the store is closed"));
    return this.watched.timeWrite(
      () =>
        new Promise((resolve, reject) => {
          const take = (result: unknown) => resolve(result as WriteResult<N>);
          this.#waiting.push({ request: { name, input }, resolve: take, reject });
          if (this.#waiting.length >= CROWD) this.#crowdedAt = performance.now();
          if (traitsOf(name).comesInRows) this.#recordedAt = performance.now();
          this.#draining ??= this.#drain();
        }),
    );
  }

  /** `done` is called once a batch with such an operation is on the disk, before those who asked for it are answered. */
  watch(concerns: (traits: WriteTraits) => boolean, done: () => void): void {
    this.#watchers.push({ concerns, done });
  }

  // Single writer: others' writes are not seen here.
  /** Whether turns are being recorded, or many requests waited for the writer at once just now. */
  get isBusy(): boolean {
    const now = performance.now();
    return now - this.#crowdedAt < CROWDED_FOR_MS || now - this.#recordedAt < RECORDING_FOR_MS;
  }

  /** Requests that are not in a batch yet. */
  get depth(): number {
    return this.#waiting.length;
  }

  /** How long the batch under way takes so far, in ms; 0 where there is none. */
  get batchMs(): number {
    return this.#batchSince === null ? 0 : performance.now() - this.#batchSince;
  }

  async close(): Promise<void> {
    this.#closed = true;
    while (this.#draining !== null) await this.#draining;
    await this.runner.close();
  }

  async #drain(): Promise<void> {
    // One step back first: what the same tick asks for joins the first batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX);
      const since = performance.now();
      this.#batchSince = since;
      const report = (failed: boolean) => {
        this.#batchSince = null;
        this.watched.onBatch({ writes: batch.length, ms: performance.now() - since, failed });
      };
      try {
        const outcomes = await this.runner.runBatch(batch.map((each) => each.request));
        report(false);
        this.#tellWatchers(batch);
        for (const [at, each] of batch.entries()) settle(each, outcomes[at]);
      } catch (error) {
        report(true);
        for (const each of batch) each.reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
    this.#draining = null;
  }

  #tellWatchers(batch: readonly Waiting[]): void {
    for (const { concerns, done } of this.#watchers) {
      if (batch.some(({ request }) => concerns(traitsOf(request.name)))) done();
    }
  }
}

function settle(waiting: Waiting, outcome: WriteOutcome | undefined): void {
  if (outcome === undefined) waiting.reject(new Error("the writer lost a request"));
  else if (outcome.ok) waiting.resolve(outcome.result);
  else if (outcome.code === null) waiting.reject(new Error(`storage: ${outcome.message}`));
  else
    waiting.reject(new MemoryError(outcome.code, outcome.message, "details" in outcome ? outcome.details : undefined));
}
