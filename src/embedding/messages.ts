// What the pool and a worker say to each other. A worker has one request at a time and answers each once.
import type { EmbeddingRole } from "../domain/model-spec.ts";
import type { FileHashes } from "./model-folder.ts";
import type { Side } from "./pair-tokens.ts";
import type { TokenizerSpec } from "./tokenizer.ts";
import type { Window } from "./windows.ts";

/** The first message to a worker. */
export interface OpenRequest {
  readonly kind: "open";
  readonly runtime: WebAssembly.Module;
  readonly onnxPath: string;
  readonly tokenizerPath: string;
  /** What the two files must hold still; null: they cannot change. */
  readonly hashes: FileHashes | null;
  readonly spec: TokenizerSpec;
  /** What its model does: embed texts, or give scores to two sides of them. */
  readonly task: ModelTask;
}

/** Tokenize a text, and embed it at once where it is one window. */
export interface TextRequest {
  readonly kind: "text";
  readonly text: string;
  readonly role: EmbeddingRole;
}

/** Embed one window of a longer text. */
export interface WindowRequest {
  readonly kind: "window";
  readonly window: Window;
}

/** "embed" a text, "classify" a message or a pair of rule and message, or "judge" an answer. */
export type ModelTask = "embed" | "classify" | "judge";

/** Give scores to two sides of texts. */
export interface PairRequest {
  readonly kind: "pair";
  readonly sides: readonly [Side, Side];
}

export type WorkRequest = TextRequest | WindowRequest | PairRequest;
export type WorkerRequest = OpenRequest | WorkRequest;

/** Of a text or window. */
export type EmbedAnswer =
  | { readonly kind: "vector"; readonly vector: Float32Array; readonly tokens: number }
  | { readonly kind: "windows"; readonly windows: readonly Window[] };

export type WorkAnswer = EmbedAnswer | { readonly kind: "scores"; readonly scores: Float32Array };

/** After `fault` the worker is not to be used any more: a failed run can leave the session unusable. */
export type WorkerAnswer = WorkAnswer | { readonly kind: "open" } | { readonly kind: "fault"; readonly reason: string };
