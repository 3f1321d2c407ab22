// The OpenAI-compatible endpoint by which a program of others uses our embedder.
import type { Embedder } from "../../../src/domain/ports/embedder.ts";

interface EmbeddingsRequest {
  readonly input?: unknown;
  readonly model?: unknown;
  readonly encoding_format?: unknown;
}

/** Answers POST /v1/embeddings: a text or a list of texts, as numbers or as base64 of float32. */
export async function answerEmbeddings(embedder: Embedder, request: Request): Promise<Response> {
  if (request.method !== "POST" || new URL(request.url).pathname !== "/v1/embeddings") return refusal(404, "unknown");
  const { input, model, encoding_format } = (await request.json()) as EmbeddingsRequest;
  const texts = typeof input === "string" ? [input] : input;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === "string")) {
    return refusal(400, "input is a text or a list of texts");
  }
  const embeddings = await Promise.all(
    texts.map((text: string) => embedder.embed({ text, role: "passage", lane: "interactive" })),
  );
  const tokens = embeddings.reduce((sum, embedding) => sum + embedding.tokens, 0);
  return Response.json({
    object: "list",
    model,
    data: embeddings.map(({ vector }, index) => ({
      object: "embedding",
      index,
      embedding: encoding_format === "base64" ? base64(vector) : Array.from(vector),
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

function base64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}

function refusal(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status });
}
