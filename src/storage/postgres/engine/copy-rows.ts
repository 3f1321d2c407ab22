// Rows in the form of PostgreSQL's binary COPY: two bytes with the number of columns, then each value behind its length.
// [columns: int16][length: int32, -1 for NULL][value]…, all big-endian. What both engines hold is compared in this form too.

/** PostgreSQL's types that a column may have here. */
export type ColumnKind = "int4" | "int8" | "float8" | "bool" | "text" | "bytea";

/** Whole rows, one behind the other. */
export interface Lot {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

/** A `bool` is 0 or 1. */
export type Cell = string | number | Uint8Array | null;

const HEADER = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const TRAILER = Buffer.from([0xff, 0xff]);

/** What `COPY … FROM STDIN (FORMAT binary)` is given. */
export function piecesOf({ bytes }: Lot): Uint8Array[] {
  return [HEADER, bytes, TRAILER];
}

const FIRST_BYTES = 1024 * 1024;
const UINT32 = 2 ** 32;
const NULL_LENGTH = -1;

/** Writes rows one behind the other, until they are taken as a lot. */
export class RowWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;
  #rows = 0;

  constructor(private readonly kinds: readonly ColumnKind[]) {}

  get length(): number {
    return this.#at;
  }

  add(cells: readonly Cell[]): void {
    this.#reserve(2);
    this.#at = this.#bytes.writeInt16BE(this.kinds.length, this.#at);
    for (let at = 0; at < this.kinds.length; at++) this.#addCell(this.kinds[at] ?? "text", cells[at] ?? null);
    this.#rows += 1;
  }

  take(): Lot {
    const lot = { bytes: Buffer.from(this.#bytes.subarray(0, this.#at)), rows: this.#rows };
    this.#at = 0;
    this.#rows = 0;
    return lot;
  }

  #addCell(kind: ColumnKind, cell: Cell): void {
    if (cell === null) {
      this.#reserve(4);
      this.#at = this.#bytes.writeInt32BE(NULL_LENGTH, this.#at);
    } else if (typeof cell === "string") this.#addText(cell);
    else if (typeof cell === "number") this.#addNumber(kind, cell);
    else {
      this.#reserve(4 + cell.length);
      this.#bytes.set(cell, this.#bytes.writeInt32BE(cell.length, this.#at));
      this.#at += 4 + cell.length;
    }
  }

  #addText(text: string): void {
    this.#reserve(4 + text.length * 3);
    const length = this.#bytes.write(text, this.#at + 4);
    this.#bytes.writeInt32BE(length, this.#at);
    this.#at += 4 + length;
  }

  #addNumber(kind: ColumnKind, value: number): void {
    this.#reserve(12);
    const at = this.#bytes.writeInt32BE(LENGTHS[kind] ?? 8, this.#at);
    if (kind === "int8") {
      const high = Math.floor(value / UINT32);
      this.#at = this.#bytes.writeUInt32BE(value - high * UINT32, this.#bytes.writeInt32BE(high, at));
    } else if (kind === "int4") this.#at = this.#bytes.writeInt32BE(value, at);
    else if (kind === "bool") this.#at = this.#bytes.writeUInt8(value, at);
    else this.#at = this.#bytes.writeDoubleBE(value, at);
  }

  #reserve(length: number): void {
    if (this.#at + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + length));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

const LENGTHS: Readonly<Partial<Record<ColumnKind, number>>> = { int4: 4, int8: 8, float8: 8, bool: 1 };

/** Calls `take` with the values of each row; what `take` keeps of bytes it must copy. */
export function readRows(lot: Lot, kinds: readonly ColumnKind[], take: (cells: Cell[]) => void): void {
  const bytes = Buffer.from(lot.bytes.buffer, lot.bytes.byteOffset, lot.bytes.byteLength);
  let at = 0;
  for (let row = 0; row < lot.rows; row++) {
    if (bytes.readInt16BE(at) !== kinds.length) throw new Error("a row has another number of columns than its table");
    at += 2;
    const cells = kinds.map((kind): Cell => {
      const length = bytes.readInt32BE(at);
      at += 4;
      if (length === NULL_LENGTH) return null;
      at += length;
      return cellIn(bytes, kind, at - length, length);
    });
    take(cells);
  }
}

function cellIn(bytes: Buffer, kind: ColumnKind, at: number, length: number): Cell {
  if (kind === "text") return bytes.toString("utf8", at, at + length);
  if (kind === "bytea") return bytes.subarray(at, at + length);
  if (kind === "int8") return bytes.readInt32BE(at) * UINT32 + bytes.readUInt32BE(at + 4);
  if (kind === "int4") return bytes.readInt32BE(at);
  return kind === "bool" ? bytes.readUInt8(at) : bytes.readDoubleBE(at);
}

/** Cuts what COPY sends, which may end in the middle of a row, into whole rows. */
export class RowCutter {
  #rest: Buffer = Buffer.alloc(0);
  #whole: Buffer[] = [];
  #length = 0;
  #rows = 0;
  #hasBegun = false;

  /** Bytes of the whole rows that were not taken yet. */
  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    let bytes: Buffer = Buffer.concat([this.#rest, chunk]);
    if (!this.#hasBegun && bytes.length >= HEADER.length) {
      bytes = bytes.subarray(HEADER.length);
      this.#hasBegun = true;
    }
    let end = 0;
    if (this.#hasBegun) {
      for (let next = endOfRow(bytes, 0); next !== null; next = endOfRow(bytes, end)) {
        end = next;
        this.#rows += 1;
      }
    }
    this.#whole.push(bytes.subarray(0, end));
    this.#length += end;
    this.#rest = bytes.subarray(end);
  }

  take(): Lot {
    const lot = { bytes: Buffer.concat(this.#whole), rows: this.#rows };
    this.#whole = [];
    this.#length = 0;
    this.#rows = 0;
    return lot;
  }

  /** Throws where the end of the table did not come. */
  requireEnd(): void {
    if (!this.#rest.equals(TRAILER)) throw new Error("a table was cut off while it was read");
  }
}

/** null where the row is not whole yet, or the table is at its end. */
function endOfRow(bytes: Buffer, start: number): number | null {
  if (start + 2 > bytes.length) return null;
  let at = start + 2;
  for (let columns = bytes.readInt16BE(start); columns > 0; columns--) {
    if (at + 4 > bytes.length) return null;
    at += 4 + Math.max(0, bytes.readInt32BE(at));
  }
  return at === start + 2 || at > bytes.length ? null : at;
}
