// What became of a write, as it crosses between threads.
import type { ErrorCode, ErrorDetails } from "../../../domain/errors.ts";

/** An outcome as it crosses between threads, where errors lose their class. */
export type WriteOutcome =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message: string;
      readonly details?: ErrorDetails;
      /** Where the storage failed: the code that SQLite or the system gave. */
      readonly fault?: string;
    }
  | { readonly ok: false; readonly code: null; readonly message: string };
