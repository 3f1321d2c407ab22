// What one small durable write costs on the file system of a folder.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const BYTES = 4_096;

export interface FsyncProbe {
  /** Milliseconds of one write of 4 KiB at the end of a file, and its fsync. */
  time(): number;
  close(): void;
}

export function createFsyncProbe(folder: string): FsyncProbe {
  const path = join(folder, "fsync-probe");
  const file = openSync(path, "w");
  const bytes = new Uint8Array(BYTES).fill(1);
  return {
    time() {
      const startedAt = performance.now();
      writeSync(file, bytes);
      fsyncSync(file);
      return performance.now() - startedAt;
    },
    close() {
      closeSync(file);
      rmSync(path);
    },
  };
}
