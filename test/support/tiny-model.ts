// A model of a few random weights in the form of a real one: each word has a direction, and a text is the sum of its words.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import modelJson from "../../src/embedding/model/model.json" with { type: "json" };
import { seededNumbers } from "./chance.ts";
import { type Graph, type Node, onnxOf, type Port } from "./onnx-graph.ts";
import functions from "./tiny-functions.json" with { type: "json" };

const SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
const PREFIXES = ["query", "passage"];
const MARKS = [...".,:;!?'\"()-_/#"];

export interface TinyModel {
  /** Other weights for each. */
  readonly seed: number;
  /** Words that are one token; any other is spelt out. */
  readonly words?: readonly string[];
  /** Numbers of an embedding; 384 in one that can be used. */
  readonly dimension?: number;
  /** Fields of model.json besides id and hash; undefined: left out. */
  readonly spec?: Readonly<Record<string, unknown>>;
  /** Texts of `words` alone: reference.json says what becomes of them in either role. */
  readonly reference?: readonly string[];
  /** Changes to the graph, for one that cannot be used. */
  readonly change?: (graph: Graph) => Graph;
}

/**
 * Makes the folder; returns the id of its model. Tests start hundreds: so it says which functions of ONNX Runtime it calls.
 * `bun test/support/tiny-model.ts` lists them anew.
 */
export function makeTinyModel(
  folder: string,
  { seed, words = [], dimension = 384, spec, reference = [], change }: TinyModel,
): string {
  const tokens = [...SPECIALS, ...LETTERS, ...MARKS, ...LETTERS.map((letter) => `##${letter}`)];
  const vocabulary = [...new Set([...tokens, ...PREFIXES, ...words.map((word) => word.toLowerCase())])];
  const table = weights(seed, vocabulary.length, dimension);
  const graph = graphOf(table, vocabulary.length, dimension);
  const onnx = onnxOf(change === undefined ? graph : change(graph));
  const id = `tiny-${seed}`;
  const sha256 = new Bun.CryptoHasher("sha256").update(onnx).digest("hex");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "model.onnx"), onnx);
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(tokenizerOf(vocabulary)));
  if (change === undefined) writeFileSync(join(folder, "functions.json"), JSON.stringify(functions));
  writeFileSync(join(folder, "model.json"), JSON.stringify({ ...modelJson, id, sha256, ...spec }));
  const expected = PREFIXES.flatMap((role) =>
    reference.map((text) => referenceOf(table, vocabulary, text, `${role}: `, dimension)),
  );
  if (reference.length > 0) writeFileSync(join(folder, "reference.json"), JSON.stringify(expected));
  return id;
}

/** Counted here, not by the model: so the file says what the model must come to. */
function referenceOf(
  table: Float32Array,
  vocabulary: readonly string[],
  text: string,
  prefix: string,
  dimension: number,
): ReferenceText {
  const tokens = ["[CLS]", ...`${prefix}${text}`.replace(":", " :").split(" "), "[SEP]"];
  const ids = tokens.map((token) => vocabulary.indexOf(token));
  const sum = new Float64Array(dimension).map((_, at) => ids.reduce((all, id) => all + table[id * dimension + at]!, 0));
  const length = Math.hypot(...sum);
  return { text, prefix, input_ids: ids, embedding: Array.from(sum, (value) => value / length) };
}

/** A text of a model's reference.json. */
export interface ReferenceText {
  readonly text: string;
  /** That of the role that it is embedded in. */
  readonly prefix: string;
  readonly input_ids: readonly number[];
  readonly embedding: readonly number[];
}

function weights(seed: number, rows: number, dimension: number): Float32Array {
  const next = seededNumbers(seed);
  const numbers = new Float32Array(rows * dimension);
  for (let at = 0; at < numbers.length; at++) {
    // What stands around every text hardly makes two of them alike.
    const weight = at < SPECIALS.length * dimension ? 0.05 : 1;
    numbers[at] = weight * (next() + next() + next() - 1.5);
  }
  return numbers;
}

function graphOf(table: Float32Array, rows: number, dimension: number): Graph {
  const ids = (name: string): Port => ({ name, type: "int64", shape: ["batch", "tokens"] });
  const node = (op: string, inputs: string[], output: string, attributes: Node["attributes"] = {}): Node => ({
    op,
    inputs,
    output,
    attributes,
  });
  return {
    inputs: [ids("input_ids"), ids("attention_mask")],
    outputs: [{ name: "sentence_embedding", type: "float", shape: ["batch", dimension] }],
    tensors: [
      { name: "table", dims: [rows, dimension], data: table },
      { name: "one", dims: [1], data: BigInt64Array.of(1n) },
      { name: "two", dims: [1], data: BigInt64Array.of(2n) },
    ],
    nodes: [
      node("Gather", ["table", "input_ids"], "words"),
      node("Cast", ["attention_mask"], "mask", { to: 1 }),
      node("Unsqueeze", ["mask", "two"], "masks"),
      node("Mul", ["words", "masks"], "kept"),
      node("ReduceSum", ["kept", "one"], "sum", { keepdims: 0 }),
      node("ReduceL2", ["sum"], "length", { axes: [1], keepdims: 1 }),
      node("Div", ["sum", "length"], "sentence_embedding"),
    ],
  };
}

function tokenizerOf(vocabulary: readonly string[]): object {
  const special = (id: number) => ({ id: SPECIALS[id], ids: [id], tokens: [SPECIALS[id]] });
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: SPECIALS.map((content, id) => ({
      ...{ id, content, special: true },
      ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
    })),
    normalizer: {
      type: "BertNormalizer",
      ...{ clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [
        { SpecialToken: { id: "[CLS]", type_id: 0 } },
        { Sequence: { id: "A", type_id: 0 } },
        { SpecialToken: { id: "[SEP]", type_id: 0 } },
      ],
      pair: [],
      special_tokens: { "[CLS]": special(2), "[SEP]": special(3) },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
    },
  };
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), "memoryd-tiny-"));
  makeTinyModel(folder, { seed: 1 });
  const list = join(import.meta.dir, "../../src/embedding/model/list-functions.ts");
  const { exitCode } = Bun.spawnSync([process.execPath, list, folder], { stdio: ["ignore", "inherit", "inherit"] });
  if (exitCode === 0) copyFileSync(join(folder, "functions.json"), join(import.meta.dir, "tiny-functions.json"));
  rmSync(folder, { recursive: true });
  process.exit(exitCode);
}
