// The model that the executable carries. `bun run build --model-dir` puts another folder in the place of ./model.
import { INPUT_HEAD } from "../domain/input-kind.ts";
import { INTENT_HEAD } from "../domain/intent.ts";
import type { HeadShape, LabelReader } from "../domain/label-reader.ts";
import classifierJson from "./model/classifier.json" with { type: "json" };
import classifierPath from "./model/classifier.onnx" with { type: "file" };
import functionsJson from "./model/functions.json" with { type: "json" };
import inputsJson from "./model/inputs.json" with { type: "json" };
import intentsJson from "./model/intents.json" with { type: "json" };
import judgeJson from "./model/judge.json" with { type: "json" };
import judgePath from "./model/judge.onnx" with { type: "file" };
import modelJson from "./model/model.json" with { type: "json" };
import onnxPath from "./model/model.onnx" with { type: "file" };
import tokenizerPath from "./model/tokenizer.json" with { type: "file" };
import { type ModelFolder, parseClassifier, parseJudge, parseModelSpec } from "./model-folder.ts";
import { createLabelReader, parseHead } from "./sentence-head.ts";
import type { CalledFunctions } from "./trim-runtime.ts";

/** The build has opened the folder: what is there can be read. */
const carriesClassifier = (classifierJson as object | null) !== null;
const carriesJudge = (judgeJson as object | null) !== null;

/** The hashes of its models were checked when they were built in, and are not checked again at each start. */
export function embeddedModel(): ModelFolder {
  return {
    spec: parseModelSpec(modelJson, "The embedded model.json"),
    onnxPath,
    // With resolveJsonModule the compiler takes the import for the file's content: it is its path.
    tokenizerPath: String(tokenizerPath),
    hashes: null,
    classifier: carriesClassifier
      ? parseClassifier(classifierJson, "The embedded classifier.json", classifierPath)
      : null,
    judge: carriesJudge ? parseJudge(judgeJson, "The embedded judge.json", judgePath) : null,
    functions: functionsJson as CalledFunctions | null,
    intents: readerOf(INTENT_HEAD, intentsJson),
    inputs: readerOf(INPUT_HEAD, inputsJson),
  };
}

function readerOf<Label extends string, Threshold extends string>(
  shape: HeadShape<Label, Threshold>,
  json: object | null,
): LabelReader<Label, Threshold> | null {
  return json === null ? null : createLabelReader(shape, () => parseHead(shape, json)!);
}
