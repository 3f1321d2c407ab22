// Searches files, and the memory of a process, for byte sequences that must not be there.
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

/** What is looked for; its name is told where it is found. */
export interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A text as it may stand in a file or in memory. */
export function textNeedles(text: string): Needle[] {
  return [
    { name: `${text} in UTF-8`, bytes: Buffer.from(text, "utf8") },
    { name: `${text} in UTF-16`, bytes: Buffer.from(text, "utf16le") },
  ];
}

/** A stored vector: all of its float32, a piece of it that no page boundary need cut, and its numbers as int8. */
export function vectorNeedles(name: string, float32: Uint8Array): Needle[] {
  const bytes = Buffer.from(float32);
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const most = Math.max(...numbers.map(Math.abs));
  const rows = [127, 63].map((codes) =>
    Buffer.from(Int8Array.from(numbers, (value) => Math.round((value / most) * codes)).buffer),
  );
  return [
    { name: `${name}, float32`, bytes: bytes.subarray(0, 64) },
    { name: `${name}, the end of it`, bytes: bytes.subarray(-64) },
    ...rows.map((row) => ({ name: `${name}, int8`, bytes: row.subarray(0, 48) })),
  ];
}

const PIECE_BYTES = 32 * 1024 * 1024;
const OVERLAP_BYTES = 4096;

/** Reads as much as there is; 0 at the end, or where it cannot be read. */
type ReadAt = (piece: Uint8Array, at: number) => number;

function search(
  readAt: ReadAt,
  from: number,
  to: number,
  needles: readonly Needle[],
  found: Map<string, number>,
): void {
  const piece = Buffer.alloc(Math.min(PIECE_BYTES, to - from));
  for (let at = from; at < to; ) {
    const read = readAt(piece.subarray(0, Math.min(piece.length, to - at)), at);
    if (read <= 0) return;
    const seen = piece.subarray(0, read);
    for (const { name, bytes } of needles) if (seen.includes(bytes)) found.set(name, (found.get(name) ?? 0) + 1);
    if (at + read >= to) return;
    at += read > OVERLAP_BYTES ? read - OVERLAP_BYTES : read;
  }
}

/** Names of what is in the file. */
export function findInFile(path: string, needles: readonly Needle[]): string[] {
  const file = openSync(path, "r");
  try {
    const found = new Map<string, number>();
    search((piece, at) => readSync(file, piece, 0, piece.length, at), 0, statSync(path).size, needles, found);
    return [...found.keys()];
  } finally {
    closeSync(file);
  }
}

/** By file below the folder: what is in it; files without any are left out. */
export function findInFolder(folder: string, needles: readonly Needle[]): Record<string, string[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), findInFile(path, needles)] as const;
  });
  return Object.fromEntries(found.filter(([, names]) => names.length > 0));
}

/** In all that the process can write to; null where its memory cannot be read here. */
export function findInProcess(pid: number, needles: readonly Needle[]): string[] | null {
  let file: number;
  let maps: string;
  try {
    maps = readFileSync(`/proc/${pid}/maps`, "utf8");
    file = openSync(`/proc/${pid}/mem`, "r");
  } catch {
    return null;
  }
  try {
    const found = new Map<string, number>();
    for (const line of maps.split("\n")) {
      const [, from, to, mode] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? [];
      if (from === undefined || to === undefined || mode?.startsWith("rw") !== true) continue;
      for (const [start, end] of usedIn(pid, Number.parseInt(from, 16), Number.parseInt(to, 16))) {
        search((piece, at) => readOrNothing(file, piece, at), start, end, needles, found);
      }
    }
    return [...found.keys()];
  } finally {
    closeSync(file);
  }
}

const PAGE_BYTES = 4096;
/** Of an entry of the page map, its high half: in memory or swapped out. https://docs.kernel.org/admin-guide/mm/pagemap.html */
const IS_USED = 0xc000_0000;
const ENTRY_BYTES = 8;

/** Stretches whose pages were ever used: a runtime reserves gigabytes. All of it where the system does not tell. */
function usedIn(pid: number, from: number, to: number): [start: number, end: number][] {
  const entries = new Uint32Array(((to - from) / PAGE_BYTES) * 2);
  try {
    const file = openSync(`/proc/${pid}/pagemap`, "r");
    const read = readSync(
      file,
      new Uint8Array(entries.buffer),
      0,
      entries.byteLength,
      (from / PAGE_BYTES) * ENTRY_BYTES,
    );
    closeSync(file);
    if (read < entries.byteLength) return [[from, to]];
  } catch {
    return [[from, to]];
  }
  const used: [number, number][] = [];
  for (let page = 0; page < entries.length / 2; page++) {
    if ((entries[2 * page + 1]! & IS_USED) === 0) continue;
    const start = from + page * PAGE_BYTES;
    const last = used.at(-1);
    if (last?.[1] === start) last[1] += PAGE_BYTES;
    else used.push([start, start + PAGE_BYTES]);
  }
  return used;
}

/** Pages that were reserved and never used cannot be read. */
function readOrNothing(file: number, piece: Uint8Array, at: number): number {
  try {
    return readSync(file, piece, 0, piece.length, at);
  } catch {
    return 0;
  }
}
