// Lays a stream aside in the data directory until it was read twice; the file has no name, so no crash leaves it there.
import { closeSync, openSync, read, rmSync } from "node:fs";
import { join } from "node:path";
import type { Spool, SpooledFile } from "../../domain/ports/spool.ts";
import { storageFaultOf } from "../../domain/storage-faults.ts";
import { writeAll } from "./durable-files.ts";

/** What is shorter stays in memory. */
const MEMORY_BYTES_MAX = 1024 * 1024;
const READ_BYTES = 256 * 1024;

export function createSpool(dataDir: string): Spool {
  return async (body) => {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    let disk: DiskFile | null = null;
    try {
      for await (const piece of body) {
        bytes += piece.byteLength;
        if (disk === null && bytes > MEMORY_BYTES_MAX) {
          disk = openNameless(dataDir);
          for (const held of pieces.splice(0)) disk.write(held);
        }
        if (disk === null) pieces.push(piece.slice());
        else disk.write(piece);
      }
    } catch (error) {
      await disk?.close();
      throw storageFaultOf(error) ?? error;
    }
    return disk ?? inMemory(pieces);
  };
}

function inMemory(pieces: readonly Uint8Array[]): SpooledFile {
  return {
    async *read() {
      yield* pieces;
    },
    async close() {},
  };
}

interface DiskFile extends SpooledFile {
  write(piece: Uint8Array): void;
  close(): Promise<void>;
}

/** Readable by its owner alone, and out of the directory before anything is in it. */
function openNameless(dataDir: string): DiskFile {
  const path = join(dataDir, `import-${crypto.randomUUID()}.tmp`);
  const file = openSync(path, "wx+", 0o600);
  rmSync(path);
  let size = 0;
  let isOpen = true;
  return {
    write(piece) {
      writeAll(file, piece, size);
      size += piece.byteLength;
    },
    async *read() {
      const buffer = new Uint8Array(READ_BYTES);
      for (let at = 0; at < size; ) {
        const got = await readAt(file, buffer, at);
        if (got === 0) throw new Error("a file that was laid aside has become shorter");
        yield buffer.subarray(0, got);
        at += got;
      }
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      try {
        // Memory that is erased later must not be left in the blocks that this file gives back.
        const zeros = new Uint8Array(READ_BYTES);
        for (let at = 0; at < size; at += READ_BYTES) {
          writeAll(file, zeros.subarray(0, Math.min(READ_BYTES, size - at)), at);
          // Others are served meanwhile.
          await Bun.sleep(0);
        }
      } finally {
        closeSync(file);
      }
    },
  };
}

function readAt(file: number, buffer: Uint8Array, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, buffer, 0, buffer.byteLength, at, (error, got) => (error === null ? resolve(got) : reject(error)));
  });
}
