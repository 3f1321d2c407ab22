// A data directory of its own for each test, with the real schema.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../../src/domain/ports/store.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";
import { NOW } from "../../store/fixture.ts";
import { freshDataDir } from "../../support/fresh-data.ts";

export const WRITER_URL = new URL("../../../src/storage/sqlite/engine/writer-worker.ts", import.meta.url);

export async function withTempDir<T>(use: (dir: string) => T | Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "memoryd-"));
  try {
    return await use(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** `thread`: with the writer on a thread of its own, as the service has it. */
export async function withStore<T>(
  use: (store: Store, dir: string) => Promise<T>,
  options: { thread?: boolean } = {},
): Promise<T> {
  const dir = await freshDataDir(NOW);
  const store = await openStore({ dataDir: dir, now: NOW, writerUrl: options.thread === true ? WRITER_URL : null });
  try {
    await store.accounts.create("default", NOW);
    return await use(store, dir);
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
