// Opens what the command import is told to read: a regular file, or the notes of a folder, in which no link is followed.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  read,
  readdirSync,
  readSync,
  type Stats,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../domain/errors.ts";
import type { SpooledFile } from "../domain/ports/spool.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import { DOCUMENT_BYTES_MAX } from "../portability/read-document.ts";
import { DataDirectoryError, readReasonOf } from "../storage/files/data-directory.ts";

export interface ImportSource extends SpooledFile {
  readonly size: number;
}

/** `path`: from the folder on, with slashes; `reason`: a clause such as "it is a link". */
export type OnLeftOut = (path: string, reason: string) => void;

/** Each level holds a descriptor, and no notes lie deeper. */
const DEPTH_MAX = 64;
const READ_BYTES = 256 * 1024;
/** A pipe that took a file's place must not hold the command up. Windows has neither flag. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const NO_LINK = READ_ONLY | (constants.O_NOFOLLOW ?? 0);
/** Where the system has it, a name is looked up in the very folder that was opened, whatever takes its place meanwhile. */
const DESCRIPTORS = "/proc/self/fd";

/**
 * The path itself may be a link, for the operator typed it. Throws DataDirectoryError for what is no file and no folder
 * or cannot be read, and `body_too_large`. `onLooked`: for tests that exchange what was looked at before it is opened.
 */
export function openImportSource(
  path: string,
  onLeftOut: OnLeftOut,
  onLooked: (path: string) => void = () => {},
): ImportSource {
  const handle = attempt(path, () => {
    requireReadable(path, statSync(path));
    return openSync(path, READ_ONLY);
  });
  try {
    const stats = fstatSync(handle);
    requireReadable(path, stats);
    if (!stats.isDirectory()) return openedFile(path, handle, stats.size);
    const notes = notesBelow(path, handle, new NotesWalk(path, onLeftOut, onLooked));
    closeSync(handle);
    return notes;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DataDirectoryError || error instanceof MemoryError) throw error;
    throw new DataDirectoryError(`${path} cannot be read: ${readReasonOf(error)}`);
  }
}

function requireReadable(path: string, stats: Stats): void {
  if (stats.isFile() || stats.isDirectory()) return;
  throw new DataDirectoryError(
    `${path} is ${kindOf(stats)}, no file and no folder: name - and give it as standard input`,
  );
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return "a link";
  if (stats.isFIFO()) return "a pipe";
  if (stats.isSocket()) return "a socket";
  return stats.isDirectory() ? "a folder" : "a device";
}

/** Read from the descriptor each time: what its name leads to may be another file by then. */
function openedFile(path: string, handle: number, size: number): ImportSource {
  let isOpen = true;
  return {
    size,
    async *read() {
      const buffer = new Uint8Array(READ_BYTES);
      for (let at = 0; ; ) {
        const got = await readAt(path, handle, buffer, at);
        if (got === 0) return;
        yield buffer.subarray(0, got);
        at += got;
      }
    },
    async close() {
      if (isOpen) closeSync(handle);
      isOpen = false;
    },
  };
}

function readAt(path: string, handle: number, buffer: Uint8Array, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(handle, buffer, 0, buffer.byteLength, at, (error, got) =>
      error == null
        ? resolve(got)
        : reject(new DataDirectoryError(`${path} cannot be read to its end: ${readReasonOf(error)}`)),
    );
  });
}

interface Note {
  readonly path: string;
  /** As an entry of a list in JSON, in the form of basic-memory. */
  readonly json: Uint8Array;
}

/** Every Markdown file of the folder and those in it; what is hidden is none of the notes. */
function notesBelow(folder: string, handle: number, walk: NotesWalk): ImportSource {
  attempt(folder, () => walk.enter(handle, [], folder));
  if (walk.notes.length === 0) throw new DataDirectoryError(`there is no Markdown file to read in ${folder}`);
  const comma = Buffer.from(",");
  const entries = walk.notes
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ json }, at) => (at === 0 ? [json] : [comma, json]));
  const pieces = [Buffer.from("["), ...entries, Buffer.from("]")];
  return {
    size: pieces.reduce((sum, piece) => sum + piece.byteLength, 0),
    async *read() {
      yield* pieces;
    },
    async close() {},
  };
}

class NotesWalk {
  readonly notes: Note[] = [];
  #bytes = 0;

  constructor(
    private readonly folder: string,
    private readonly onLeftOut: OnLeftOut,
    private readonly onLooked: (path: string) => void,
  ) {}

  /** `place`: the names from the folder on; `path`: where the system finds the folder of the descriptor. */
  enter(handle: number, place: readonly string[], path: string): void {
    const here = existsSync(DESCRIPTORS) ? `${DESCRIPTORS}/${handle}` : path;
    for (const name of readdirSync(here).sort()) {
      try {
        this.#look(join(here, name), [...place, name], join(path, name));
      } catch (error) {
        if (error instanceof MemoryError) throw error;
        const isLink = faultCodeOf(error) === "ELOOP";
        this.onLeftOut([...place, name].join("/"), isLink ? "it has become a link" : readReasonOf(error));
      }
    }
  }

  #look(at: string, place: readonly string[], path: string): void {
    const name = place.at(-1) ?? "";
    const shown = place.join("/");
    const stats = lstatSync(at);
    const isNote = name.endsWith(".md");
    if (!isNote && !stats.isDirectory() && !stats.isSymbolicLink()) return;
    const reason = leftOutFor(name, stats);
    if (reason !== null) {
      this.onLeftOut(shown, reason);
      return;
    }
    this.onLooked(shown);
    const handle = openSync(at, NO_LINK);
    try {
      // What was looked at may have been exchanged since.
      const opened = fstatSync(handle);
      if (opened.isDirectory()) {
        if (place.length >= DEPTH_MAX) this.onLeftOut(shown, `it lies deeper than ${DEPTH_MAX} folders`);
        else this.enter(handle, place, path);
      } else if (opened.isFile() && isNote) this.#take(handle, opened.size, shown);
      else this.onLeftOut(shown, `it is ${opened.isFile() ? "a file now" : kindOf(opened)}`);
    } finally {
      closeSync(handle);
    }
  }

  #take(handle: number, size: number, shown: string): void {
    const bytes = readUpTo(handle, size, DOCUMENT_BYTES_MAX - this.#bytes);
    if (bytes === null) throw tooLarge(this.folder, shown);
    let content: string;
    try {
      content = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      this.onLeftOut(shown, "it is not valid UTF-8");
      return;
    }
    const json = Buffer.from(JSON.stringify({ permalink: shown.replace(/\.md$/, ""), content }));
    this.#bytes += json.byteLength + 1;
    if (this.#bytes > DOCUMENT_BYTES_MAX) throw tooLarge(this.folder, shown);
    this.notes.push({ path: shown, json });
  }
}

function leftOutFor(name: string, stats: Stats): string | null {
  if (stats.isSymbolicLink()) return "it is a link";
  if (name.startsWith(".")) return "it is hidden";
  return stats.isFile() || stats.isDirectory() ? null : `it is ${kindOf(stats)}, no file`;
}

function tooLarge(folder: string, shown: string): MemoryError {
  return new MemoryError(
    "body_too_large",
    `${folder} holds too much: with ${shown} its notes have more than ${DOCUMENT_BYTES_MAX} bytes: import it in parts`,
    { bytes_max: DOCUMENT_BYTES_MAX },
  );
}

/** All of the file, which may be longer than it was; null where that is more than `most`. */
function readUpTo(handle: number, size: number, most: number): Uint8Array | null {
  if (size > most) return null;
  const pieces: Uint8Array[] = [];
  for (let held = 0; held <= most; ) {
    const piece = new Uint8Array(Math.min(READ_BYTES, most + 1 - held));
    const got = readSync(handle, piece);
    if (got === 0) return Buffer.concat(pieces, held);
    pieces.push(piece.subarray(0, got));
    held += got;
  }
  return null;
}
