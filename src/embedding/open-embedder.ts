// Opens the embedder on the model of the setting `model_dir`.
import { resolve } from "node:path";
import { embeddedModel } from "./embedded-model.ts";
import { type ModelFolder, ModelFolderError, openModelFolder } from "./model-folder.ts";
import { createEmbeddingPool, type EmbeddingPool, type EmbeddingPoolOptions } from "./pool.ts";

/** "" is the model inside the executable, anything else a folder. Throws ModelFolderError. */
export async function openModel(modelDir: string): Promise<ModelFolder> {
  return modelDir === "" ? embeddedModel() : openModelFolder(modelDir);
}

/**
 * Throws ModelFolderError. The model inside is tested with the executable and loads after this returns; that of a
 * folder has embedded a text by then, because data would be bound to a model that turns out not to work.
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
    await pool.embed("metric units", "passage", "background");
  } catch (error) {
    await pool.close();
    const [why = ""] = reason.split("\n");
    throw new ModelFolderError(`the model in ${resolve(modelDir)} does not work: ${why}`, { cause: error });
  }
  return pool;
}
