// What an error of the database means, in the service's words.
import { MemoryError } from "../../../domain/errors.ts";
import { storageFull, storageUnusable } from "../../../domain/storage-faults.ts";

/** Where the driver failed or the server refused: the SQLSTATE, or the driver's own code; "" for any other error. */
export function databaseCodeOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof MemoryError) return "";
  if ("errno" in error && typeof error.errno === "string" && /^[0-9A-Z]{5}$/.test(error.errno)) return error.errno;
  if ("code" in error && typeof error.code === "string" && error.code !== "ERR_POSTGRES_SERVER_ERROR")
    return error.code;
  return databaseCodeOf(error.cause);
}

/** Two transactions were in each other's way, and one that begins again may pass. */
export function isCollision(error: unknown): boolean {
  return /^(40001|40P01)$/.test(databaseCodeOf(error));
}

/** A statement before it has broken the transaction. */
export function isAftermath(error: unknown): boolean {
  return databaseCodeOf(error) === "25P02";
}

/** The connection is of no more use, whatever became of what was asked over it. */
export function isConnectionLost(error: unknown): boolean {
  const code = databaseCodeOf(error);
  return /^(08|57P)/.test(code) || /^(ERR_POSTGRES_|E[A-Z]+$)/.test(code);
}

/**
 * Full (53100) apart: lost or refused connections (08, 28, 53, 57), a standby that takes no writes (25006), a lock or a
 * statement that took too long (55P03, 57014), a disk that fails (58, XX).
 */
const UNUSABLE = /^(08|25006|28|3D000|53|55P03|57|58|XX|ERR_POSTGRES_|E[A-Z]+$)/;

/** null where the error is no fault of the database: a MemoryError, or a defect of this program. */
export function databaseFaultOf(error: unknown): MemoryError | null {
  const code = databaseCodeOf(error);
  if (code === "53100") return storageFull();
  if (isCollision(error)) return new MemoryError("overloaded", "too many writes were in each other's way");
  return UNUSABLE.test(code) ? storageUnusable() : null;
}

/** As whoever asked the store is told: without the values of the statement, which may be somebody's memory. */
export function toldError(error: unknown): Error {
  const known = memoryErrorIn(error) ?? databaseFaultOf(error);
  if (known !== null) return known;
  return new Error(`database: ${messageOf(error)}`, { cause: undefined });
}

function memoryErrorIn(error: unknown): MemoryError | null {
  if (error instanceof MemoryError) return error;
  return error instanceof Error ? memoryErrorIn(error.cause) : null;
}

/** What the server says of a value it refuses may hold that value, in its detail: only its own sentence is told. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  if (error.message.startsWith("Failed query")) return messageOf(error.cause);
  return `${databaseCodeOf(error)} ${error.message}`.trim();
}
