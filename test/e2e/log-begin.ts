// Tells one write-ahead log from the next: what follows an emptying may be written so soon that none sees it empty.
import { readFileSync } from "node:fs";

/** The two random numbers that SQLite gives to each new log, as hex; "" for an empty one. */
export function logBegin(dataDir: string): string {
  return readFileSync(`${dataDir}/memoryd.db-wal`).subarray(16, 24).toString("hex");
}
