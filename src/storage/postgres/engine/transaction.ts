// What a write is given: its transaction, whose audit it enters, and the list of what it changes for other nodes.
import { sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import type { BrainChange, BrainVersion } from "../../../domain/ports/brain-changes.ts";
import type { AuditKeys } from "../../files/audit-keys.ts";
import { brainChanges, brains } from "../schema.ts";
import type { Drizzle } from "./connections.ts";

export type { BrainChange } from "../../../domain/ports/brain-changes.ts";

export interface Tx {
  readonly db: Drizzle;
  readonly keys: AuditKeys;
  readonly dataId: string;
  /** Of the model that this node embeds with, whichever the data has adopted meanwhile. */
  readonly generation: number;
  /** Notes what the transaction changes of a brain; it is written with the rest. */
  readonly note: (brain: BrainId, change: BrainChange) => void;
}

/** As a node writes it. */
export type StoredChange = BrainChange & { readonly node: string };

/** Collects what a transaction notes, and writes it before the commit: one version more for each brain. */
export class ChangeNotes {
  readonly #notes = new Map<BrainId, BrainChange>();

  readonly note = (brain: BrainId, { whole, ...seqs }: BrainChange): void => {
    const noted = this.#notes.get(brain) ?? {};
    for (const name of Object.keys(seqs) as (keyof typeof seqs)[]) {
      noted[name] = [...(noted[name] ?? []), ...(seqs[name] ?? [])];
    }
    this.#notes.set(brain, whole === true || noted.whole === true ? { whole: true } : noted);
  };

  /** The versions that the brains have with it; of one that is gone, none. */
  async write(db: Drizzle, node: string, now: number): Promise<BrainVersion[]> {
    const written: BrainVersion[] = [];
    // In one order, or two transactions would wait for each other.
    for (const [brain, change] of [...this.#notes].sort(([a], [b]) => a - b)) {
      const stored: StoredChange = { node, ...change };
      const rows = await db.execute<{ version: string }>(sql`
        WITH raised AS (UPDATE ${brains} SET version = version + 1 WHERE id = ${brain} RETURNING version)
        INSERT INTO ${brainChanges} (brain, version, at, changes)
        SELECT ${brain}::bigint, version, ${now}::bigint, ${JSON.stringify(stored)}::text FROM raised
        RETURNING version`);
      for (const { version } of rows) written.push({ brain, version: Number(version) });
    }
    return written;
  }
}
