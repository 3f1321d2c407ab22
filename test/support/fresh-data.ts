// New data, copied from what one first start has made: all migrations would cost more than most tests do.
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESERVE_FILE } from "../../src/domain/data-file-names.ts";
import { openStore } from "../../src/storage/sqlite/open-store.ts";

/** As a small disk has it. Who writes on a thread would else write a file of 16 MiB first, each time. */
const RESERVE_BYTES = 512 * 1024;

/** The files of new data by name, by the moment of their making. */
const made = new Map<number, Promise<ReadonlyMap<string, Uint8Array>>>();

/** A new directory whose data is as an `openStore` at that moment leaves it; the caller removes it. */
export async function freshDataDir(now: number): Promise<string> {
  const files = made.get(now) ?? makeFiles(now);
  made.set(now, files);
  const dataDir = mkdtempSync(join(tmpdir(), "memoryd-test-"));
  for (const [name, bytes] of await files) writeFileSync(join(dataDir, name), bytes, { mode: 0o600 });
  const reserve = join(dataDir, RESERVE_FILE);
  writeFileSync(reserve, "", { mode: 0o600 });
  truncateSync(reserve, RESERVE_BYTES);
  return dataDir;
}

async function makeFiles(now: number): Promise<ReadonlyMap<string, Uint8Array>> {
  const dataDir = mkdtempSync(join(tmpdir(), "memoryd-test-"));
  await (await openStore({ dataDir, now, writerUrl: null })).close();
  // SQLite's side files would say that the service was cut off.
  const names = readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name));
  const files = new Map(names.map((name) => [name, readFileSync(join(dataDir, name))]));
  rmSync(dataDir, { recursive: true });
  return files;
}
