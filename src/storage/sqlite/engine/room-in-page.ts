// What of a page of the database file holds no row. Layout and numbers: https://www.sqlite.org/fileformat2.html#b_tree_pages

/** A stretch of a page's bytes, from the first to behind the last. */
type Stretch = readonly [start: number, end: number];

/** Pages that are none of a tree (overflow, free) begin with the number of another page, or with zeros. */
const NUMBER_BYTES_MAX = 1;

interface Kind {
  readonly headerBytes: number;
  /** Bytes before a row's own: the number of the page below. */
  readonly childBytes: number;
  /** Rows of tables are numbered, and inside the tree they are nothing but that number. */
  readonly isNumbered: boolean;
  readonly hasPayload: boolean;
}

const KINDS: Readonly<Record<number, Kind>> = {
  2: { headerBytes: 12, childBytes: 4, isNumbered: false, hasPayload: true },
  5: { headerBytes: 12, childBytes: 4, isNumbered: true, hasPayload: false },
  10: { headerBytes: 8, childBytes: 0, isNumbered: false, hasPayload: true },
  13: { headerBytes: 8, childBytes: 0, isNumbered: true, hasPayload: true },
};

/** Of a row that is as short as may be, and of the head of a free piece. */
const LEAST_BYTES = 4;
const OVERFLOW_LINK_BYTES = 4;
/** SQLite itself keeps no larger one. */
const PAYLOAD_BYTES_MAX = 2 ** 31;

interface Outline {
  readonly kind: Kind;
  /** The list of where the rows stand. */
  readonly list: Stretch;
  readonly rowsFrom: number;
  readonly pieces: readonly Stretch[];
}

/**
 * The stretches of a page that belong to no row: [header][2 bytes a row: where it stands] ROOM [rows, with free pieces
 * and crumbs between]. Of a free piece the first four bytes are in use: the place of the next one, and its own length;
 * crumbs are too short for that, and left out. Empty where it is no page of a tree, or no stretch `isWanted`: only where
 * one is, the rows are measured. null where SQLite writes no page like it: rows or pieces reach out of it or into one
 * another, or the crumbs are not as many bytes as its header says. `page`: without the bytes at the end that the file
 * reserves; `header`: where the page's own begins.
 */
export function roomIn(
  page: Buffer,
  header: number,
  isWanted: (bytes: Buffer) => boolean = () => true,
): readonly Stretch[] | null {
  const first = page[header] ?? 0;
  if (first <= NUMBER_BYTES_MAX) return [];
  const outline = outlineOf(page, header);
  if (outline === null) return null;
  const { list, rowsFrom, pieces } = outline;
  const inPieces = pieces.map(([start, end]): Stretch => [start + LEAST_BYTES, end]);
  const wanted = [[list[1], rowsFrom] as const, ...inPieces].filter(
    ([start, end]) => end > start && isWanted(page.subarray(start, end)),
  );
  return wanted.length === 0 || isFilled(page, outline, page[header + 7] ?? 0) ? wanted : null;
}

function outlineOf(page: Buffer, header: number): Outline | null {
  const kind = KINDS[page[header] ?? 0];
  if (kind === undefined) return null;
  const rows = page.readUInt16BE(header + 3);
  const rowsFrom = page.readUInt16BE(header + 5) || 65_536;
  const listFrom = header + kind.headerBytes;
  const listEnd = listFrom + 2 * rows;
  if (listEnd > rowsFrom || rowsFrom > page.length) return null;
  const pieces = freePieces(page, page.readUInt16BE(header + 1), rowsFrom);
  return pieces === null ? null : { kind, list: [listFrom, listEnd], rowsFrom, pieces };
}

/** Whether rows and free pieces share no byte, and leave as many between them as are told. */
function isFilled(page: Buffer, { kind, list, rowsFrom, pieces }: Outline, crumbBytes: number): boolean {
  const used = [...pieces];
  for (let at = list[0]; at < list[1]; at += 2) {
    const place = page.readUInt16BE(at);
    const end = place < rowsFrom ? null : endOfRow(page, place, kind);
    if (end === null) return false;
    used.push([place, end]);
  }
  let bytesBetween = 0;
  let before = rowsFrom;
  for (const [start, end] of used.sort((a, b) => a[0] - b[0])) {
    if (start < before) return false;
    bytesBetween += start - before;
    before = end;
  }
  return before <= page.length && bytesBetween + page.length - before === crumbBytes;
}

/** In the order of their places, which is how they are linked. */
function freePieces(page: Buffer, first: number, rowsFrom: number): Stretch[] | null {
  const pieces: Stretch[] = [];
  let least = rowsFrom;
  for (let place = first; place !== 0; ) {
    if (place < least || place + LEAST_BYTES > page.length) return null;
    const length = page.readUInt16BE(place + 2);
    if (length < LEAST_BYTES || place + length > page.length) return null;
    least = place + length;
    pieces.push([place, least]);
    place = page.readUInt16BE(place);
  }
  return pieces;
}

/** Behind the row's last byte on this page, which may be beyond the page; null where its length makes no sense. */
function endOfRow(page: Buffer, place: number, { childBytes, isNumbered, hasPayload }: Kind): number | null {
  let at = place + childBytes;
  let payload = 0;
  if (hasPayload) {
    [payload, at] = readVarint(page, at);
    if (payload > PAYLOAD_BYTES_MAX) return null;
  }
  if (isNumbered) [, at] = readVarint(page, at);
  if (hasPayload) at += bytesHere(payload, page.length, isNumbered);
  return Math.max(at, place + LEAST_BYTES);
}

/** How much of a row is on its own page; the rest is on pages of its own, with a link to the first. */
function bytesHere(payload: number, pageBytes: number, isNumbered: boolean): number {
  const most = isNumbered ? pageBytes - 35 : Math.floor(((pageBytes - 12) * 64) / 255) - 23;
  if (payload <= most) return payload;
  const least = Math.floor(((pageBytes - 12) * 32) / 255) - 23;
  const wanted = least + ((payload - least) % (pageBytes - 4));
  return (wanted <= most ? wanted : least) + OVERFLOW_LINK_BYTES;
}

/** SQLite's own number of one to nine bytes, the highest first, seven bits each but for a ninth byte. */
function readVarint(page: Buffer, at: number): readonly [value: number, end: number] {
  let value = 0;
  for (let place = at; place < at + 8; place++) {
    const byte = page[place] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, place + 1];
  }
  return [value * 256 + (page[at + 8] ?? 0), at + 9];
}
