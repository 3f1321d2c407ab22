// Row numbers: a brain's rows lie side by side in every table that is keyed by them.
import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { BrainId } from "../../domain/brain.ts";
import type { Seq } from "../../domain/packet.ts";

export const SEQ_SPAN = 2 ** 28;

/** 25 bits of brain and 28 of seq: 53 bits, all that a JavaScript number holds exactly. */
export function rowOf(brain: BrainId, seq: Seq): number {
  return brain * SEQ_SPAN + seq;
}

export function brainOf(row: number): BrainId {
  return Math.floor(row / SEQ_SPAN);
}

export function seqOf(row: number): Seq {
  return row % SEQ_SPAN;
}

/** All rows of a brain: first <= row < end. */
export function rowsOf(brain: BrainId): { first: number; end: number } {
  return { first: brain * SEQ_SPAN, end: (brain + 1) * SEQ_SPAN };
}

/** Whether a row number, in that column, is of the brain. */
export function ofBrain(row: AnySQLiteColumn, brain: BrainId): SQL | undefined {
  const { first, end } = rowsOf(brain);
  return and(gte(row, first), lt(row, end));
}

/** The same in a statement that is built once: it is given `rowsOf`, or a part of that. */
export function inRows(row: AnySQLiteColumn): SQL | undefined {
  return and(gte(row, sql.placeholder("first")), lt(row, sql.placeholder("end")));
}
