// Looks how large a file's list of tables is before SQLite reads the file, which takes in the whole list at once.
import { closeSync, openSync, readSync } from "node:fs";
import { OBJECTS_MAX } from "./own-schema.ts";

/** The schema of this version is 11 KB. */
const SCHEMA_BYTES_MAX = 1024 * 1024;

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
/** Kinds of pages in a b-tree of rows. */
const LEAF = 0x0d;
const INTERIOR = 0x05;

/**
 * Whether the list has at most so many objects and bytes; what is no database, or damaged, SQLite itself refuses. SQLite
 * takes minutes for a million objects, and for ever where pages of the list name each other. What stands in a
 * write-ahead log is not seen: a backup has none. Throws what the file system throws.
 */
export function isSmallSchema(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const header = readAt(file, 0, HEADER_BYTES);
    if (header.length < HEADER_BYTES || header.toString("latin1", 0, MAGIC.length) !== MAGIC) return true;
    const size = header.readUInt16BE(PAGE_SIZE_AT);
    return isSmallTree(file, size === 1 ? 65_536 : size);
  } finally {
    closeSync(file);
  }
}

function isSmallTree(file: number, pageBytes: number): boolean {
  const waiting = [1];
  let [objects, bytes] = [0, 0];
  for (let pages = 1; waiting.length > 0; pages++) {
    const number = waiting.pop() ?? 0;
    const page = readAt(file, (number - 1) * pageBytes, pageBytes);
    const found = look(page, number === 1 ? HEADER_BYTES : 0);
    objects += found.objects;
    bytes += found.bytes;
    waiting.push(...found.pages);
    // Every page of a sound list holds an object.
    if (objects > OBJECTS_MAX || bytes > SCHEMA_BYTES_MAX || pages + waiting.length > OBJECTS_MAX) return false;
  }
  return true;
}

interface Seen {
  readonly objects: number;
  readonly bytes: number;
  readonly pages: readonly number[];
}

/** `start`: where the page's own header begins. */
function look(page: Buffer, start: number): Seen {
  const kind = page[start];
  const isInterior = kind === INTERIOR;
  if ((!isInterior && kind !== LEAF) || page.length < start + 12) return { objects: 0, bytes: 0, pages: [] };
  const cells = page.readUInt16BE(start + 3);
  const first = start + (isInterior ? 12 : 8);
  const places = Array.from({ length: Math.min(cells, (page.length - first) >> 1) }, (_, at) =>
    page.readUInt16BE(first + 2 * at),
  );
  if (!isInterior) {
    const bytes = places.reduce((sum, at) => sum + readVarint(page, at), 0);
    return { objects: places.length, bytes, pages: [] };
  }
  const below = places.filter((at) => at + 4 <= page.length).map((at) => page.readUInt32BE(at));
  return { objects: 0, bytes: 0, pages: [...below, page.readUInt32BE(start + 8)].filter((number) => number > 0) };
}

/** SQLite's own number of one to nine bytes, the highest first, seven bits each. */
function readVarint(page: Buffer, at: number): number {
  let value = 0;
  for (let place = at; place < Math.min(at + 9, page.length); place++) {
    const byte = page[place] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) break;
  }
  return value;
}

/** Fewer bytes where the file ends before. */
function readAt(file: number, at: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, at));
}
