// How much of marked packets can be read in the bytes of a file.
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { MARKS, type Mark } from "./make-marked-data.ts";

export interface Remains {
  /** Of texts and the words of the index, and of vectors. */
  readonly textBytes: number;
  readonly vectorBytes: number;
  /** How many stretches they stand in. */
  readonly pieces: number;
}

const PIECE_BYTES = 32 * 1024 * 1024;
/** What two marks of one row are apart at the most. */
const NEAR_BYTES = 64;

/** In the database file and its write-ahead log together. */
export function countMarks(path: string, mark: Mark): Remains {
  const each = [path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => countIn(file, MARKS[mark]));
  const sum = (of: keyof Remains) => each.reduce((all, one) => all + one[of], 0);
  return { textBytes: sum("textBytes"), vectorBytes: sum("vectorBytes"), pieces: sum("pieces") };
}

function countIn(path: string, mark: string): Remains {
  // Long enough that no other bytes look so by chance.
  const pattern = new RegExp(`${mark}[a-y]{5}|(?:${mark.slice(1)}V=){2,}`, "g");
  const counted = { textBytes: 0, vectorBytes: 0, pieces: 0 };
  const bytes = Buffer.alloc(PIECE_BYTES);
  const file = openSync(path, "r");
  let last = Number.NEGATIVE_INFINITY;
  try {
    for (let from = 0; ; from += PIECE_BYTES) {
      const read = readSync(file, bytes, 0, bytes.length, from);
      if (read <= 0) return counted;
      for (const { 0: found, index } of bytes.toString("latin1", 0, read).matchAll(pattern)) {
        if (found.includes("V=")) counted.vectorBytes += found.length;
        else counted.textBytes += found.length;
        if (from + index > last + NEAR_BYTES) counted.pieces += 1;
        last = from + index + found.length;
      }
    }
  } finally {
    closeSync(file);
  }
}
