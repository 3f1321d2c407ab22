// The embedder that the settings name, as commands use it: nobody is told how its threads fare.
import type { Settings } from "../config/settings.ts";
import { openEmbedder } from "../embedding/open-embedder.ts";
import type { EmbeddingPool } from "../embedding/pool.ts";
import type { CommandParts } from "./command-parts.ts";

type EmbedderSettings = Pick<Settings, "model_dir" | "embedding_workers" | "embedding_queue_max">;

/** Throws ModelFolderError. */
export function openEmbedderOf(settings: EmbedderSettings, { workers }: CommandParts): Promise<EmbeddingPool> {
  return openEmbedder(settings.model_dir, {
    workerUrl: workers.embedding,
    workers: settings.embedding_workers,
    queueMax: settings.embedding_queue_max,
    onEvent: () => {},
  });
}
