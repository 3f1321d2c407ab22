// A packet's one embedding, from what the user said and what was answered.
import type { Embedding, EmbeddingRole } from "../domain/model-spec.ts";
import type { Embedder, IsAwaited } from "../domain/ports/embedder.ts";
import type { PendingEmbedding } from "../domain/ports/packet-store.ts";

/**
 * The normalized sum of the input's embedding and w times the answer's, w = min(1, answer tokens / input tokens): an
 * "Okay." weighs next to nothing, and a long answer no more than the input. A zero sum stays zero.
 */
export function joinEmbeddings(input: Embedding, answer: Embedding): Float32Array {
  const weight = Math.min(1, answer.tokens / Math.max(1, input.tokens));
  const sum = Float64Array.from(input.vector, (value, at) => value + weight * (answer.vector[at] ?? 0));
  const norm = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return Float32Array.from(sum, (value) => (norm === 0 ? 0 : value / norm));
}

/** What a packet's embedding is made from. */
export type EmbeddedPacket = Pick<PendingEmbedding, "input" | "answer" | "inputVector" | "inputTokens" | "renewsInput">;

export interface PacketEmbeddings {
  readonly vector: Float32Array;
  /** The input's alone, in the role of a question; null where it was not to be made. */
  readonly inputVector: Float32Array | null;
}

/** Takes the input's embedding from `/prepare`. Where stored text has another prefix, the input is embedded once more. */
export async function embedPacket(
  embedder: Embedder,
  packet: EmbeddedPacket,
  isAwaited: IsAwaited,
  account?: string,
  signal?: AbortSignal,
): Promise<PacketEmbeddings> {
  const { queryPrefix, passagePrefix } = embedder.model;
  const embed = (text: string, role: EmbeddingRole) =>
    embedder.embed({ text, role, lane: "background", isAwaited, account, signal });
  const known = packet.inputVector === null ? null : { vector: packet.inputVector, tokens: packet.inputTokens };
  const question = known ?? (packet.renewsInput ? embed(packet.input, "query") : null);
  const [asked, input, answer] = await Promise.all([
    question,
    queryPrefix === passagePrefix && question !== null ? question : embed(packet.input, "passage"),
    embed(packet.answer, "passage"),
  ]);
  return {
    vector: joinEmbeddings(input, answer),
    inputVector: packet.renewsInput && asked !== null ? asked.vector : null,
  };
}
