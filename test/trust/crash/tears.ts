// The ways in which the last writes of a log arrive torn: cut, zeroed, flipped, old, elsewhere.
import { FRAME_HEADER_BYTES, type Frame, WAL_HEADER_BYTES, type WalFile } from "./wal-file.ts";

/** What lies on the disk after the power came back. null: the file is not there. */
export interface DataFiles {
  readonly database: Uint8Array;
  readonly wal: Uint8Array | null;
  readonly shm: Uint8Array | null;
}

export interface Tear {
  readonly name: string;
  /** Bytes of the log before this one are as they were written. */
  readonly from: number;
  /** Gets copies of its own. */
  readonly apply: (files: DataFiles) => DataFiles;
}

type Chance = () => number;

/** `wholeShm`: the index as it stood at the kill; `oldShm`: as it stood under load before. */
export interface TearSource {
  readonly wal: WalFile;
  readonly walBytes: number;
  readonly wholeShm: Uint8Array | null;
  readonly oldShm: Uint8Array | null;
}

function cut(name: string, at: number): Tear {
  return { name: `cut ${name}`, from: at, apply: (files) => ({ ...files, wal: wal(files).slice(0, at) }) };
}

function change(name: string, from: number, apply: (bytes: Uint8Array) => void): Tear {
  const changed = (files: DataFiles) => {
    apply(wal(files));
    return files;
  };
  return { name, from, apply: changed };
}

function wal(files: DataFiles): Uint8Array {
  if (files.wal === null) throw new Error("There is no log to tear.");
  return files.wal;
}

function garbage(bytes: Uint8Array, from: number, end: number, chance: Chance): void {
  for (let at = from; at < Math.min(end, bytes.length); at++) bytes[at] = Math.floor(chance() * 256);
}

/** Header, index and files beside: the same for every log. */
export function fixedTears(
  { wal: { frames, frameBytes, pageBytes }, walBytes, ...shms }: TearSource,
  chance: Chance,
): Tear[] {
  const noLog = {
    name: "the log is not there",
    from: 0,
    apply: (files: DataFiles) => ({ ...files, wal: null, shm: null }),
  };
  const heads = [0, 1, 16, WAL_HEADER_BYTES - 1, WAL_HEADER_BYTES].map((at) => cut(`at byte ${at}`, at));
  const flips = [0, 3, 7, 11, 15, 19, 23, 27, 31].map((at) =>
    change(`a flipped bit in byte ${at} of the header`, 0, (bytes) => flip(bytes, at * 8)),
  );
  const shm = (name: string, bytes: Uint8Array | null): Tear => ({
    name,
    from: walBytes,
    apply: (files) => ({ ...files, shm: bytes }),
  });
  const indexes = [
    shm("no index", null),
    shm("the index as it was", shms.wholeShm),
    shm("the index of an earlier moment", shms.oldShm),
    shm("an index of zeros", new Uint8Array(32_768)),
    shm(
      "an index of garbage",
      Uint8Array.from({ length: 32_768 }, () => Math.floor(chance() * 256)),
    ),
  ];
  // A checkpoint that was cut short: the log still holds every page that it was about to overwrite.
  const logged = [...new Set(frames.map(({ page }) => page))];
  const half: Tear = {
    name: "the second half of every logged page of the database",
    from: walBytes,
    apply: (files) => {
      for (const page of logged) garbage(files.database, (page - 0.5) * pageBytes, page * pageBytes, chance);
      return files;
    },
  };
  const longer = (name: string, value: () => number): Tear => ({
    name,
    from: walBytes,
    apply: (files) => ({
      ...files,
      wal: Uint8Array.from([...wal(files), ...Array.from({ length: frameBytes * 2 }, value)]),
    }),
  });
  const tails = [
    longer("zeros behind the end", () => 0),
    longer("garbage behind the end", () => Math.floor(chance() * 256)),
  ];
  return [noLog, ...heads, ...flips, ...indexes, half, ...tails];
}

/** Places in a frame where a write may end or go wrong. */
const PLACES = [
  ["before a frame", 0],
  ["after one byte of a frame", 1],
  ["in a frame's size of the database", 6],
  ["in a frame's salt", 12],
  ["in a frame's checksum", 20],
  ["after a frame's header", FRAME_HEADER_BYTES],
  ["after the first sector", 512],
  ["after the first block", 4_096],
  ["in the last bytes of a page", -3],
] as const;

const KINDS = ["cut", "zeroed to the end", "one zeroed page", "a flipped bit", "garbage", "an older frame"] as const;

/** `count` tears of frames near the end, each kind at each place in turn. */
export function frameTears(
  { wal: { frames, frameBytes }, walBytes }: TearSource,
  chance: Chance,
  count: number,
): Tear[] {
  return Array.from({ length: count }, (_, number) => {
    const [place, into] = PLACES[number % PLACES.length] as (typeof PLACES)[number];
    const kind = KINDS[Math.floor(number / PLACES.length + number) % KINDS.length] as (typeof KINDS)[number];
    // Half of them in the last frames, the others anywhere: a log is read as far as it is whole, wherever it breaks.
    const back = chance() < 0.5 ? Math.floor(chance() * 12) : Math.floor(chance() * frames.length);
    const frame = frames[Math.max(0, frames.length - 1 - back)] as Frame;
    const at = frame.offset + (into < 0 ? frameBytes + into : into);
    const end = frame.offset + frameBytes;
    const name = `${kind} ${place}, frame ${frames.indexOf(frame) + 1} of ${frames.length}`;
    switch (kind) {
      case "cut":
        return cut(`${place}, frame ${frames.indexOf(frame) + 1} of ${frames.length}`, at);
      case "zeroed to the end":
        return change(name, frame.offset, (bytes) => bytes.fill(0, at, walBytes));
      case "one zeroed page":
        return change(name, frame.offset, (bytes) => bytes.fill(0, frame.offset, end));
      case "a flipped bit":
        return change(name, frame.offset, (bytes) => flip(bytes, at * 8 + Math.floor(chance() * 8)));
      case "garbage":
        return change(name, frame.offset, (bytes) => garbage(bytes, at, at + 512, chance));
    }
    // What stood in the same place when the log was last begun: whole, but of another salt.
    return change(name, frame.offset, (bytes) => flip(bytes, (frame.offset + 8) * 8 + 3));
  });
}

function flip(bytes: Uint8Array, bit: number): void {
  const at = Math.floor(bit / 8);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 8));
}
