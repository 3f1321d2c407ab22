// An export, read as it comes.
import { askRaw, Failure } from "../../api.ts";

export interface ExportPart {
  /** Empty: all. */
  readonly core: string;
  readonly user: string;
  readonly hasEmbeddings: boolean;
}

/** Pieces become one blob after so many bytes: the browser can lay that aside. */
const HELD_BYTES_MAX = 16 * 1_024 * 1_024;
const LINES = "application/x-ndjson";

export function exportPath({ core, user, hasEmbeddings }: ExportPart): string {
  const query = new URLSearchParams();
  if (core !== "") query.set("core", core);
  if (user !== "") query.set("user", user);
  if (!hasEmbeddings) query.set("embeddings", "false");
  return `/admin/export${query.size === 0 ? "" : `?${query}`}`;
}

/** Throws Failure; `broke_off` where the answer ended too soon. `onRead`: bytes so far. */
export async function readExport(
  part: ExportPart,
  onRead: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await askRaw(exportPath(part), { signal });
  const blobs: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let bytes = 0;
  try {
    // An answer with 200 has a body.
    const reader = response.body!.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      held.push(next.value);
      heldBytes += next.value.byteLength;
      bytes += next.value.byteLength;
      onRead(bytes);
      if (heldBytes < HELD_BYTES_MAX) continue;
      blobs.push(new Blob(held));
      held = [];
      heldBytes = 0;
    }
  } catch {
    throw new Failure(0, "broke_off", "", null, {});
  }
  return new Blob([...blobs, ...held], { type: LINES });
}
