// The locks of files, where the system tells of them.
import { readFileSync, statSync } from "node:fs";

export const LOCKS = "/proc/locks";
const READINGS_MAX = 5;

/** How many locks this process has on the file. */
export function locksOn(path: string): number {
  // The kernel shows its list in pieces: while others lock and unlock files, a reading may miss a line.
  for (let reading = 1; ; reading++) {
    const count = locksReadOn(path);
    if (count > 0 || reading === READINGS_MAX) return count;
  }
}

function locksReadOn(path: string): number {
  const ends = [`:${statSync(path).ino} `, ` ${process.pid} `];
  const lines = readFileSync(LOCKS, "utf8").split("\n");
  return lines.filter((line) => ends.every((end) => line.includes(end))).length;
}
