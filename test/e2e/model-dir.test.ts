// Models out of a folder: which one is in use, and what is wrong with the others.
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeTinyModel } from "../support/tiny-model.ts";
import { buildWith } from "./build-with.ts";
import { openLab } from "./executable.ts";
import { flawOf } from "./sentences.ts";
import { converse, prepare } from "./turns.ts";

const ROOT = resolve(import.meta.dir, "../..");
const MODEL = join(ROOT, "src/embedding/model");
const SPEC: Record<string, unknown> = JSON.parse(readFileSync(join(MODEL, "model.json"), "utf8"));
const OTHER_ID = "another-model";

const lab = openLab();

interface FolderChanges {
  /** Bytes of model.onnx; model.json names their hash. */
  readonly onnx?: Uint8Array;
  readonly tokenizer?: string;
  /** Fields of model.json; undefined: left out. */
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** A copy of the model in `from`, changed. */
function makeFolder(folder: string, from: string, { onnx, tokenizer, spec }: FolderChanges): void {
  cpSync(from, folder, { recursive: true });
  const bytes = onnx ?? readFileSync(join(from, "model.onnx"));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(join(folder, "model.onnx"), bytes);
  writeFileSync(join(folder, "model.json"), JSON.stringify({ ...SPEC, id: OTHER_ID, sha256, ...spec }));
  if (tokenizer !== undefined) writeFileSync(join(folder, "tokenizer.json"), tokenizer);
}

/** Of a small model, which is soon read. */
const tiny = join(lab.directory(), "tiny");
makeTinyModel(tiny, { seed: 3 });
const TINY_ONNX = readFileSync(join(tiny, "model.onnx"));

/** The same weights made another model: it has prefixes. */
const other = join(lab.directory(), "other models", "one");
makeFolder(other, tiny, { spec: { query_prefix: "query: ", passage_prefix: "passage: " } });

const TEXTS = ["Hello", "I like metric units.", ""];

async function embed(texts: readonly string[], args: readonly string[] = [], env: Record<string, string> = {}) {
  const stdin = texts.map((text) => `${JSON.stringify(text)}\n`).join("");
  const { code, stdout, stderr } = await lab.run(["embed", ...args], { stdin, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  return lines.map((line): readonly number[] => JSON.parse(line).embedding);
}

test("embed uses the model of a flag, a variable or the file, with its prefix before each text", async () => {
  const prefixed = TEXTS.map((text) => `passage: ${text}`);
  const both = await embed([...prefixed, ...TEXTS], ["--model-dir", tiny]);
  const expected = both.slice(0, TEXTS.length);
  expect(expected).not.toEqual(both.slice(TEXTS.length));
  expect(await embed(TEXTS, ["--model-dir", other])).toEqual(expected);
  expect(await embed(TEXTS, [], { MEMORYD_MODEL_DIR: other })).toEqual(expected);
  const config = join(lab.directory(), "settings.toml");
  writeFileSync(config, `model_dir = ${JSON.stringify(other)}\n`);
  expect(await embed(TEXTS, ["--config", config])).toEqual(expected);
  expect(await embed(TEXTS, ["--config", config, "--model-dir", ""])).toEqual(await embed(TEXTS));
});

test("serve takes a folder relative to where it is started, and its log names the model", async () => {
  const cwd = lab.directory();
  cpSync(other, join(cwd, "model"), { recursive: true });
  const server = await lab.start({ cwd, args: ["--model-dir", "model"] });
  await converse(server, "I like metric units", "Noted.");
  expect((await prepare(server, "Which units do I like?")).sources).toHaveLength(1);
  expect(await server.stop()).toBe(0);
  const listening = server.written.stderr.split("\n").filter((line) => line.includes('"event":"listening"'));
  expect(listening.map((line) => JSON.parse(line).model)).toEqual([OTHER_ID]);
  expect(readdirSync(cwd).sort()).toEqual(["memoryd-data", "model"]);
});

const wrong = (folder: string, changes: FolderChanges) => makeFolder(folder, tiny, changes);

/** Makes a wrong folder; what the sentence must say of it. */
const WRONG: readonly (readonly [string, (folder: string) => void, string])[] = [
  ["that is not there", () => {}, "does not exist"],
  ["that is a file", (folder) => writeFileSync(folder, "hello"), "is not a directory"],
  ["that is empty", (folder) => mkdirSync(folder), "model.json cannot be read: it does not exist"],
  ...["model.json", "model.onnx", "tokenizer.json"].map(
    (file) =>
      [
        `without ${file}`,
        (folder: string) => {
          wrong(folder, {});
          rmSync(join(folder, file));
        },
        `${file} cannot be read: it does not exist`,
      ] as const,
  ),
  ["of 768 dimensions", (folder) => wrong(folder, { spec: { dimension: 768 } }), '"dimension" must be 384'],
  ["with a bad weight", (folder) => wrong(folder, { spec: { time_weight: 7 } }), '"time_weight" must be'],
  ["without a weight", (folder) => wrong(folder, { spec: { time_weight: undefined } }), '"time_weight" must be'],
  ["with another model.onnx", (folder) => wrong(folder, { spec: { sha256: "0".repeat(64) } }), "model.onnx has"],
  ["with a broken tokenizer.json", (folder) => wrong(folder, { tokenizer: "{" }), "tokenizer.json is not valid"],
  ["with a useless tokenizer", (folder) => wrong(folder, { tokenizer: '{"model": {}}' }), "Tokenizer must"],
  [
    "whose model.onnx is cut short",
    (folder) => wrong(folder, { onnx: TINY_ONNX.subarray(0, TINY_ONNX.length / 2) }),
    "protobuf",
  ],
  [
    "whose model.onnx has another output",
    (folder) => wrong(folder, { onnx: renamed(TINY_ONNX, "sentence_embedding", "sentence_embeddinX") }),
    'must have an output "sentence_embedding" of 384',
  ],
];

/** Both names are of one length, so that the file stays an ONNX model. */
function renamed(bytes: Buffer, from: string, to: string): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy.write(to, at);
  return copy;
}

test.each(WRONG)("a folder %s: exit code 2, a sentence, and no data is made", async (_what, make, reason) => {
  const cwd = lab.directory();
  make(join(cwd, "model"));
  for (const args of [["serve", "--port", "0"], ["embed"]]) {
    const { code, stdout, stderr } = await lab.run([...args, "--model-dir", "model"], { cwd, stdin: "hello\n" });
    expect({ args, code, stdout, flaw: flawOf(stderr, reason) }).toEqual({ args, code: 2, stdout: "", flaw: "" });
    expect(stderr).toContain("model_dir: ");
    expect(stderr).toContain("model");
  }
  expect(readdirSync(cwd).filter((name) => name !== "model")).toEqual([]);
});

test("a build with a folder that cannot be used fails with a sentence", async () => {
  const dir = lab.directory();
  const { code, stdout, stderr } = await buildWith(join(dir, "none"), join(dir, "built"));
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toBe(`--model-dir: ${join(dir, "none")} cannot be read: it does not exist\n`);
  expect(existsSync(join(dir, "built"))).toBe(false);
});
