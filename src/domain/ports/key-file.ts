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

/** A file whose key may be exchanged for another. */
export interface RotatingKeyFile extends KeyFile {
  /** Lays the next text beside the file, on disk before this returns; it goes into the file with `take`. */
  stage(text: string): StagedKey;
  /** What was laid there by a process that died before it took or dropped it; null where nothing is. */
  staged(): ({ readonly text: string } & StagedKey) | null;
}

export interface StagedKey {
  /** In one step, over what the file had: whoever reads it has the one key or the other. */
  take(): void;
  drop(): void;
}

export interface KeyExposure {
  /** What others had of the file, such as `0644`. */
  readonly mode: string;
  /** Whether its group could put another key there. */
  readonly isWritable: boolean;
  /** False: the file is not the service's own, or cannot be changed, and stays as it was. */
  readonly isClosed: boolean;
}
