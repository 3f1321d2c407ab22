// What a write is given: its transaction, whose audit it enters, and the list of what it changes for other nodes.
import { sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { BrainChange, BrainRaise } from "../../../domain/ports/brain-changes.ts";
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
  /** Adds to the brain's own numbers, which change with its version: once, at the end. */
  readonly count: (brain: BrainId, added: Partial<BrainNumbers>) => void;
}

/** `taughtThrough`: not less than that; the others are added. */
export interface BrainNumbers {
  /** Positions taken. */
  readonly seqs: number;
  readonly turns: number;
  readonly memories: number;
  readonly taughtThrough: Seq;
  /** Raised, a decision made on the self-attributes that stood before is noticed as outdated. */
  readonly attributesVersion: number;
}

const NOTHING_ADDED: BrainNumbers = { seqs: 0, turns: 0, memories: 0, taughtThrough: 0, attributesVersion: 0 };

/** As it stands in the database; `after`: the version before. */
export type StoredChange = BrainChange & { readonly node: string; readonly after?: number };

/**
 * The moment of the write in microseconds, and more than the version before: a database that went back to an earlier
 * moment gives no version again that it gave before, so what a node has in memory of the time that is lost is noticed.
 */
const NEXT_VERSION = sql`greatest(version + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)`;

/** Collects what a transaction notes, and writes it before the commit: one version more for each brain. */
export class ChangeNotes {
  readonly #notes = new Map<BrainId, BrainChange>();
  readonly #added = new Map<BrainId, BrainNumbers>();

  readonly note = (brain: BrainId, { whole, ...seqs }: BrainChange): void => {
    const noted = this.#notes.get(brain) ?? {};
    for (const name of Object.keys(seqs) as (keyof typeof seqs)[]) {
      noted[name] = [...(noted[name] ?? []), ...(seqs[name] ?? [])];
    }
    this.#notes.set(brain, whole === true || noted.whole === true ? { whole: true } : noted);
  };

  readonly count = (brain: BrainId, added: Partial<BrainNumbers>): void => {
    const so = this.#added.get(brain) ?? NOTHING_ADDED;
    const { seqs = 0, turns = 0, memories = 0, taughtThrough = 0, attributesVersion = 0 } = added;
    this.#added.set(brain, {
      seqs: so.seqs + seqs,
      turns: so.turns + turns,
      memories: so.memories + memories,
      taughtThrough: Math.max(so.taughtThrough, taughtThrough),
      attributesVersion: so.attributesVersion + attributesVersion,
    });
    this.note(brain, {});
  };

  /** The versions that the brains have with it; of one that is gone, none. */
  async write(db: Drizzle, node: string, now: number): Promise<BrainRaise[]> {
    const written: BrainRaise[] = [];
    // In one order, or two transactions would wait for each other.
    for (const [brain, change] of [...this.#notes].sort(([a], [b]) => a - b)) {
      const stored = JSON.stringify({ node, ...change } satisfies StoredChange);
      const { seqs, turns, memories, taughtThrough, attributesVersion } = this.#added.get(brain) ?? NOTHING_ADDED;
      // As text: a parameter that is said to be jsonb is sent as the JSON of a string, to which nothing can be added.
      const rows = await db.execute<{ version: string; after: string }>(sql`
        WITH former AS (SELECT version FROM ${brains} WHERE id = ${brain}::bigint), raised AS (
          UPDATE ${brains} SET version = ${NEXT_VERSION}, next_seq = next_seq + ${seqs}, turns = turns + ${turns},
            memory_size = memory_size + ${memories}, taught_through = greatest(taught_through, ${taughtThrough}),
            attributes_version = attributes_version + ${attributesVersion}
          WHERE id = ${brain}::bigint RETURNING version
        ), noted AS (
          INSERT INTO ${brainChanges} (brain, version, at, changes)
          SELECT ${brain}::bigint, raised.version, ${now}::bigint,
            (${stored}::text::jsonb || jsonb_build_object('after', former.version))::text FROM raised, former
        )
        SELECT raised.version, former.version AS after FROM raised, former`);
      for (const { version, after } of rows) written.push({ brain, version: Number(version), after: Number(after) });
    }
    return written;
  }
}
