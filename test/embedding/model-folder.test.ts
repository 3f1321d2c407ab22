import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import { ModelFolderError, openModelFolder } from "../../src/embedding/model-folder.ts";

const MODEL = resolve(import.meta.dir, "../../src/embedding/model");
const modelJson: Record<string, unknown> = await Bun.file(join(MODEL, "model.json")).json();

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "memoryd-model-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Makes the folder a model folder with some keys of model.json changed (undefined: left out), or with another text for it. */
async function fill(changes: Record<string, unknown> | string, files = ["model.onnx", "tokenizer.json"]) {
  for (const file of files) await symlink(join(MODEL, file), join(folder, file));
  const content = typeof changes === "string" ? changes : JSON.stringify({ ...modelJson, ...changes });
  await Bun.write(join(folder, "model.json"), content);
}

async function faultOf(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelFolderError);
  return (error as Error).message.replaceAll(folder, "FOLDER");
}

test("the embedded model is the folder src/embedding/model, hash and all", async () => {
  const { spec } = await openModelFolder(MODEL);
  expect(embeddedModel().spec).toEqual(spec);
  expect(spec).toMatchObject({ id: "all-MiniLM-L6-v2-int8", tokensMax: 256, contradictionSimilarity: 0.8 });
});

test("a folder without contradiction_similarity takes 0.8", async () => {
  await fill({ contradiction_similarity: undefined });
  expect((await openModelFolder(folder)).spec.contradictionSimilarity).toBe(0.8);
});

test("a folder with its own contradiction_similarity keeps it", async () => {
  await fill({ contradiction_similarity: 0.7 });
  expect((await openModelFolder(folder)).spec.contradictionSimilarity).toBe(0.7);
});

describe("a fault is told in a sentence:", () => {
  test("no such folder", async () => {
    expect(await faultOf(openModelFolder(join(folder, "none")))).toBe("The model folder lacks FOLDER/none/model.json.");
  });

  for (const missing of ["model.onnx", "tokenizer.json"]) {
    test(`no ${missing}`, async () => {
      await fill({}, missing === "model.onnx" ? ["tokenizer.json"] : ["model.onnx"]);
      expect(await faultOf(openModelFolder(folder))).toBe(`The model folder lacks FOLDER/${missing}.`);
    });
  }

  test("another model.onnx than model.json names", async () => {
    await fill({ sha256: "0".repeat(64) });
    expect(await faultOf(openModelFolder(folder))).toBe(
      `FOLDER/model.onnx has the sha256 ${modelJson.sha256}, but FOLDER/model.json names ${"0".repeat(64)}.`,
    );
  });

  test("model.json that is not JSON, or not an object", async () => {
    await fill('{"id": ');
    expect(await faultOf(openModelFolder(folder))).toBe("FOLDER/model.json is not valid JSON.");
    await Bun.write(join(folder, "model.json"), "[]");
    expect(await faultOf(openModelFolder(folder))).toBe("FOLDER/model.json must hold a JSON object.");
  });

  const fields: [string, unknown, string][] = [
    ["dimension", 768, "384: only such models can be used"],
    ["dimension", undefined, "384: only such models can be used"],
    ["id", "", "a name of 1 to 100 characters without spaces"],
    ["sha256", "ABC", "64 hexadecimal digits in lower case"],
    ["tokens_max", 256.5, "a whole number from 64 to 8192"],
    ["tokens_max", 1, "a whole number from 64 to 8192"],
    ["query_prefix", 7, "a text of at most 200 characters"],
    ["passage_prefix", null, "a text of at most 200 characters"],
    ["cosine_baseline", 1, "a number from 0 to 0.99"],
    ["similarity_floor", "0.25", "a number from 0 to 1"],
    ["cluster_similarity", 1.5, "a number from 0 to 1"],
    ["same_rule_similarity", null, "a number from 0 to 1"],
    ["forgotten_rule_similarity", undefined, "a number from 0 to 1"],
    ["contradiction_similarity", true, "a number from 0 to 1"],
    ["lexical_weight", -0.1, "a number from 0 to 1"],
  ];
  for (const [key, value, rule] of fields) {
    test(`"${key}": ${JSON.stringify(value)}`, async () => {
      await fill({ [key]: value });
      expect(await faultOf(openModelFolder(folder))).toBe(`FOLDER/model.json: "${key}" must be ${rule}.`);
    });
  }
});
