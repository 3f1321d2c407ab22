// Empties brains slice by slice where the disk has no room to erase them at once: each slice is a commit of its own, and
// gives its room back before the next.
import type { Database } from "bun:sqlite";
import type { BrainId } from "../domain/brain.ts";
import { rowsOf } from "./rows.ts";

/** The first try; halved where even that is too much. */
const PACKETS_FIRST = 256;
/** Rows of turns hardly ever hold more than a few hundred bytes. */
const TURNS = 2_048;

export interface SlicedErasure {
  /** Must have given the log's room back when it returns. */
  readonly afterSlice: () => void;
  readonly isFull: (error: unknown) => boolean;
}

/** What an erasure names: a brain by its key, a core by its slug, or a user in one core or in all. */
interface NamedBrains {
  readonly key?: { readonly account: string; readonly core: string; readonly user: string | null };
  readonly account?: string;
  readonly slug?: string;
  readonly core?: string | null;
  readonly user?: string;
}

export function brainsNamedBy(db: Database, input: unknown): BrainId[] {
  if (typeof input !== "object" || input === null) return [];
  const { key, account, slug, core, user }: NamedBrains = input;
  const select = (where: string, ...values: (string | null)[]) =>
    db
      .query<{ id: BrainId }, (string | null)[]>(`SELECT id FROM brains WHERE ${where}`)
      .all(...values)
      .map(({ id }) => id);
  if (key !== undefined) return select("account = ? AND core = ? AND user = ?", key.account, key.core, key.user ?? "");
  if (account === undefined) return [];
  if (slug !== undefined) return select("account = ? AND core = ?", account, slug);
  if (user === undefined) return [];
  return select("account = ? AND core = coalesce(?, core) AND user = ?", account, core ?? null, user);
}

/** Erases the packets and turns of a brain; returns how many packets there were. Throws what SQLite throws. */
export function emptyInSlices(db: Database, brain: BrainId, slices: SlicedErasure): number {
  let most = PACKETS_FIRST;
  let erased = 0;
  for (;;) {
    try {
      const gone = db.transaction(() => erasePackets(db, brain, most)).immediate();
      slices.afterSlice();
      erased += gone;
      if (gone < most) break;
    } catch (error) {
      if (!slices.isFull(error) || most === 1) throw error;
      most = Math.ceil(most / 2);
      slices.afterSlice();
    }
  }
  const turns = db.query("DELETE FROM turns WHERE id IN (SELECT id FROM turns WHERE brain = ? LIMIT ?)");
  while (turns.run(brain, TURNS).changes > 0) slices.afterSlice();
  return erased;
}

function erasePackets(db: Database, brain: BrainId, most: number): number {
  const { first, end } = rowsOf(brain);
  const packets = db
    .query<{ row: number; id: string }, [number, number, number]>(
      "SELECT row, id FROM packets WHERE row >= ? AND row < ? ORDER BY row LIMIT ?",
    )
    .all(first, end, most);
  const erase = db.query("DELETE FROM packets WHERE row = ?");
  const unlink = db.query("DELETE FROM lesson_sources WHERE packet_id = ?");
  for (const { row, id } of packets) {
    erase.run(row);
    unlink.run(id);
  }
  addToMemorySize(db, brain, -packets.length);
  return packets.length;
}

export function addToMemorySize(db: Database, brain: BrainId, by: number): void {
  db.query(
    "UPDATE brains SET memory_size = memory_size + ?, attributes_version = attributes_version + 1 WHERE id = ?",
  ).run(by, brain);
}
