// A write-ahead log as bytes: where its frames stand, and where its transactions end.

/** https://sqlite.org/fileformat2.html#walformat */
export const WAL_HEADER_BYTES = 32;
export const FRAME_HEADER_BYTES = 24;

export interface Frame {
  readonly offset: number;
  /** Number of the page, from 1 on. */
  readonly page: number;
  /** The last of a transaction. */
  readonly commits: boolean;
}

export interface WalFile {
  readonly pageBytes: number;
  readonly frameBytes: number;
  /** Changes with each new beginning of the log. */
  readonly salt: string;
  /** Those of this log; what an earlier one left behind them is not among them. */
  readonly frames: readonly Frame[];
  /** Offsets behind the last frame of each transaction, in order. */
  readonly commitEnds: readonly number[];
}

export function saltOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(16, 24)).toString("hex");
}

/** Of a log that a process wrote as far as it came: whole frames of one salt, then nothing or older ones. */
export function readWal(bytes: Uint8Array): WalFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pageBytes = view.getUint32(8);
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const salt = saltOf(bytes);
  const frames: Frame[] = [];
  for (let offset = WAL_HEADER_BYTES; offset + frameBytes <= bytes.length; offset += frameBytes) {
    const own = Buffer.from(bytes.subarray(offset + 8, offset + 16)).toString("hex");
    if (own !== salt) break;
    frames.push({ offset, page: view.getUint32(offset), commits: view.getUint32(offset + 4) !== 0 });
  }
  const commitEnds = frames.filter(({ commits }) => commits).map(({ offset }) => offset + frameBytes);
  return { pageBytes, frameBytes, salt, frames, commitEnds };
}

/** Where the last transaction ends that damage from `offset` on leaves whole; the header's end where none is. */
export function wholeUpTo({ commitEnds }: WalFile, offset: number): number {
  return commitEnds.findLast((end) => end <= offset) ?? 0;
}
