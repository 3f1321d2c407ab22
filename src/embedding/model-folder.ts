// Reads a model folder (model.onnx, tokenizer.json, model.json) and says what is wrong with it.
import { join, resolve } from "node:path";
import { isObject } from "../base/strict-json.ts";
import { CommandFault } from "../domain/command-fault.ts";
import { INPUT_HEAD, type InputKindReader } from "../domain/input-kind.ts";
import { INTENT_HEAD, type IntentReader } from "../domain/intent.ts";
import type { HeadShape, LabelReader } from "../domain/label-reader.ts";
import { DIMENSION, type ModelSpec } from "../domain/model-spec.ts";
import type { JudgeThresholds } from "../domain/ports/answer-judge.ts";
import { type ClassifierThresholds, MESSAGE_INTENTS, RULE_RELATIONS } from "../domain/ports/message-classifier.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import { createLabelReader, parseHead } from "./sentence-head.ts";
import type { CalledFunctions } from "./trim-runtime.ts";

/** A model ready to be opened by workers: what belongs to it, and where its two large files lie. */
export interface ModelFolder {
  readonly spec: ModelSpec;
  readonly onnxPath: string;
  readonly tokenizerPath: string;
  /** As they were when the folder was opened; null: the files are inside the executable. */
  readonly hashes: FileHashes | null;
  /** null where the folder has no `intents.json`: sentences are then understood by their words alone. */
  readonly intents: IntentReader | null;
  /** null where the folder has no `inputs.json`: what inputs ask of memory is then told by their words alone. */
  readonly inputs: InputKindReader | null;
  /** null where the folder has no `classifier.json`: rules are then found by the head for intents, and by words. */
  readonly classifier: ClassifierFile | null;
  /** null where the folder has no `judge.json`: draft answers are then judged by words alone. */
  readonly judge: JudgeFile | null;
  /** What its models need of ONNX Runtime; null: not known, and it is given the whole. */
  readonly functions: CalledFunctions | null;
}

/** SHA-256 in hex. */
export interface FileHashes {
  readonly onnx: string;
  readonly tokenizer: string;
}

/** `classifier.json`, and where the model beside it lies. */
export interface ClassifierFile {
  readonly onnxPath: string;
  readonly sha256: string;
  readonly thresholds: ClassifierThresholds;
}

/** `judge.json`, and where the model beside it lies. */
export interface JudgeFile {
  readonly onnxPath: string;
  readonly sha256: string;
  readonly thresholds: JudgeThresholds;
}

/** A model folder that cannot be used; the message is one sentence for the operator. */
export class ModelFolderError extends CommandFault {
  override readonly name = "ModelFolderError";
  readonly kind = "usage";
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "a part of its path is not a directory",
  EISDIR: "it is a directory",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
};

/**
 * Reads and checks a folder, the hash of its model.onnx included. Throws ModelFolderError.
 * A relative folder lies below the working directory of this moment, wherever the process goes afterwards.
 */
export async function openModelFolder(folder: string): Promise<ModelFolder> {
  const path = resolve(folder);
  await requireDirectory(path);
  const onnxPath = join(path, "model.onnx");
  const tokenizerPath = join(path, "tokenizer.json");
  const specPath = join(path, "model.json");
  const spec = parseModelSpec(await readJson(specPath), specPath);
  requireTokenizer(await readJson(tokenizerPath), tokenizerPath);
  await requireHash(onnxPath, spec.sha256, specPath);
  const intents = await readHead(INTENT_HEAD, path);
  const inputs = await readHead(INPUT_HEAD, path);
  const classifier = await readBeside(path, "classifier", parseClassifier);
  const judge = await readBeside(path, "judge", parseJudge);
  const hashes = { onnx: spec.sha256, tokenizer: await hashFile(tokenizerPath) };
  const functions = await readFunctions(join(path, "functions.json"));
  return { spec, onnxPath, tokenizerPath, intents, inputs, classifier, judge, hashes, functions };
}

/** `where` names the source in the messages of the ModelFolderError that a missing or bad field throws. */
export function parseModelSpec(json: unknown, where: string): ModelSpec {
  const fields = new Map<string, unknown>(Object.entries(requireObject(json, where)));
  const fault = (key: string, rule: string) => new ModelFolderError(`${where}: "${key}" must be ${rule}`);
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
    contradictionSimilarity: share("contradiction_similarity"),
    lexicalWeight: share("lexical_weight"),
    contextWeight: share("context_weight"),
    neighbourWeight: share("neighbour_weight"),
    timeWeight: share("time_weight"),
    lexicalEntry: number("lexical_entry", 0, 10, "a number from 0 to 10"),
    sameStatementSimilarity: share("same_statement_similarity"),
  };
}

function requireObject(json: unknown, where: string): Readonly<Record<string, unknown>> {
  if (isObject(json)) return json;
  throw new ModelFolderError(`${where} must hold a JSON object`);
}

/** Workers find out the rest; this much says whether it is a tokenizer at all, before they start. */
function requireTokenizer(json: unknown, path: string): void {
  const { model } = requireObject(json, path);
  if (typeof model !== "object" || model === null) {
    throw new ModelFolderError(`${path} is not a tokenizer: it has no "model"`);
  }
}

async function requireDirectory(path: string): Promise<void> {
  const { isDirectory } = await readable(path, async () => {
    const found = await Bun.file(path).stat();
    return { isDirectory: found.isDirectory() };
  });
  if (!isDirectory) throw new ModelFolderError(`${path} is not a directory`);
}

async function readJson(path: string): Promise<unknown> {
  const text = await readable(path, () => Bun.file(path).text());
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelFolderError(`${path} is not valid JSON`, { cause: error });
  }
}

async function readHead<Label extends string, Threshold extends string>(
  shape: HeadShape<Label, Threshold>,
  folder: string,
): Promise<LabelReader<Label, Threshold> | null> {
  const path = join(folder, `${shape.name}.json`);
  if (!(await Bun.file(path).exists())) return null;
  const head = parseHead(shape, await readJson(path));
  if (head === null) throw new ModelFolderError(`${path} is no head for the ${shape.name} of this version`);
  return createLabelReader(shape, () => head);
}

/** A further model of the folder, whose two files have this name. */
async function readBeside<File extends ClassifierFile | JudgeFile>(
  folder: string,
  name: string,
  parse: (json: unknown, where: string, onnxPath: string) => File,
): Promise<File | null> {
  const path = join(folder, `${name}.json`);
  if (!(await Bun.file(path).exists())) return null;
  const onnxPath = join(folder, `${name}.onnx`);
  const file = parse(await readJson(path), path, onnxPath);
  await requireHash(onnxPath, file.sha256, path);
  return file;
}

/** `where` names the source in the message of the ModelFolderError that another content throws. */
export function parseClassifier(json: unknown, where: string, onnxPath: string): ClassifierFile {
  const { sha256, intents, relations, thresholds } = requireObject(json, where);
  const { lasting, over } = requireObject(thresholds ?? {}, where);
  const isKnown = String(intents) === MESSAGE_INTENTS.join() && String(relations) === RULE_RELATIONS.join();
  if (!isKnown || typeof sha256 !== "string" || typeof lasting !== "number" || typeof over !== "number") {
    throw new ModelFolderError(`${where} is no classifier of messages of this version`);
  }
  return { onnxPath, sha256, thresholds: { lasting, over } };
}

/** As parseClassifier. */
export function parseJudge(json: unknown, where: string, onnxPath: string): JudgeFile {
  const { sha256, thresholds } = requireObject(json, where);
  const { contradicts, agrees, agreesOnNumbers } = requireObject(thresholds ?? {}, where);
  if (
    typeof sha256 !== "string" ||
    typeof contradicts !== "number" ||
    typeof agrees !== "number" ||
    typeof agreesOnNumbers !== "number"
  ) {
    throw new ModelFolderError(`${where} is no judge of answers of this version`);
  }
  return { onnxPath, sha256, thresholds: { contradicts, agrees, agreesOnNumbers } };
}

async function readFunctions(path: string): Promise<CalledFunctions | null> {
  if (!(await Bun.file(path).exists())) return null;
  const { moduleBytes, called } = requireObject(await readJson(path), path);
  if (typeof moduleBytes === "number" && typeof called === "string") return { moduleBytes, called };
  throw new ModelFolderError(`${path} is no list of the functions that the model calls`);
}

/** `where`: the file that names the hash. */
async function requireHash(path: string, named: string, where: string): Promise<void> {
  const sha256 = await hashFile(path);
  if (sha256 !== named) throw new ModelFolderError(`${path} has the sha256 ${sha256}, but ${where} names ${named}`);
}

async function hashFile(path: string): Promise<string> {
  return readable(path, async () => {
    const hasher = new Bun.CryptoHasher("sha256");
    for await (const piece of Bun.file(path).stream()) hasher.update(piece);
    return hasher.digest("hex");
  });
}

/** What `read` gives; where the file system refuses, a ModelFolderError with the path and the reason. */
async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const reason = FILE_FAULTS[faultCodeOf(error)] ?? (error instanceof Error ? error.message : String(error));
    throw new ModelFolderError(`${path} cannot be read: ${reason}`, { cause: error });
  }
}
