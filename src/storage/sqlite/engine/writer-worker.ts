// The writer's thread: an fsync here holds up no request. Protocol: {open}, then {batch} and {close}, one answer each;
// {pages-skipped} answers nothing and comes at any time.
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import type { WriteOutcome, WriteRequest } from "../writes/write-operations.ts";
import { createWriter, failureOf, type Writer } from "./writer.ts";

export interface WriterData {
  readonly path: string;
  /** Whoever had it open before was killed. */
  readonly wasCut: boolean;
  readonly erasesRemains: boolean;
}

export type ToWriter =
  | { readonly kind: "open"; readonly data: WriterData }
  | { readonly kind: "batch"; readonly requests: readonly WriteRequest[] }
  | { readonly kind: "close" };

export type FromWriter =
  | { readonly kind: "done" }
  | { readonly kind: "outcomes"; readonly outcomes: readonly WriteOutcome[] }
  | { readonly kind: "failed"; readonly message: string; readonly code: string }
  | { readonly kind: "pages-skipped"; readonly pages: number };

declare const self: Worker;

let writer: Writer | null = null;

function answer(message: ToWriter): FromWriter {
  if (message.kind === "open") {
    const { path, wasCut, erasesRemains } = message.data;
    const onPagesSkipped = (pages: number) => self.postMessage({ kind: "pages-skipped", pages } satisfies FromWriter);
    writer = createWriter(path, { keepsReserve: true, wasCut, erasesRemains, onPagesSkipped });
    return { kind: "done" };
  }
  if (writer === null) throw new Error("the writer is not open");
  if (message.kind === "batch") return { kind: "outcomes", outcomes: writer.runBatch(message.requests) };
  writer.close();
  writer = null;
  return { kind: "done" };
}

self.onmessage = (event: MessageEvent<ToWriter>) => {
  try {
    self.postMessage(answer(event.data) satisfies FromWriter);
  } catch (error) {
    const failure = failureOf(error);
    const message = failure.ok ? "" : failure.message;
    self.postMessage({ kind: "failed", message, code: faultCodeOf(error) } satisfies FromWriter);
  }
};
