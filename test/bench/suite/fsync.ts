// What one small durable write costs on the file system of a folder.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const BYTES = 4_096;

export interface FsyncProbe {
  /** Milliseconds of one write of 4 KiB at the end of a file, and its fsync on a disk that takes `slowerMs` more. */
  time(slowerMs?: number): number;
  close(): void;
}

export function createFsyncProbe(folder: string): FsyncProbe {
  const path = join(folder, "fsync-probe");
  const file = openSync(path, "w");
  const bytes = new Uint8Array(BYTES).fill(1);
  const neverWoken = new Int32Array(new SharedArrayBuffer(4));
  return {
    time(slowerMs = 0) {
      const startedAt = performance.now();
      writeSync(file, bytes);
      if (slowerMs > 0) Atomics.wait(neverWoken, 0, 0, slowerMs);
      fsyncSync(file);
      return performance.now() - startedAt;
    },
    close() {
      closeSync(file);
      rmSync(path);
    },
  };
}
