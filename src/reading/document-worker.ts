// The thread that reads another program's document: one document, handed over batch by batch.
import { batchesOf, EntryFault, readForeignDocument } from "../portability/foreign-document.ts";
import type { ForeignTurn } from "../portability/foreign-turn.ts";
import { LineFault } from "../portability/read-fields.ts";
import type { DocumentAnswer, DocumentRequest } from "./document-messages.ts";

declare const self: Worker;

let batches: Iterator<readonly ForeignTurn[]> | null = null;

self.onmessage = ({ data }: MessageEvent<DocumentRequest>) => {
  self.postMessage(answer(data));
};

function answer(request: DocumentRequest): DocumentAnswer {
  try {
    if (request.kind === "open") {
      const { format, turns } = readForeignDocument(request.bytes, request.format);
      batches = batchesOf(turns);
      return { kind: "opened", format };
    }
    const next = batches?.next();
    return next === undefined || next.done === true ? { kind: "end" } : { kind: "batch", turns: next.value };
  } catch (error) {
    if (error instanceof LineFault) {
      return { kind: "fault", reason: error.reason, entry: error instanceof EntryFault ? error.entry : null };
    }
    return { kind: "failed", reason: error instanceof Error ? error.name : "unknown" };
  }
}
