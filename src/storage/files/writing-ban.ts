// Whether the data can be written to where it lies. A look only: nothing is tried.
import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { faultCodeOf } from "../../domain/storage-faults.ts";
import { reasonOf } from "./data-directory.ts";

export interface WritingBan {
  /** Of the medium, for everybody; otherwise of this user. */
  readonly isOfMedium: boolean;
  /** A clause: "it is on a read-only file system". */
  readonly reason: string;
}

/** null where the file and its directory can be written to, or something else is wrong with them. */
export function writingBanOn(file: string): WritingBan | null {
  for (const path of [file, dirname(file)]) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      const code = faultCodeOf(error);
      if (["EROFS", "EACCES", "EPERM"].includes(code)) return { isOfMedium: code === "EROFS", reason: reasonOf(error) };
    }
  }
  return null;
}
