// The data directory is not one that this program may use.

/** The data cannot be used as it is; the message says what to do. Nothing was changed. */
export class DataRefusedError extends Error {
  override readonly name = "DataRefusedError";
}
