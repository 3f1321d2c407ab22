// Rows of a brain that are named by their seqs, in statements that read the same for any number of them: the server keeps
// a plan for each wording.
import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { bytesOfVector } from "../../base/vector-bytes.ts";
import type { BrainId } from "../../domain/brain.ts";
import type { Seq } from "../../domain/packet.ts";

/** `seqs` may stand for them, in a statement that is built once. */
export function among(column: AnyPgColumn, seqs: readonly Seq[] | Placeholder): SQL {
  return sql`${column} = ANY(${sql.param(seqs)}::int[])`;
}

/** What a statement updates from: `made`, with the columns `seq` and `vector`. */
export function madeVectors(made: readonly { readonly seq: Seq; readonly vector: Float32Array }[]): SQL {
  const seqs = made.map(({ seq }) => seq);
  const vectors = made.map(({ vector }) => bytesOfVector(vector));
  return sql`unnest(${sql.param(seqs)}::int[], ${sql.param(vectors)}::bytea[]) AS made(seq, vector)`;
}

/** The order in which a write that spans brains locks them. */
export function byBrain<T extends { readonly brain: BrainId }>(all: readonly T[]): [BrainId, T[]][] {
  return [...Map.groupBy(all, ({ brain }) => brain)].sort(([a], [b]) => a - b);
}
