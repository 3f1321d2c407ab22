// Reads the body of an answer up to a bound, whatever length its headers promise.

/** `message` is the kind alone: "answered 500", "timed out", "stopped", "connection failed (ECONNREFUSED)", "no JSON". */
export class DistillingError extends Error {
  override readonly name = "DistillingError";
}

/** The whole body, empty where there is none. Throws DistillingError at the first chunk beyond `bytesMax`. */
export async function readBounded(body: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new DistillingError(`answered more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
