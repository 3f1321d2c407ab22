// Moves all data from one engine to the other, row for row. Killed at any moment, the same move goes on where it stopped.
import { createHash, type Hash } from "node:crypto";
import type { WorkProgress } from "../../domain/ports/data-files.ts";
import type { Lot } from "../postgres/engine/copy-rows.ts";
import { ALL_ROWS, type DataSide, MoveError, type RowRange, TABLES_AT_ONCE, type TargetSide } from "./data-sides.ts";
import { MOVED_TABLES, type MovedTable } from "./moved-tables.ts";

export interface MovedTableReport {
  readonly rows: number;
  /** Hex, over the rows in the form of PostgreSQL's binary COPY, in the order of their key. */
  readonly sha256: string;
}

/** By table; the same on both sides. */
export type MoveReport = Readonly<Record<string, MovedTableReport>>;

/** Throws MoveError where the two sides differ at the end. */
export async function moveData(source: DataSide, target: TargetSide, progress: WorkProgress): Promise<MoveReport> {
  const counts = await countAll(source);
  const total = counts.values().reduce((sum, count) => sum + count, 0);
  progress.begin("moving", total);
  const moved = new Map<string, MovedTableReport>();
  const move = async (table: MovedTable) => {
    moved.set(table.name, await moveTable(source, target, table, progress));
  };
  await severalAtOnce(tablesThat(false), move);
  await severalAtOnce(tablesThat(true), move);
  await target.settle(await source.numbers(), await source.head());
  progress.begin("checking", total);
  const found = new Map<string, MovedTableReport>();
  await severalAtOnce(MOVED_TABLES, async (table) => {
    found.set(table.name, await digestOf(target, table, ALL_ROWS, progress));
  });
  requireSame(moved, found, counts);
  await requireSameEnds(source, target);
  await target.finish();
  return Object.fromEntries(MOVED_TABLES.map(({ name }) => [name, moved.get(name) ?? NOTHING]));
}

const NOTHING: MovedTableReport = { rows: 0, sha256: "" };

function tablesThat(follow: boolean): MovedTable[] {
  return MOVED_TABLES.filter(({ follows }) => (follows !== undefined) === follow);
}

async function countAll(side: DataSide): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of MOVED_TABLES) counts.set(table.name, await side.count(table));
  return counts;
}

/** The next begins as one ends; after a fault none begins, and those under way are waited for. */
async function severalAtOnce(tables: readonly MovedTable[], work: (table: MovedTable) => Promise<void>): Promise<void> {
  const waiting = [...tables];
  const takeTurns = async () => {
    for (let table = waiting.shift(); table !== undefined; table = waiting.shift()) {
      try {
        await work(table);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: TABLES_AT_ONCE }, takeTurns));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** What the source holds, as it was read. */
async function moveTable(
  source: DataSide,
  target: TargetSide,
  table: MovedTable,
  progress: WorkProgress,
): Promise<MovedTableReport> {
  if (target.isDerived(table)) return digestOf(source, table, ALL_ROWS, progress);
  const { hash, rows: from } = await goOn(source, target, table);
  progress.advance(from);
  let rows = from;
  await source.read(table, { from, limit: null }, async (lot) => {
    if (lot.rows === 0) return;
    hash.update(lot.bytes);
    await target.write(table, lot);
    rows += lot.rows;
    progress.advance(lot.rows);
  });
  return { rows, sha256: hash.digest("hex") };
}

/** What an earlier move has left stays, where it still is what the source begins with. */
async function goOn(source: DataSide, target: TargetSide, table: MovedTable): Promise<{ hash: Hash; rows: number }> {
  const rows = await target.count(table);
  if (rows === 0) return { hash: createHash("sha256"), rows };
  const [here, there] = await Promise.all([
    hashRows(source, table, { from: 0, limit: rows }),
    hashRows(target, table, ALL_ROWS),
  ]);
  const isSame = here.rows === there.rows && here.hash.copy().digest("hex") === there.hash.digest("hex");
  if (isSame) return here;
  await target.clear(table);
  return { hash: createHash("sha256"), rows: 0 };
}

async function hashRows(
  side: DataSide,
  table: MovedTable,
  range: RowRange,
  onLot: (lot: Lot) => void = () => {},
): Promise<{ hash: Hash; rows: number }> {
  const hash = createHash("sha256");
  let rows = 0;
  await side.read(table, range, async (lot) => {
    hash.update(lot.bytes);
    rows += lot.rows;
    onLot(lot);
  });
  return { hash, rows };
}

async function digestOf(
  side: DataSide,
  table: MovedTable,
  range: RowRange,
  progress: WorkProgress,
): Promise<MovedTableReport> {
  const { hash, rows } = await hashRows(side, table, range, (lot) => progress.advance(lot.rows));
  return { rows, sha256: hash.digest("hex") };
}

type Reports = ReadonlyMap<string, MovedTableReport>;

function requireSame(moved: Reports, found: Reports, counts: ReadonlyMap<string, number>): void {
  const other = MOVED_TABLES.filter(({ name }) => {
    const [here = NOTHING, there = NOTHING] = [moved.get(name), found.get(name)];
    return here.rows !== there.rows || here.sha256 !== there.sha256 || here.rows !== counts.get(name);
  });
  if (other.length === 0) return;
  const what = other.map(
    ({ name }) =>
      `${name} (${counts.get(name)} rows there, ${moved.get(name)?.rows} moved, ${found.get(name)?.rows} here)`,
  );
  throw new MoveError(`what was moved is not what there was: ${what.join(", ")}; nothing may serve it`);
}

async function requireSameEnds(source: DataSide, target: TargetSide): Promise<void> {
  const endOf = async (side: DataSide) => JSON.stringify([side.dataId, await side.numbers(), await side.head()]);
  const [here, there] = await Promise.all([endOf(source), endOf(target)]);
  if (here !== there) throw new MoveError(`the numbers given next, or the end of the audit, differ: ${here}, ${there}`);
}
