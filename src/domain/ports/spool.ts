// A stream of any length, laid aside on the disk until it was read as often as is needed.

/** What is imported, to be read from its beginning as often as is asked. */
export interface ImportFile {
  read(): AsyncIterable<Uint8Array>;
}

/** One that was laid aside while it came in. */
export interface SpooledFile extends ImportFile {
  close(): Promise<void>;
}

/** Takes a stream of any length to the disk. Throws `storage_full`, and whatever the stream does. */
export type Spool = (body: AsyncIterable<Uint8Array>) => Promise<SpooledFile>;
