// What the service and the thread that reads a document say to each other: a request, and its answer.
import type { ForeignFormat } from "../portability/detect-format.ts";
import type { ForeignTurn } from "../portability/foreign-turn.ts";

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
