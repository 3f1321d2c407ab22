// Where a benchmark's memory lies: a folder for this run alone, or one that is kept for the next.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `kept`: a folder to make or to find; null: a temporary one, gone afterwards. */
export async function withMemoryFolder<T>(kept: string | null, use: (folder: string) => Promise<T>): Promise<T> {
  if (kept !== null) {
    await mkdir(kept, { recursive: true });
    return use(kept);
  }
  const folder = await mkdtemp(join(tmpdir(), "memoryd-bench-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder of one way of writing the texts below the one that is kept. */
export function folderOfPrefix(kept: string | null, prefix: boolean): string | null {
  return kept === null ? null : join(kept, prefix ? "prefix" : "text");
}
