// The admin key's file: made once, for its owner alone, never overwritten.

import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { KeyFile } from "../domain/ports.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import { placeFile } from "./backup/durable-files.ts";
import { DataDirectoryError, reasonOf } from "./data-directory.ts";

export const KEY_FILE_STEPS = ["made", "written"] as const;

/** `onStep`: for tests that end the process there. Killed at any moment, `write` leaves the whole file or none. */
export function keyFileAt(path: string, onStep: (step: (typeof KEY_FILE_STEPS)[number]) => void = () => {}): KeyFile {
  return {
    path,
    read() {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if (faultCodeOf(error) === "ENOENT") return null;
        throw new DataDirectoryError(`the admin key file ${path} cannot be read: ${reasonOf(error)}`);
      }
    },
    write(text) {
      // Under another name until it is whole: half a key would be taken for the operator's own at the next start.
      const part = join(dirname(path), `.${basename(path)}.part`);
      try {
        rmSync(part, { force: true });
        const file = openSync(part, "wx", 0o600);
        try {
          onStep("made");
          const bytes = Buffer.from(text);
          for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
        onStep("written");
        placeFile(part, path, false);
      } catch (error) {
        rmSync(part, { force: true });
        throw new DataDirectoryError(`the admin key file ${path} cannot be written: ${reasonOf(error)}`);
      }
    },
  };
}
