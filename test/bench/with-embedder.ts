// An embedder in this process, for as long as it is used.
import { availableParallelism } from "node:os";
import type { Embedder } from "../../src/domain/ports/embedder.ts";
import { openEmbedder } from "../../src/embedding/open-embedder.ts";

export interface BenchEmbedder {
  /** "": the model inside. */
  readonly modelDir: string;
  /** Absent: one a core. */
  readonly workers?: number | undefined;
  /** Texts that may wait. */
  readonly queueMax: number;
}

/** What goes wrong with its workers is told on the standard error. */
export async function withEmbedder<T>(
  { modelDir, workers = availableParallelism(), queueMax }: BenchEmbedder,
  use: (embedder: Embedder) => Promise<T>,
): Promise<T> {
  const embedder = await openEmbedder(modelDir, {
    workerUrl: new URL("../../src/embedding/worker.ts", import.meta.url),
    workers,
    queueMax,
    onEvent: (event) => {
      if ("reason" in event) console.error(event.reason);
    },
  });
  try {
    return await use(embedder);
  } finally {
    await embedder.close();
  }
}
