// Which fault of the disk or of the database stands behind an error, in the service's words.
import { MemoryError } from "./errors.ts";

const FULL: ReadonlySet<string> = new Set(["SQLITE_FULL", "ENOSPC", "EDQUOT"]);
/** SQLite calls a disk that cannot be read a malformed one too. */
const UNUSABLE = /^SQLITE_(IOERR|READONLY|CANTOPEN|PERM|CORRUPT|NOTADB|PROTOCOL|NOLFS)/;
const UNUSABLE_FILES: ReadonlySet<string> = new Set(
  "EIO EROFS EACCES EPERM ENODEV ENXIO ESTALE EMFILE ENFILE".split(" "),
);

/** The code that SQLite or the operating system gave, also where the error has been wrapped; "" where there is none. */
export function faultCodeOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof MemoryError) return "";
  return "code" in error && typeof error.code === "string" ? error.code : faultCodeOf(error.cause);
}

export function storageFull(): MemoryError {
  return new MemoryError("storage_full", "the disk is full: nothing was stored");
}

/** Neither the client's fault nor for good: it may ask again. */
export function storageUnusable(): MemoryError {
  return new MemoryError("not_ready", "the storage cannot be used at present");
}

/** What a client is told of a fault of the storage; null where the error is none. */
export function storageFaultOf(error: unknown): MemoryError | null {
  const code = faultCodeOf(error);
  if (FULL.has(code)) return storageFull();
  if (UNUSABLE.test(code) || UNUSABLE_FILES.has(code)) return storageUnusable();
  // Another program holds the data, for longer than writes wait.
  if (code.startsWith("SQLITE_BUSY")) return new MemoryError("overloaded", "another program is writing to the data");
  return null;
}
