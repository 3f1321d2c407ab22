// The admin key's file: made once, for its owner alone, never overwritten.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import type { KeyFile } from "../domain/ports.ts";
import { DataDirectoryError, reasonOf } from "./data-directory.ts";

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export function keyFileAt(path: string): KeyFile {
  return {
    path,
    read() {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw new DataDirectoryError(`the admin key file ${path} cannot be read: ${reasonOf(error)}`);
      }
    },
    write(text) {
      try {
        const file = openSync(path, "wx", 0o600);
        try {
          writeSync(file, text);
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
      } catch (error) {
        throw new DataDirectoryError(`the admin key file ${path} cannot be written: ${reasonOf(error)}`);
      }
    },
  };
}
