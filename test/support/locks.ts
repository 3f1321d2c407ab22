// The locks of files, where the system tells of them.
import { readFileSync, statSync } from "node:fs";

export const LOCKS = "/proc/locks";

/** How many locks this process has on the file. */
export function locksOn(path: string): number {
  const ends = [`:${statSync(path).ino} `, ` ${process.pid} `];
  const lines = readFileSync(LOCKS, "utf8").split("\n");
  return lines.filter((line) => ends.every((end) => line.includes(end))).length;
}
