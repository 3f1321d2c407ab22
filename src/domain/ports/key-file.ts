// The file that holds the admin key, readable by its owner alone.

/** The file that holds the admin key, readable by its owner alone. */
export interface KeyFile {
  /** For messages. */
  readonly path: string;
  /** null where there is no such file. */
  read(): string | null;
  /** Makes the file, on disk before this returns; never overwrites one. */
  write(text: string): void;
  /**
   * Takes from all but its owner what they may do with the file; null where that was nothing. Throws where anybody may
   * write it: the key in it may be theirs.
   */
  close(): KeyExposure | null;
}

export interface KeyExposure {
  /** What others had of the file, such as `0644`. */
  readonly mode: string;
  /** Whether its group could put another key there. */
  readonly isWritable: boolean;
  /** False: the file is not the service's own, or cannot be changed, and stays as it was. */
  readonly isClosed: boolean;
}
