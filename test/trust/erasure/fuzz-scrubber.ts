// Runs the scrubber over seeded databases, sound and damaged, and holds the outcome against SQLite's own judgement.
import { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { roomIn } from "../../../src/storage/sqlite/engine/room-in-page.ts";
import { createPageScrubber, type ScrubProgress } from "../../../src/storage/sqlite/engine/scrub-pages.ts";
import { type SeededRandom, seededRandom } from "../../vectors/seeded-random.ts";
import { makeOdd, marksIn, type OddDatabase, readAll, type Shape, values } from "./odd-database.ts";

export interface Fuzzed {
  readonly pages: number;
  /** Marks of rows that are gone which the file still held, before the scrubber ran. */
  readonly remains: number;
  readonly bytesZeroed: number;
  /** Files that were damaged, and pages of them that the scrubber would not touch. */
  readonly damaged: number;
  readonly refused: number;
  /** Pages of which SQLite said that their layout is wrong, and in which the scrubber saw no room. */
  readonly distrusted: number;
}

/** Of a larger file SQLite takes long to say what is wrong. */
const DISTRUST_BYTES_MAX = 2 * 1024 * 1024;

/** Throws an error that names the seed where anything is not as it must be. `folder`: exists; is left as it was. */
export function fuzzScrubber(folder: string, seed: number, damages: number): Fuzzed {
  const inside = join(folder, `fuzz-${seed}`);
  mkdirSync(inside);
  try {
    return fuzzOne(join(inside, "odd.db"), seededRandom(seed), damages);
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
  } finally {
    rmSync(inside, { recursive: true, force: true });
  }
}

function fuzzOne(path: string, random: SeededRandom, damages: number): Fuzzed {
  const odd = makeOdd(path, random);
  odd.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  const sound = readFileSync(path);
  compareWithSqlite(odd, sound);
  const remains = gone(odd, sound).length;
  const { bytesZeroed, pagesSkipped } = scrubSound(path, odd, sound);
  const isPromised = odd.shape.autoVacuum === 0 && !odd.shape.takesBack;
  if (isPromised) require(pagesSkipped === 0, `${pagesSkipped} sound pages were skipped`);
  const isGone = isPromised ? gone(odd, sound) : [];
  odd.change(20);
  odd.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  require(judge(odd.db).join() === "ok", "what was written afterwards is not sound");
  const back = marksIn(readFileSync(path));
  for (const mark of isGone) require(!back.has(mark), `${mark} came back`);
  odd.db.close(true);
  // A scrubbed file has little left to find: the damage is done to what was before.
  const scratch = `${path}-damaged`;
  const distrusted = distrustMany(scratch, sound, odd.shape, random, 8 * damages);
  let refused = 0;
  for (let at = 0; at < damages; at++) refused += scrubDamaged(scratch, damage(sound, odd.shape, random), odd.shape);
  return { pages: sound.length / odd.shape.pageBytes, remains, bytesZeroed, damaged: damages, refused, distrusted };
}

function require(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** Marks in the bytes that no row has. */
function gone({ db, marks }: OddDatabase, bytes: Buffer): string[] {
  const live = marksIn(Buffer.from(readAll(db).join("\n"), "latin1"));
  return [...marksIn(bytes)].filter((mark) => marks.has(mark) && !live.has(mark));
}

/** What SQLite says of the file; "ok" where it finds nothing. */
function judge(db: Database): string[] {
  try {
    return [...values(db, "PRAGMA integrity_check(1000)")];
  } catch (error) {
    return [error instanceof Error ? error.message : "failed"];
  }
}

function scrubSound(path: string, odd: OddDatabase, before: Buffer): Readonly<ScrubProgress> {
  const rows = readAll(odd.db);
  const isInSlices = before.length % 3 === 0;
  const scrubber = createPageScrubber(odd.db, path, isInSlices ? { atOnceBytes: 0, sliceMs: 0 } : {});
  scrubber.ask();
  scrubber.finish();
  require(scrubber.progress.pagesLeft === 0, "it did not come to an end");
  const after = readFileSync(path);
  const other = new Database(path, { readonly: true });
  require(judge(other).join() === "ok", `SQLite says: ${judge(other)[0]}`);
  require(Bun.deepEquals(readAll(other), rows), "a row is another one");
  other.close(true);
  if (odd.shape.autoVacuum !== 0) require(after.equals(before), "a file with maps of pages was touched");
  else if (!odd.shape.takesBack) require(gone(odd, after).length === 0, `left: ${gone(odd, after)[0]}`);
  requireOnlyZeros(before, after);
  return scrubber.progress;
}

function requireOnlyZeros(before: Buffer, after: Buffer): void {
  require(before.length === after.length, "the file's size changed");
  const isWrong = after.some((byte, at) => byte !== 0 && byte !== before[at]);
  require(!isWrong, "a byte became something else than zero");
}

/** SQLite's own count of a page's unused bytes: the room, the crumbs, and the heads of free pieces, four bytes each. */
function compareWithSqlite({ db, shape }: OddDatabase, bytes: Buffer): void {
  if (shape.autoVacuum !== 0) return;
  const statement = db.prepare<{ pageno: number; pagetype: string; unused: number }, []>(
    "SELECT pageno, pagetype, unused FROM dbstat WHERE pagetype <> 'overflow'",
  );
  for (const { pageno, unused } of statement.all()) {
    const page = pageOf(bytes, pageno, shape);
    const header = pageno === 1 ? 100 : 0;
    const room = roomIn(page, header);
    require(room !== null, `page ${pageno} is sound, and was not understood`);
    // On an empty page of 65,536 bytes, which two bytes cannot say, it counts those as 0.
    const counted = unused < 0 ? unused + 65_536 : unused;
    const crumbs = page[header + 7] ?? 0;
    const heads = counted - crumbs - room.reduce((sum, [start, end]) => sum + end - start, 0);
    require(heads >= 0 && heads % 4 === 0, `page ${pageno}: SQLite counts ${heads} bytes of room more`);
  }
  statement.finalize();
}

function pageOf(bytes: Buffer, number: number, { pageBytes, reservedBytes }: Shape): Buffer {
  return bytes.subarray((number - 1) * pageBytes, number * pageBytes - reservedBytes);
}

/** A copy in which one to three pages are not as SQLite wrote them. The file's own header stays: SQLite would not open it. */
function damage(sound: Buffer, { pageBytes }: Shape, random: SeededRandom): Buffer {
  const bytes = Buffer.from(sound);
  for (let left = 1 + random.integer(3); left > 0; left--) {
    const number = random.integer(bytes.length / pageBytes);
    const from = number === 0 ? 100 : 0;
    const page = bytes.subarray(number * pageBytes + from, (number + 1) * pageBytes);
    const kind = random.next();
    // The header and the places of rows, where a scrubber that guesses goes wrong.
    if (kind < 0.6) page[random.integer(Math.min(page.length, 40))] = byteFrom(random);
    else if (kind < 0.8) page[random.integer(page.length)] = byteFrom(random);
    else if (kind < 0.9) for (let at = random.integer(page.length); at < page.length; at++) page[at] = byteFrom(random);
    else copyPage(bytes, page, random.integer(bytes.length / pageBytes) * pageBytes + from);
  }
  return bytes;
}

/**
 * Not a tree's page over one that is none: it would look like a tree's to anybody who reads this page alone, and what the
 * row had there is lost with the page.
 */
function copyPage(bytes: Buffer, page: Buffer, from: number): void {
  if ((bytes[from] ?? 0) <= 1 || (page[0] ?? 0) > 1) bytes.copy(page, 0, from);
}

function byteFrom(random: SeededRandom): number {
  const kind = random.next();
  return kind < 0.3 ? random.integer(16) : kind < 0.4 ? 255 : random.integer(256);
}

/**
 * What SQLite reads of it, and what it says of it, is the same afterwards. Returns how many pages were left alone though
 * they look like pages of a tree.
 */
function scrubDamaged(path: string, bytes: Buffer, shape: Shape): number {
  for (const side of ["", "-wal", "-shm"]) rmSync(path + side, { force: true });
  writeFileSync(path, bytes);
  const before = look(path);
  requireDistrust(before.said, bytes, shape);
  const db = new Database(path);
  let refused = 0;
  try {
    const scrubber = createPageScrubber(db, path);
    scrubber.ask();
    scrubber.finish();
    refused = shape.autoVacuum === 0 ? scrubber.progress.pagesSkipped : 0;
  } catch {
    // Damage that SQLite notices at once.
  } finally {
    db.close(true);
  }
  const copy = `${path}-after`;
  copyFileSync(path, copy);
  const after = look(copy);
  require(Bun.deepEquals(after.rows, before.rows), "a row of a damaged file is another one");
  require(Bun.deepEquals(after.said, before.said), `SQLite says otherwise: ${after.said} instead of ${before.said}`);
  requireOnlyZeros(bytes, readFileSync(path));
  return refused;
}

function look(path: string): { readonly rows: string[]; readonly said: string[] } {
  const db = new Database(path, { readonly: true });
  try {
    return { rows: readAll(db), said: judge(db) };
  } finally {
    db.close(true);
  }
}

/** What SQLite says of a page whose own layout is wrong. */
const WRONG_LAYOUT = [
  /page (\d+)(?: cell \d+)?: (?:btreeInitPage|Offset \d+ out of range|Extends off end of page|free space corruption)/,
  /(?:Multiple uses for byte \d+ of|Fragmentation of \d+ bytes reported as \d+ on) page (\d+)/,
];

/** Of whichever page SQLite says that its layout is wrong, the scrubber sees no room. Returns how many those are. */
function requireDistrust(said: readonly string[], bytes: Buffer, shape: Shape): number {
  if (shape.autoVacuum !== 0) return 0;
  const found = said.flatMap((text) => WRONG_LAYOUT.flatMap((wrong) => [...text.matchAll(new RegExp(wrong, "g"))]));
  for (const [line, number] of found) {
    const room = roomIn(pageOf(bytes, Number(number), shape), number === "1" ? 100 : 0);
    require(room === null || room.length === 0, `a page would be scrubbed of which SQLite says: ${line}`);
  }
  return found.length;
}

/** One byte of a page of a tree is another one, where its rows are told or one of them begins. */
function distrustMany(path: string, sound: Buffer, shape: Shape, random: SeededRandom, times: number): number {
  const trees = Array.from({ length: sound.length / shape.pageBytes }, (_, at) => at + 1).filter(
    (number) => number > 1 && (pageOf(sound, number, shape)[0] ?? 0) > 1,
  );
  if (shape.autoVacuum !== 0 || trees.length === 0 || sound.length > DISTRUST_BYTES_MAX) return 0;
  let distrusted = 0;
  for (let time = 0; time < times; time++) {
    const bytes = Buffer.from(sound);
    const page = pageOf(bytes, trees[random.integer(trees.length)]!, shape);
    const row = page.readUInt16BE(12 + 2 * random.integer(4));
    const places = [random.integer(12), random.integer(40), Math.min(row + random.integer(3), page.length - 1)];
    const at = places[random.integer(3)]!;
    page[at] = random.next() < 0.5 ? page[at]! + (random.next() < 0.5 ? 1 : -1) : byteFrom(random);
    writeFileSync(path, bytes);
    const db = new Database(path, { readonly: true });
    distrusted += requireDistrust(judge(db), bytes, shape);
    db.close(true);
  }
  return distrusted;
}
