// Replays torn writes: data under load is killed, its log damaged in every way, and opened to its last whole transaction.
import { Database } from "bun:sqlite";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { checkData } from "../../../src/storage/sqlite/checks/check-data.ts";
import { until } from "../../e2e/until.ts";
import { seededNumbers } from "../../support/chance.ts";
import { makeTinyModel } from "../../support/tiny-model.ts";
import { rowFaults, waitForEmbeddings } from "./check-rows.ts";
import { converse, keepMemory, type Work } from "./client-work.ts";
import { startCommand, startServer } from "./killable-server.ts";
import { heldBy, Oracle, Tally, textOf } from "./oracle.ts";
import { type DataFiles, fixedTears, frameTears, type Tear } from "./tears.ts";
import { readWal, saltOf, WAL_HEADER_BYTES, type WalFile, wholeUpTo } from "./wal-file.ts";

export interface TornLogOptions {
  readonly executable: string;
  readonly folder: string;
  readonly seed: number;
  /** Tears of frames, besides those of header, index and files. */
  readonly tears: number;
  /** One in so many is opened by a whole start of the service as well. */
  readonly startEvery: number;
}

export interface TornLogReport {
  readonly tally: Tally;
  readonly findings: readonly string[];
}

const CLIENTS = 16;
/** Far below the 1,000 at which SQLite begins to write the log back: what was written back can be torn no more. */
const WAL_PAGES = 250;
const FRAME_BYTES = 8_192 + 24;
/** Where the index of a log says how many frames were written back: https://sqlite.org/walformat.html */
const WRITTEN_BACK_AT = 96;

/** An acknowledged text, and how long the log was when the acknowledgement came: its transaction stands before that. */
interface Mark {
  readonly text: string;
  readonly salt: string;
  readonly walBytes: number;
}

interface Killed {
  readonly files: DataFiles;
  readonly oldShm: Uint8Array | null;
  readonly wal: WalFile;
  readonly marks: readonly Mark[];
}

export async function replayTornWrites(options: TornLogOptions): Promise<TornLogReport> {
  const { executable, folder, seed, tears, startEvery } = options;
  const chance = seededNumbers(seed);
  const tally = new Tally();
  const findings: string[] = [];
  const model = join(folder, "model");
  makeTinyModel(model, { seed: 7 });
  const killed = await killUnderLoad(options, model, chance);
  const { files, oldShm, wal, marks } = killed;
  const source = { wal, walBytes: wal.commitEnds.at(-1) ?? 0, wholeShm: files.shm, oldShm };
  tally.add("acknowledged records with their place in the log", marks.length);
  tally.add("transactions in the log", wal.commitEnds.length);
  const wholes = new Map<number, string>();
  /** What the data is when it ends with this transaction: a log that was never longer. */
  const contentAt = (end: number): string => {
    const known = wholes.get(end);
    if (known !== undefined) return known;
    const dataDir = lay(folder, "whole", {
      database: files.database,
      wal: files.wal?.slice(0, end) ?? null,
      shm: null,
    });
    const content = contentOf(dataDir);
    rmSync(dataDir, { recursive: true });
    wholes.set(end, content);
    return content;
  };

  const all = [...fixedTears(source, chance), ...frameTears(source, chance, tears)];
  for (const [number, tear] of all.entries()) {
    const find = (what: string) => findings.push(`${tear.name}: ${what}`);
    const end = wholeUpTo(wal, tear.from);
    const dataDir = lay(folder, `tear-${number}`, torn(tear, files));
    try {
      const { code, stdout, stderr } = await startCommand(executable, folder, ["verify", "--data-dir", dataDir])
        .finished;
      if (code !== 0) find(`memoryd verify ended with ${code}: ${stdout}${stderr}`);
      // What verify has opened is laid out anew, so that a start meets the damage itself.
      if (number % startEvery === 0) {
        lay(folder, `tear-${number}`, torn(tear, files));
        await startOn(executable, dataDir, model, find);
        tally.add("torn logs opened by a start");
      } else if (contentOf(dataDir) !== contentAt(end)) {
        find(`does not open to the transaction that ends at byte ${end}`);
      }
      expectInside(dataDir, textsOf(marks, wal, end), find);
      for (const fault of faultsOf(dataDir)) find(fault);
      tally.add("torn logs opened");
      tally.add("acknowledged records before the damage read back", textsOf(marks, wal, end).length);
    } catch (error) {
      find(`cannot be read: ${error instanceof Error ? error.message : error}`);
    }
    rmSync(dataDir, { recursive: true });
  }
  return { tally, findings };
}

/** Acknowledged before the transaction that ends there, or in the database already. */
function textsOf(marks: readonly Mark[], wal: WalFile, end: number): string[] {
  return marks.filter(({ salt, walBytes }) => salt !== wal.salt || walBytes <= end).map(({ text }) => text);
}

function torn(tear: Tear, { database, wal, shm }: DataFiles): DataFiles {
  return tear.apply({ database: database.slice(), wal: wal?.slice() ?? null, shm: shm?.slice() ?? null });
}

/** Makes a data directory of these files. */
function lay(folder: string, name: string, { database, wal, shm }: DataFiles): string {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = databasePath(dataDir);
  for (const [file, bytes] of [
    [path, database],
    [`${path}-wal`, wal],
    [`${path}-shm`, shm],
  ] as const) {
    rmSync(file, { force: true });
    if (bytes !== null) writeFileSync(file, bytes, { mode: 0o600 });
  }
  copyFileSync(join(folder, "killed", "admin.key"), join(dataDir, "admin.key"));
  return dataDir;
}

/** Work of every kind, then an erasure, which empties the log; then records alone, so that nothing writes the log back. */
async function killUnderLoad(
  { executable, folder }: TornLogOptions,
  model: string,
  chance: () => number,
): Promise<Killed> {
  const dataDir = join(folder, "killed");
  const path = databasePath(dataDir);
  const server = startServer(executable, dataDir, ["--model-dir", model]);
  try {
    if ((await server.listening()) === null) throw new Error(`The service did not start: ${server.log()}`);
    await server.ready();
    const oracle = new Oracle();
    let serial = 0;
    const work: Work = { server, oracle, tally: new Tally(), chance, serial: () => ++serial };
    const brains = Array.from({ length: CLIENTS }, (_, number) => oracle.brain(`client-${number}`));
    for (let round = 0; round < 3; round++) await Promise.all(brains.map((brain) => keepMemory(work, brain)));
    await emptyLog(work, path);
    const marks: Mark[] = [];
    let isOver = false;
    const clients = brains.map(async (brain) => {
      while (!isOver) {
        await converse(work, brain);
        for (const said of brain.there().slice(-1)) marks.push({ text: textOf(heldBy(said)), ...lookAtLog(path) });
      }
    });
    const ended = Promise.allSettled(clients);
    let oldShm: Uint8Array | null = null;
    await until("the log to fill", () => {
      const pages = lookAtLog(path).walBytes / FRAME_BYTES;
      if (oldShm === null && pages > WAL_PAGES / 3) oldShm = bytesOf(`${path}-shm`);
      return pages > WAL_PAGES || undefined;
    });
    isOver = true;
    await server.kill();
    await ended;
    const files = { database: bytesOf(path), wal: bytesOf(`${path}-wal`), shm: bytesOf(`${path}-shm`) };
    const wal = readWal(files.wal);
    if (new DataView(files.shm.buffer).getUint32(WRITTEN_BACK_AT, true) > 0) {
      throw new Error("The log was written back in part: damage to it would be damage to the data.");
    }
    return { files, oldShm, wal, marks };
  } finally {
    await server.kill();
  }
}

/** Bytes of their own: a part of a Buffer is a view. */
function bytesOf(file: string): Uint8Array {
  return new Uint8Array(readFileSync(file));
}

/** An erasure empties the log, unless somebody reads it or writes right after. */
async function emptyLog(work: Work, path: string): Promise<void> {
  const brain = work.oracle.brain("erased");
  await until("an empty log", async () => {
    await converse(work, brain);
    await waitForEmbeddings(dirname(path));
    await work.server.expect([200], "DELETE", "/memory", { user: brain.user });
    return lookAtLog(path).walBytes === 0 || undefined;
  });
}

/** The log now: what it was told apart by, and how long it is. */
function lookAtLog(path: string): { salt: string; walBytes: number } {
  const file = `${path}-wal`;
  const walBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (walBytes === 0) return { salt: "", walBytes };
  const head = new Uint8Array(WAL_HEADER_BYTES);
  const descriptor = openSync(file, "r");
  readSync(descriptor, head);
  closeSync(descriptor);
  return { salt: saltOf(head), walBytes };
}

/** A whole start, a turn on what it finds, and an end in peace. */
async function startOn(
  executable: string,
  dataDir: string,
  model: string,
  find: (what: string) => void,
): Promise<void> {
  const server = startServer(executable, dataDir, ["--model-dir", model]);
  try {
    if ((await server.listening()) === null) return find(`the service does not start: ${server.log()}`);
    const work: Work = { server, oracle: new Oracle(), tally: new Tally(), chance: () => 0.5, serial: () => 1 };
    await server.ready();
    await converse(work, work.oracle.brain("afterwards"));
    server.terminate();
    const code = await server.exited;
    if (code !== 0) find(`a shutdown in peace ended with ${code}`);
  } catch (error) {
    find(error instanceof Error ? error.message : String(error));
  } finally {
    await server.kill();
  }
}

function withData<T>(dataDir: string, look: (db: Database) => T): T {
  const db = new Database(databasePath(dataDir), { readwrite: true, create: false });
  try {
    return look(db);
  } finally {
    db.close(true);
  }
}

/** A hash of every row of every table. */
function contentOf(dataDir: string): string {
  return withData(dataDir, (db) => {
    const hash = new Bun.CryptoHasher("sha256");
    const tables = db
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all();
    for (const { name } of tables) {
      hash.update(`${name}\n`);
      for (const row of db.query(`SELECT * FROM "${name}"`).values()) {
        for (const value of row) hash.update(value instanceof Uint8Array ? value : `${String(value)}\0`);
      }
    }
    return hash.digest("hex");
  });
}

function expectInside(dataDir: string, texts: readonly string[], find: (what: string) => void): void {
  const inside = withData(dataDir, (db) => {
    const rows = db
      .query<{ text: string }, []>("SELECT input || iif(answer = '', '', char(10) || answer) AS text FROM packets")
      .all();
    return new Set(rows.map(({ text }) => text));
  });
  const lost = texts.filter((text) => !inside.has(text));
  if (lost.length > 0) find(`${lost.length} acknowledged records that stood before the damage are lost`);
}

function faultsOf(dataDir: string): string[] {
  return [...checkData(dataDir).findings.map(({ what }) => what), ...withData(dataDir, rowFaults)];
}
