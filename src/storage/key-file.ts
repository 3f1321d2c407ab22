// The admin key's file: made once, for its owner alone, never overwritten.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export interface KeyFileOnDisk {
  read(): string | null;
  write(text: string): void;
}

export function keyFileAt(path: string): KeyFileOnDisk {
  return {
    read() {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      }
    },
    write(text) {
      const file = openSync(path, "wx", 0o600);
      try {
        writeSync(file, text);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
  };
}
