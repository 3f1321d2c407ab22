// How large the files of the data are, for metrics.
import { statSync } from "node:fs";
import type { DataSizes } from "../../../domain/ports/data-files.ts";
import { walBytes } from "./write-ahead-log.ts";

export function readSizes(path: string): DataSizes {
  return {
    databaseBytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    walBytes: walBytes(path),
  };
}
