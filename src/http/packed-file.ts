// A file that the executable carries for browsers: its name changes with its content, so that they may keep it for ever.
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);
/** Compressed once, at the first request for each. */
const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

async function compressedFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(await Bun.file(path).arrayBuffer(), { level: 9 }));
}

export async function packedFile(request: Request, path: string, type: string): Promise<Response> {
  const isCompressed = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  const headers: Record<string, string> = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    vary: "accept-encoding",
    ...(isCompressed ? { "content-encoding": "gzip" } : {}),
  };
  if (request.method === "HEAD") return new Response(null, { headers: { ...headers, "transfer-encoding": "chunked" } });
  if (!isCompressed) return new Response(await Bun.file(path).arrayBuffer(), { headers });
  const packed = compressed.get(path) ?? compressedFile(path);
  compressed.set(path, packed);
  return new Response(await packed, { headers });
}
