// A packet's one embedding, from what the user said and what was answered.
import type { Embedder, IsAwaited } from "../domain/embedder.ts";
import type { Embedding } from "../domain/model-spec.ts";
import type { PendingEmbedding } from "../domain/ports.ts";

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

/** Takes the input's embedding from `/prepare`, and makes it again where stored text has another prefix than questions. */
export async function embedPacket(
  embedder: Embedder,
  packet: PendingEmbedding,
  isAwaited: IsAwaited,
): Promise<Float32Array> {
  const { queryPrefix, passagePrefix } = embedder.model;
  const [input, answer] = await Promise.all([
    queryPrefix === passagePrefix && packet.inputVector !== null
      ? { vector: packet.inputVector, tokens: packet.inputTokens }
      : embedder.embed(packet.input, "passage", "background", isAwaited),
    embedder.embed(packet.answer, "passage", "background", isAwaited),
  ]);
  return joinEmbeddings(input, answer);
}
