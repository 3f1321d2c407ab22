// What the commands that erase need of the machine: somebody to ask, and a file for the receipt.
import { closeSync, fsyncSync, openSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isatty } from "node:tty";
import type { ErasingContext } from "../cli/erasing.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import { DataDirectoryError, DataRefusedError, reasonOf } from "../storage/files/data-directory.ts";
import { syncFolder, writeAll } from "../storage/files/durable-files.ts";

export const erasingParts: Pick<ErasingContext, "askAtTerminal" | "reserveFile"> = {
  // Ctrl-D says nothing, which is no yes.
  askAtTerminal: (question) => (isatty(0) && isatty(1) ? (prompt(question) ?? "") : null),
  reserveFile(path) {
    let file: number;
    try {
      file = openSync(path, "wx", 0o600);
    } catch (error) {
      if (faultCodeOf(error) === "EEXIST") throw new DataRefusedError(`${path} is there already`);
      throw new DataDirectoryError(`${path} cannot be made: ${reasonOf(error)}`);
    }
    return {
      write(text) {
        try {
          writeAll(file, Buffer.from(text));
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
        syncFolder(dirname(resolve(path)));
      },
      giveBack() {
        closeSync(file);
        rmSync(path, { force: true });
      },
    };
  },
};
