// Tells a sealed file by its first line.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Of every file of age: https://age-encryption.org/v1 */
const FIRST_LINE = "age-encryption.org/v1\n";

/** False where it cannot be read: whoever opens it says why. */
export function isSealed(path: string): boolean {
  try {
    return readStart(path, FIRST_LINE.length).start.toString("latin1") === FIRST_LINE;
  } catch {
    return false;
  }
}

/** The first bytes of a file, at most so many, and how many it has. */
export function readStart(path: string, bytesMax: number): { start: Buffer; bytes: number } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const start = Buffer.alloc(Math.min(size, bytesMax));
    let read = 0;
    while (read < start.length) {
      const more = readSync(file, start, read, start.length - read, read);
      if (more === 0) break;
      read += more;
    }
    return { start: start.subarray(0, read), bytes: size };
  } finally {
    closeSync(file);
  }
}
