// Reads another program's document in a thread of its own, so that megabytes of JSON hold nobody up.
import { MemoryError } from "../domain/errors.ts";
import { EntryFault, type ForeignDocument, type OpenForeignDocument } from "../portability/foreign-document.ts";
import { LineFault } from "../portability/read-fields.ts";
import type { DocumentAnswer, DocumentRequest } from "./document-worker.ts";

export function openDocumentIn(workerUrl: string | URL): OpenForeignDocument {
  return async (bytes, format) => {
    const worker = new Worker(workerUrl);
    try {
      const opened = await ask(worker, { kind: "open", bytes, format }, [bytes.buffer]);
      if (opened.kind !== "opened") throw faultOf(opened);
      return {
        format: opened.format,
        batches: batchesFrom(worker),
        close: () => worker.terminate(),
      } satisfies ForeignDocument;
    } catch (error) {
      worker.terminate();
      throw error;
    }
  };
}

async function* batchesFrom(worker: Worker): ForeignDocument["batches"] {
  for (;;) {
    const answer = await ask(worker, { kind: "next" });
    if (answer.kind === "end") return;
    if (answer.kind !== "batch") throw faultOf(answer);
    yield answer.turns;
  }
}

function ask(worker: Worker, request: DocumentRequest, moved: ArrayBuffer[] = []): Promise<DocumentAnswer> {
  return new Promise((resolve, reject) => {
    const died = () => reject(new MemoryError("not_ready", "The file could not be read: its reader ended. Try again."));
    worker.onmessage = ({ data }: MessageEvent<DocumentAnswer>) => resolve(data);
    worker.onerror = died;
    worker.addEventListener("close", died, { once: true });
    worker.postMessage(request, moved);
  });
}

function faultOf(answer: DocumentAnswer): Error {
  if (answer.kind === "fault") {
    return answer.entry === null ? new LineFault(answer.reason) : new EntryFault(answer.reason, answer.entry);
  }
  return new Error(`a document could not be read: ${answer.kind === "failed" ? answer.reason : answer.kind}`);
}
