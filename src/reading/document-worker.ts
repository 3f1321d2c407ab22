// The thread that reads another program's document: one document, handed over batch by batch.
import type { ForeignFormat } from "../portability/detect-format.ts";
import { batchesOf, EntryFault, readForeignDocument } from "../portability/foreign-document.ts";
import type { ForeignTurn } from "../portability/foreign-turn.ts";
import { LineFault } from "../portability/read-fields.ts";

export type DocumentRequest =
  | { readonly kind: "open"; readonly bytes: Uint8Array<ArrayBuffer>; readonly format: ForeignFormat | null }
  | { readonly kind: "next" };

export type DocumentAnswer =
  | { readonly kind: "opened"; readonly format: ForeignFormat }
  | { readonly kind: "batch"; readonly turns: readonly ForeignTurn[] }
  | { readonly kind: "end" }
  /** The document is wrong at this entry; null: as a whole. */
  | { readonly kind: "fault"; readonly reason: string; readonly entry: number | null }
  /** A defect: the reason says nothing of the text. */
  | { readonly kind: "failed"; readonly reason: string };

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
