// The models besides the one inside that tests change to: a made one everywhere, and a real one where a folder is named.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeTinyModel, type ReferenceText } from "./tiny-model.ts";

/** Of a model with two prefixes, a baseline and a tokenizer of its own, with its reference.json. */
export const MODEL_VARIABLE = "TEST_MODEL_DIR";

export interface SecondModel {
  readonly name: string;
  readonly folder: string;
  readonly id: string;
  readonly reference: readonly ReferenceText[];
}

const WORDS = [
  "my",
  "sister",
  "lives",
  "in",
  "where",
  "does",
  "live",
  "green",
  "tea",
  "please",
  "metric",
  "units",
  "i",
  "like",
];

/** `directory`: where the made one is put. */
export function secondModels(directory: string): SecondModel[] {
  const made = join(directory, "tiny-second");
  makeTinyModel(made, {
    seed: 2,
    words: WORDS,
    reference: ["green tea please", "where does my sister live", "i like metric units", "x"],
    spec: { query_prefix: "query: ", passage_prefix: "passage: ", cosine_baseline: 0.1 },
  });
  const real = process.env[MODEL_VARIABLE] ?? "";
  return [modelIn("a made model", made), ...(real === "" ? [] : [modelIn("a real model", real)])];
}

function modelIn(name: string, folder: string): SecondModel {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
  return { name, folder, id: read("model.json").id, reference: read("reference.json") };
}
