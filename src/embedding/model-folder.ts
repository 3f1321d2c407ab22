// Reads a model folder (model.onnx, tokenizer.json, model.json) and says what is wrong with it.
import { join } from "node:path";
import { DIMENSION, type ModelSpec } from "../domain/model-spec.ts";

/** A model ready to be opened by workers: what belongs to it, and where its two large files lie. */
export interface ModelFolder {
  readonly spec: ModelSpec;
  readonly onnxPath: string;
  readonly tokenizerPath: string;
}

/** A model folder that cannot be used; the message is one sentence for the operator. */
export class ModelFolderError extends Error {
  override readonly name = "ModelFolderError";
}

/** Reads and checks a folder, the hash of its model.onnx included. Throws ModelFolderError. */
export async function openModelFolder(folder: string): Promise<ModelFolder> {
  const onnxPath = join(folder, "model.onnx");
  const tokenizerPath = join(folder, "tokenizer.json");
  const specPath = join(folder, "model.json");
  for (const path of [specPath, tokenizerPath, onnxPath]) {
    if (!(await Bun.file(path).exists())) throw new ModelFolderError(`The model folder lacks ${path}.`);
  }
  const spec = parseModelSpec(await readJson(specPath), specPath);
  const sha256 = await hashFile(onnxPath);
  if (sha256 !== spec.sha256) {
    throw new ModelFolderError(`${onnxPath} has the sha256 ${sha256}, but ${specPath} names ${spec.sha256}.`);
  }
  return { spec, onnxPath, tokenizerPath };
}

/** `where` names the source in the messages of the ModelFolderError that a bad field throws. */
export function parseModelSpec(json: unknown, where: string): ModelSpec {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new ModelFolderError(`${where} must hold a JSON object.`);
  }
  const fields = new Map<string, unknown>(Object.entries(json));
  const fault = (key: string, rule: string) => new ModelFolderError(`${where}: "${key}" must be ${rule}.`);
  const text = (key: string, shape: RegExp, rule: string): string => {
    const value = fields.get(key);
    if (typeof value !== "string" || !shape.test(value)) throw fault(key, rule);
    return value;
  };
  const number = (key: string, least: number, most: number, rule: string): number => {
    const value = fields.get(key);
    if (typeof value !== "number" || !(value >= least && value <= most)) throw fault(key, rule);
    return value;
  };
  const prefix = (key: string) => text(key, /^.{0,200}$/s, "a text of at most 200 characters");
  const share = (key: string) => number(key, 0, 1, "a number from 0 to 1");

  number("dimension", DIMENSION, DIMENSION, `${DIMENSION}: only such models can be used`);
  const tokensMax = number("tokens_max", 64, 8192, "a whole number from 64 to 8192");
  if (!Number.isInteger(tokensMax)) throw fault("tokens_max", "a whole number from 64 to 8192");
  return {
    id: text("id", /^[^\s]{1,100}$/, "a name of 1 to 100 characters without spaces"),
    sha256: text("sha256", /^[0-9a-f]{64}$/, "64 hexadecimal digits in lower case"),
    tokensMax,
    queryPrefix: prefix("query_prefix"),
    passagePrefix: prefix("passage_prefix"),
    cosineBaseline: number("cosine_baseline", 0, 0.99, "a number from 0 to 0.99"),
    similarityFloor: share("similarity_floor"),
    clusterSimilarity: share("cluster_similarity"),
    sameRuleSimilarity: share("same_rule_similarity"),
    forgottenRuleSimilarity: share("forgotten_rule_similarity"),
    // Folders made before this threshold existed stay usable: 0.8 is the default model's.
    contradictionSimilarity: fields.has("contradiction_similarity") ? share("contradiction_similarity") : 0.8,
    lexicalWeight: share("lexical_weight"),
  };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return await Bun.file(path).json();
  } catch (error) {
    throw new ModelFolderError(`${path} is not valid JSON.`, { cause: error });
  }
}

async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const piece of Bun.file(path).stream()) hasher.update(piece);
  return hasher.digest("hex");
}
