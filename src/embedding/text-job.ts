// One text on its way through the pool: its units of work, and the embedding they add up to.
import type { Embedding } from "../domain/model-spec.ts";
import type { EmbeddingLane, IsAwaited } from "../domain/ports/embedder.ts";
import type { EmbedAnswer, WorkRequest } from "./messages.ts";
import { combineVectors } from "./windows.ts";

/** What a worker does at a stretch: a short text whole, or the cutting or one window of a long one. */
export interface Unit {
  readonly request: WorkRequest;
  /** Index of the window; null for the text itself. */
  readonly window: number | null;
  deaths: number;
}

export interface TextJob {
  readonly lane: EmbeddingLane;
  /** For whom it is done; "" for nobody in particular. */
  readonly account: string;
  readonly isAwaited?: IsAwaited;
  /** Units that no worker has yet, first to last. */
  readonly units: Unit[];
  readonly settled: boolean;
  /** Takes a worker's answer for a unit, which may complete the embedding or add further units. */
  accept(unit: Unit, answer: EmbedAnswer): void;
  fail(error: Error): void;
}

export interface TextJobOptions {
  readonly lane: EmbeddingLane;
  readonly account?: string | undefined;
  readonly isAwaited?: IsAwaited | undefined;
  readonly request: WorkRequest;
  readonly onDone: (embedding: Embedding) => void;
  readonly onFail: (error: Error) => void;
}

export function createTextJob(options: TextJobOptions): TextJob {
  const units: Unit[] = [{ request: options.request, window: null, deaths: 0 }];
  const vectors: Float32Array[] = [];
  let weights: number[] = [];
  let missing = 0;
  let settled = false;

  function done(embedding: Embedding): void {
    settled = true;
    options.onDone(embedding);
  }

  return {
    lane: options.lane,
    account: options.account ?? "",
    ...(options.isAwaited === undefined ? {} : { isAwaited: options.isAwaited }),
    units,
    get settled() {
      return settled;
    },
    accept(unit, answer) {
      if (settled) return;
      if (answer.kind === "windows") {
        weights = answer.windows.map((window) => window.tokens);
        missing = weights.length;
        answer.windows.forEach((window, index) => {
          units.push({ request: { kind: "window", window }, window: index, deaths: 0 });
        });
      } else if (unit.window === null) {
        done({ vector: answer.vector, tokens: answer.tokens });
      } else {
        vectors[unit.window] = answer.vector;
        missing--;
        if (missing > 0) return;
        done({ vector: combineVectors(vectors, weights), tokens: weights.reduce((sum, tokens) => sum + tokens, 0) });
      }
    },
    fail(error) {
      if (settled) return;
      settled = true;
      units.length = 0;
      options.onFail(error);
    },
  };
}
