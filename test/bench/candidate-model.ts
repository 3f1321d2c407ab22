// A model folder with other settings: the same model, so that the data made with it opens again.
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const SHIPPED_MODEL = "src/embedding/model";

/** The numbers of a model.json that ranking and entering go by. */
export const RANKING_SETTINGS = [
  "similarity_floor",
  "lexical_weight",
  "context_weight",
  "neighbour_weight",
  "time_weight",
  "lexical_entry",
] as const;
export type RankingSettings = Readonly<Record<(typeof RANKING_SETTINGS)[number], number>>;

/** Throws where the folder leaves one out. */
export async function readRankingSettings(modelDir: string): Promise<RankingSettings> {
  const spec = new Map<string, unknown>(Object.entries(await readSpec(modelDir)));
  const settings = RANKING_SETTINGS.map((name) => {
    const value = spec.get(name);
    if (typeof value !== "number") throw new Error(`${modelDir}/model.json leaves out ${name}.`);
    return [name, value];
  });
  return Object.fromEntries(settings) as RankingSettings;
}

/** `use` has a folder with the model of `modelDir` and its settings, but for the changed ones, for as long as it lasts. */
export async function withCandidateModel<T>(
  modelDir: string,
  change: Partial<RankingSettings>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "memoryd-bench-model-"));
  try {
    for (const file of ["model.onnx", "tokenizer.json"]) await symlink(resolve(modelDir, file), join(folder, file));
    await Bun.write(join(folder, "model.json"), JSON.stringify({ ...(await readSpec(modelDir)), ...change }));
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readSpec(modelDir: string): Promise<object> {
  return Bun.file(join(modelDir, "model.json")).json();
}
