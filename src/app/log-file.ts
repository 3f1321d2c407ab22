// Log lines in a file of their own, for machines without a journal: rotated by size, opened anew where something else
// rotates it. A disk that is full costs lines, and never holds the service up.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { CommandFault } from "../domain/command-fault.ts";
import { reasonOf } from "../storage/files/data-directory.ts";

/** The owner writes, the group may read: no line holds a secret or memory. The umask of the process may take from it. */
const MODE = 0o640;

/** The file cannot be written. */
export class LogFileError extends CommandFault {
  override readonly name = "LogFileError";
  readonly kind = "failed";
}

export interface LogBounds {
  /** A file that has grown so far is moved aside; 0: none is. */
  readonly bytesMax: number;
  /** Older files that stay: PATH.1, the newest, to PATH.N. */
  readonly keep: number;
}

export interface LogFile {
  /** One line, its end included. Never throws. */
  write(line: string): void;
  /** The file that has the name now. Throws LogFileError, and goes on with the one that is open. */
  reopen(): void;
  bound(bounds: LogBounds): void;
}

/** Throws LogFileError. */
export function openLogFile(path: string, first: LogBounds): LogFile {
  let bounds = first;
  let file = openToAppend(path);
  let size = fstatSync(file).size;
  let lost = 0;
  /** The disk was full in the middle of a line. */
  let isCut = false;

  const reopen = () => {
    const next = openToAppend(path);
    closeSync(file);
    file = next;
    size = fstatSync(file).size;
  };

  function rotate(): void {
    // It may have been emptied by somebody meanwhile.
    size = fstatSync(file).size;
    if (size < bounds.bytesMax) return;
    try {
      moveAside(path, bounds.keep);
      reopen();
    } catch {
      // Whatever is open is written on; tried again after as many bytes.
      size = 0;
    }
  }

  return {
    write(line) {
      const bytes = Buffer.from(`${isCut ? "\n" : ""}${lost > 0 ? lostLine(lost) : ""}${line}`);
      try {
        const written = writeSync(file, bytes);
        size += written;
        isCut = written < bytes.length;
        lost = isCut ? lost + 1 : 0;
      } catch {
        lost += 1;
        return;
      }
      if (bounds.bytesMax > 0 && size >= bounds.bytesMax) rotate();
    },
    reopen,
    bound: (next) => {
      bounds = next;
    },
  };
}

function openToAppend(path: string): number {
  try {
    return openSync(path, "a", MODE);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The same refusal before a start; makes nothing. Throws LogFileError. */
export function requireLogFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true)
    throw unwritable(path, Object.assign(new Error("a directory"), { code: "EISDIR" }));
  try {
    accessSync(found === undefined ? dirname(resolve(path)) : path, constants.W_OK);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): LogFileError {
  return new LogFileError(`log_file: ${path} cannot be written: ${reasonOf(error)}`);
}

/** PATH becomes PATH.1, that PATH.2, and so on. */
function moveAside(path: string, keep: number): void {
  for (let n = keep; existsSync(`${path}.${n}`); n++) rmSync(`${path}.${n}`);
  for (let n = keep - 1; n >= 1; n--) if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`);
  renameSync(path, `${path}.1`);
}

function lostLine(lines: number): string {
  return `${JSON.stringify({ level: "warn", time: new Date().toISOString(), event: "log_lines_lost", lines })}\n`;
}
