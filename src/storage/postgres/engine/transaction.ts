// What a write is given: its transaction, whose audit it enters, and the list of what it changes for other nodes.
import { sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { AuditKeys } from "../../files/audit-keys.ts";
import { brainChanges, brains } from "../schema.ts";
import type { Drizzle } from "./connections.ts";

/** What nodes that have a brain in memory must read again. */
export interface BrainChange {
  /** Packets that wait for their embedding. */
  waiting?: Seq[];
  /** Packets that have an embedding now, or another one, or another confidence. */
  packets?: Seq[];
  /** Packets whose words are others now. */
  reworded?: Seq[];
  /** Packets that are gone. */
  packetsGone?: Seq[];
  /** Lessons that are new, or have another embedding. */
  lessons?: Seq[];
  lessonsGone?: Seq[];
  /** All of it. */
  whole?: boolean;
}

export interface Tx {
  readonly db: Drizzle;
  readonly keys: AuditKeys;
  /** null before the data has one. */
  readonly dataId: string;
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
    this.#notes.set(brain, whole === true ? { whole } : noted);
  };

  async write(db: Drizzle, node: string, now: number): Promise<void> {
    for (const [brain, change] of this.#notes) {
      const stored: StoredChange = { node, ...change };
      await db.execute(sql`
        WITH raised AS (UPDATE ${brains} SET version = version + 1 WHERE ${brains.id} = ${brain} RETURNING version)
        INSERT INTO ${brainChanges} (brain, version, at, changes)
        SELECT ${brain}::bigint, version, ${now}::bigint, ${JSON.stringify(stored)}::text FROM raised`);
    }
  }
}
