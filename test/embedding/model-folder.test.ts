import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { MESSAGE_INTENTS, RULE_RELATIONS } from "../../src/domain/ports/message-classifier.ts";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import { ModelFolderError, openModelFolder } from "../../src/embedding/model-folder.ts";
import { openModel } from "../../src/embedding/open-embedder.ts";

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

test.each(Object.keys(modelJson))("a model.json without %s is refused, and the sentence names it", async (key) => {
  await fill({ [key]: undefined });
  expect(await faultOf(openModelFolder(folder))).toStartWith(`FOLDER/model.json: "${key}" must be `);
});

test("a folder keeps its own values", async () => {
  const own = {
    contradiction_similarity: 0.7,
    lexical_weight: 0.11,
    context_weight: 0.12,
    neighbour_weight: 0.13,
    time_weight: 0.14,
    lexical_entry: 1.5,
    same_statement_similarity: 0.16,
  };
  await fill(own);
  expect((await openModelFolder(folder)).spec).toMatchObject({
    contradictionSimilarity: 0.7,
    lexicalWeight: 0.11,
    contextWeight: 0.12,
    neighbourWeight: 0.13,
    timeWeight: 0.14,
    lexicalEntry: 1.5,
    sameStatementSimilarity: 0.16,
  });
});

test("an empty model_dir is the embedded model, any other a folder", async () => {
  await fill({ id: "another" });
  // The heads are made anew, and not yet opened.
  const heads = { intents: null, inputs: null };
  const [opened, embedded] = [await openModel(""), embeddedModel()];
  expect({ ...opened, ...heads }).toEqual({ ...embedded, ...heads });
  expect([opened, embedded].map(({ intents }) => intents?.thresholds.plain)).toEqual([0.95, 0.95]);
  expect([opened, embedded].map(({ inputs }) => inputs?.thresholds.social)).toEqual([0.95, 0.95]);
  expect((await openModel(folder)).spec.id).toBe("another");
  expect(await faultOf(openModel(join(folder, "none")))).toBe(
    "model_dir: FOLDER/none cannot be read: it does not exist",
  );
});

test("a folder may bring a classifier of messages", async () => {
  await fill({});
  expect((await openModelFolder(folder)).classifier).toBeNull();
  for (const file of ["classifier.onnx", "classifier.json"]) await symlink(join(MODEL, file), join(folder, file));
  const embedded = embeddedModel().classifier;
  const onnxPath = join(folder, "classifier.onnx");
  expect((await openModelFolder(folder)).classifier).toEqual({ ...embedded!, onnxPath });
});

test("a folder may bring a judge of answers", async () => {
  await fill({});
  expect((await openModelFolder(folder)).judge).toBeNull();
  for (const file of ["judge.onnx", "judge.json"]) await symlink(join(MODEL, file), join(folder, file));
  const embedded = embeddedModel().judge;
  expect((await openModelFolder(folder)).judge).toEqual({ ...embedded!, onnxPath: join(folder, "judge.onnx") });
});

test("a relative folder is found, and its files stay found from another working directory", async () => {
  await fill({});
  const { onnxPath, tokenizerPath } = await openModelFolder(relative(process.cwd(), folder));
  expect([onnxPath, tokenizerPath]).toEqual([join(folder, "model.onnx"), join(folder, "tokenizer.json")]);
});

describe("a fault is told in a sentence:", () => {
  test("no such folder, or a file in its place", async () => {
    expect(await faultOf(openModelFolder(join(folder, "none")))).toBe("FOLDER/none cannot be read: it does not exist");
    await fill({});
    expect(await faultOf(openModelFolder(join(folder, "model.json")))).toBe("FOLDER/model.json is not a directory");
    expect(await faultOf(openModelFolder(join(folder, "model.json/below")))).toBe(
      "FOLDER/model.json/below cannot be read: a part of its path is not a directory",
    );
  });

  for (const file of ["model.json", "model.onnx", "tokenizer.json"]) {
    test(`no ${file}, or a directory in its place`, async () => {
      await fill({});
      await rm(join(folder, file));
      expect(await faultOf(openModelFolder(folder))).toBe(`FOLDER/${file} cannot be read: it does not exist`);
      await mkdir(join(folder, file));
      expect(await faultOf(openModelFolder(folder))).toBe(`FOLDER/${file} cannot be read: it is a directory`);
    });
  }

  const CLASSIFIER = { sha256: "0".repeat(64), intents: MESSAGE_INTENTS, relations: RULE_RELATIONS };
  test.each([
    ["[]", "FOLDER/classifier.json must hold a JSON object"],
    [{}, "FOLDER/classifier.json is no classifier of messages of this version"],
    [
      { ...CLASSIFIER, intents: ["order"], thresholds: { lasting: 1, over: 1 } },
      "FOLDER/classifier.json is no classifier of messages of this version",
    ],
    [
      { ...CLASSIFIER, thresholds: { lasting: 1 } },
      "FOLDER/classifier.json is no classifier of messages of this version",
    ],
    [
      { ...CLASSIFIER, thresholds: { lasting: 1, over: 1 } },
      "FOLDER/classifier.onnx cannot be read: it does not exist",
    ],
  ])("a classifier.json of %j", async (content, fault) => {
    await fill({});
    await Bun.write(join(folder, "classifier.json"), typeof content === "string" ? content : JSON.stringify(content));
    expect(await faultOf(openModelFolder(folder))).toBe(fault);
  });

  test("another classifier.onnx than classifier.json names", async () => {
    await fill({});
    await Bun.write(
      join(folder, "classifier.json"),
      JSON.stringify({ ...CLASSIFIER, thresholds: { lasting: 1, over: 1 } }),
    );
    await Bun.write(join(folder, "classifier.onnx"), "other");
    expect(await faultOf(openModelFolder(folder))).toEndWith(`but FOLDER/classifier.json names ${"0".repeat(64)}`);
  });

  const JUDGE = { sha256: "0".repeat(64), thresholds: { contradicts: 0.9, agrees: 0.1, agreesOnNumbers: 0.2 } };
  test.each([
    ["[]", "FOLDER/judge.json must hold a JSON object"],
    [{ sha256: "0".repeat(64) }, "FOLDER/judge.json is no judge of answers of this version"],
    [{ ...JUDGE, thresholds: { contradicts: 0.9 } }, "FOLDER/judge.json is no judge of answers of this version"],
    [JUDGE, "FOLDER/judge.onnx cannot be read: it does not exist"],
  ])("a judge.json of %j", async (content, fault) => {
    await fill({});
    await Bun.write(join(folder, "judge.json"), typeof content === "string" ? content : JSON.stringify(content));
    expect(await faultOf(openModelFolder(folder))).toBe(fault);
  });

  test("another model.onnx than model.json names", async () => {
    await fill({ sha256: "0".repeat(64) });
    expect(await faultOf(openModelFolder(folder))).toBe(
      `FOLDER/model.onnx has the sha256 ${modelJson.sha256}, but FOLDER/model.json names ${"0".repeat(64)}`,
    );
  });

  for (const file of ["model.json", "tokenizer.json"]) {
    test(`${file} that is not JSON, or not an object`, async () => {
      await fill({});
      await rm(join(folder, file));
      await Bun.write(join(folder, file), '{"id": ');
      expect(await faultOf(openModelFolder(folder))).toBe(`FOLDER/${file} is not valid JSON`);
      await Bun.write(join(folder, file), "[]");
      expect(await faultOf(openModelFolder(folder))).toBe(`FOLDER/${file} must hold a JSON object`);
    });
  }

  test("tokenizer.json of something else", async () => {
    await fill({}, ["model.onnx"]);
    await Bun.write(join(folder, "tokenizer.json"), '{"hidden_size": 384}');
    expect(await faultOf(openModelFolder(folder))).toBe('FOLDER/tokenizer.json is not a tokenizer: it has no "model"');
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
    ["context_weight", null, "a number from 0 to 1"],
    ["neighbour_weight", 1.1, "a number from 0 to 1"],
    ["time_weight", "0.2", "a number from 0 to 1"],
    ["lexical_entry", 10.5, "a number from 0 to 10"],
    ["lexical_entry", -1, "a number from 0 to 10"],
    ["same_statement_similarity", 2, "a number from 0 to 1"],
  ];
  for (const [key, value, rule] of fields) {
    test(`"${key}": ${JSON.stringify(value)}`, async () => {
      await fill({ [key]: value });
      expect(await faultOf(openModelFolder(folder))).toBe(`FOLDER/model.json: "${key}" must be ${rule}`);
    });
  }
});
