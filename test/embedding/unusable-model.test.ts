// Folders whose files are in order and whose model cannot be used: each is refused by a sentence before it embeds anything.
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ModelFolderError } from "../../src/embedding/model-folder.ts";
import { openEmbedder } from "../../src/embedding/open-embedder.ts";
import type { PoolEvent } from "../../src/embedding/pool.ts";
import type { Graph } from "../support/onnx-graph.ts";
import { makeTinyModel, type TinyModel } from "../support/tiny-model.ts";
import { MORTAL_WORKER_URL, until, WORKER_URL } from "./support.ts";

// A worker that cannot open its model is started three times.
setDefaultTimeout(60_000);

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "memoryd-unusable-"));
});
afterEach(() => rm(folder, { recursive: true }));

function withExtraInput(graph: Graph): Graph {
  const inputs = [...graph.inputs, { ...graph.inputs[0]!, name: "token_type_ids" }];
  return { ...graph, inputs };
}

function withInputRenamed(graph: Graph): Graph {
  const rename = (name: string) => (name === "attention_mask" ? "mask_ids" : name);
  return {
    ...graph,
    inputs: graph.inputs.map((port) => ({ ...port, name: rename(port.name) })),
    nodes: graph.nodes.map((node) => ({ ...node, inputs: node.inputs.map(rename) })),
  };
}

function withOutputRenamed(graph: Graph): Graph {
  const rename = (name: string) => (name === "sentence_embedding" ? "last_hidden_state" : name);
  return {
    ...graph,
    outputs: graph.outputs.map((port) => ({ ...port, name: rename(port.name) })),
    nodes: graph.nodes.map((node) => ({ ...node, output: rename(node.output) })),
  };
}

/** The sum of the words, as it is. */
function withoutLength(graph: Graph): Graph {
  const nodes = graph.nodes.map((node) => (node.op === "Div" ? { ...node, op: "Add", inputs: ["sum", "sum"] } : node));
  return { ...graph, nodes };
}

/** Takes so many tokens and no more, as a model with positions does. */
function forTokens(most: number): (graph: Graph) => Graph {
  return (graph) => ({
    ...graph,
    tensors: [...graph.tensors, { name: "positions", dims: [most], data: new BigInt64Array(most) }],
    nodes: [
      { op: "Shape", inputs: ["input_ids"], output: "shape" },
      { op: "Gather", inputs: ["shape", "one"], output: "count" },
      { op: "Sub", inputs: ["count", "one"], output: "last" },
      // A position that is not there cannot be looked up.
      { op: "Gather", inputs: ["positions", "last"], output: "position" },
      { op: "Add", inputs: ["input_ids", "position"], output: "ids" },
      ...graph.nodes.map((node) => (node.op === "Gather" ? { ...node, inputs: ["table", "ids"] } : node)),
    ],
  });
}

const UNUSABLE: readonly (readonly [string, Partial<TinyModel>, string])[] = [
  ["of 256 numbers", { dimension: 256 }, 'output "sentence_embedding" must be 384 float32 numbers'],
  ["with an input more", { change: withExtraInput }, 'not "input_ids" and "attention_mask" and "token_type_ids"'],
  [
    "with another input",
    { change: withInputRenamed },
    'must be "input_ids" and "attention_mask", not "input_ids" and "mask_ids"',
  ],
  [
    "with another output",
    { change: withOutputRenamed },
    'an output "sentence_embedding" of 384 numbers, not "last_hidden_state"',
  ],
  ["whose embeddings are not of length 1", { change: withoutLength }, "must have the length 1, not"],
  ["made for fewer tokens than it says", { change: forTokens(64) }, "64"],
];

function open(workerUrl: URL, onEvent: (event: PoolEvent) => void = () => {}) {
  return openEmbedder(folder, { workerUrl, workers: 1, queueMax: 9, onEvent });
}

test.each(UNUSABLE)("a model %s", async (_what, model, why) => {
  makeTinyModel(folder, { seed: 1, words: ["a"], ...model });
  const error = await open(WORKER_URL).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelFolderError);
  const { message } = error as Error;
  expect(message).toStartWith(`model_dir: the model in ${folder} does not work: `);
  expect(message).toContain(why);
  expect(message).not.toContain("\n");
});

test("a model for as many tokens as it says is taken", async () => {
  makeTinyModel(folder, { seed: 1, words: ["a"], change: forTokens(256) });
  const pool = await open(WORKER_URL);
  await pool.close();
});

test.each(["model.onnx", "tokenizer.json"])(
  "a worker that starts again does not take a %s that was changed meanwhile",
  async (file) => {
    makeTinyModel(folder, { seed: 1 });
    const events: PoolEvent[] = [];
    const pool = await open(MORTAL_WORKER_URL, (event) => void events.push(event));
    try {
      await appendFile(join(folder, file), " ");
      await pool.embed({ text: "die always", role: "passage", lane: "interactive" }).catch(() => {});
      await until(() => events.some(({ event }) => event === "embedding_failed"));
      const failed = events.find((event) => event.event === "embedding_failed");
      expect(failed).toEqual({
        event: "embedding_failed",
        reason: `${join(folder, file)} was changed since the model was opened: start again to take the new one.`,
      });
    } finally {
      await pool.close();
    }
  },
);
