// Entry of a Worker: one session and one tokenizer, one request at a time (see messages.ts).
import type { WorkAnswer, WorkerAnswer, WorkerRequest, WorkRequest } from "./messages.ts";
import { type EmbeddingSession, openSession } from "./session.ts";
import { createTextTokenizer, type TextTokenizer } from "./tokenizer.ts";

declare const self: Worker;

interface OpenModel {
  readonly session: EmbeddingSession;
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
  const definition: object = await Bun.file(request.tokenizerPath).json();
  model = {
    session: await openSession(request.runtime, await Bun.file(request.onnxPath).bytes()),
    tokenizer: createTextTokenizer(definition, request.spec),
  };
  return { kind: "open" };
}

async function work({ session, tokenizer }: OpenModel, request: WorkRequest): Promise<WorkAnswer> {
  const windows = request.kind === "window" ? [request.window] : tokenizer.cut(request.text, request.role);
  const [first] = windows;
  if (first === undefined || windows.length > 1) return { kind: "windows", windows };
  return { kind: "vector", vector: await session.run(first.ids), tokens: first.tokens };
}
