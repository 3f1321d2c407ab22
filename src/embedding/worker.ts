// Entry of a Worker: one session and one tokenizer, one request at a time (see messages.ts).
import type { WorkAnswer, WorkerAnswer, WorkerRequest, WorkRequest } from "./messages.ts";
import { type ModelSession, openSession, PORTS } from "./session.ts";
import { createTextTokenizer, type TextTokenizer } from "./tokenizer.ts";

declare const self: Worker;

interface OpenModel {
  readonly session: ModelSession;
  readonly tokenizer: TextTokenizer;
}

let model: OpenModel | null = null;

self.addEventListener("message", async (event: MessageEvent<WorkerRequest>) => {
  try {
    self.postMessage(await answer(event.data));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    self.postMessage({ kind: "fault", reason } satisfies WorkerAnswer);
  }
});

async function answer(request: WorkerRequest): Promise<WorkerAnswer> {
  if (request.kind !== "open") {
    if (model === null) throw new Error("The worker was given work before its model.");
    return work(model, request);
  }
  const { onnxPath, tokenizerPath, hashes } = request;
  const onnx = await readUnchanged(onnxPath, hashes?.onnx);
  const definition: object = JSON.parse(
    new TextDecoder().decode(await readUnchanged(tokenizerPath, hashes?.tokenizer)),
  );
  model = {
    session: await openSession(request.runtime, onnx, PORTS[request.task]),
    tokenizer: createTextTokenizer(definition, request.spec),
  };
  return { kind: "open" };
}

/** A worker that starts later than others, or again, must not embed with something else than they do. */
async function readUnchanged(path: string, sha256: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await Bun.file(path).bytes();
  if (sha256 !== undefined && new Bun.CryptoHasher("sha256").update(bytes).digest("hex") !== sha256) {
    throw new Error(`${path} was changed since the model was opened: start again to take the new one.`);
  }
  return bytes;
}

async function work({ session, tokenizer }: OpenModel, request: WorkRequest): Promise<WorkAnswer> {
  if (request.kind === "pair") {
    const { ids, types } = tokenizer.pair(request.sides);
    return { kind: "scores", scores: await session.run(ids, types) };
  }
  const windows = request.kind === "window" ? [request.window] : tokenizer.cut(request.text, request.role);
  const [first] = windows;
  if (first === undefined || windows.length > 1) return { kind: "windows", windows };
  return { kind: "vector", vector: await session.run(first.ids), tokens: first.tokens };
}
