// Opens the embedder on the model of the setting `model_dir`.
import { resolve } from "node:path";
import { embeddedModel } from "./embedded-model.ts";
import { type ModelFolder, ModelFolderError, openModelFolder } from "./model-folder.ts";
import { createEmbeddingPool, type EmbeddingPool, type EmbeddingPoolOptions } from "./pool.ts";

/** Tokens of a window that are left to prefix and special tokens. */
const WINDOW_SPARED = 16;
const LENGTH_ERROR_MAX = 0.01;

/** "" is the model inside the executable, anything else a folder. Throws ModelFolderError, which names the setting. */
export async function openModel(modelDir: string): Promise<ModelFolder> {
  if (modelDir === "") return embeddedModel();
  return openModelFolder(modelDir).catch((error: unknown) => {
    throw error instanceof ModelFolderError ? ofSetting(error.message, error.cause) : error;
  });
}

function ofSetting(fault: string, cause: unknown): ModelFolderError {
  return new ModelFolderError(`model_dir: ${fault}`, { cause });
}

/**
 * Throws ModelFolderError, as `openModel` does. The model inside the executable is tested with it, and loads after this
 * returns. The model of a folder must embed a text first: otherwise data could be bound to a model that does not work.
 */
export async function openEmbedder(
  modelDir: string,
  options: Omit<EmbeddingPoolOptions, "model">,
): Promise<EmbeddingPool> {
  let reason = "";
  const pool = createEmbeddingPool({
    ...options,
    model: await openModel(modelDir),
    onEvent(event) {
      if ("reason" in event) reason = event.reason;
      options.onEvent(event);
    },
  });
  if (modelDir === "") return pool;
  try {
    await tryOut(pool);
  } catch (error) {
    await pool.close();
    const told = error instanceof UnusableError ? error.message : reason;
    const [why = ""] = told.split("\n");
    throw ofSetting(`the model in ${resolve(modelDir)} does not work: ${why}`, error);
  }
  return pool;
}

class UnusableError extends Error {}

/** A short text, and one that fills a window: a model may have been made for less than its model.json says. */
async function tryOut(pool: EmbeddingPool): Promise<void> {
  const { tokensMax } = pool.model;
  for (const text of ["metric units", "a ".repeat(tokensMax - WINDOW_SPARED)]) {
    const { vector } = await pool.embed({ text, role: "passage", lane: "background" });
    const length = Math.hypot(...vector);
    if (!(Math.abs(length - 1) <= LENGTH_ERROR_MAX)) {
      throw new UnusableError(`its embeddings must have the length 1, not ${length.toFixed(2)}`);
    }
  }
}
