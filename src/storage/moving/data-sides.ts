// What a move asks of the data on either side.
import type { ChainEnd } from "../../domain/audit.ts";
import { CommandFault } from "../../domain/command-fault.ts";
import type { Lot } from "../postgres/engine/copy-rows.ts";
import type { MovedTable } from "./moved-tables.ts";

/** The data could not be moved whole; the message says why. */
export class MoveError extends CommandFault {
  override readonly name = "MoveError";
  readonly kind = "failed";
}

/** Rows in the order of the table's key; `limit` null: all that follow. */
export interface RowRange {
  readonly from: number;
  readonly limit: number | null;
}

export const ALL_ROWS: RowRange = { from: 0, limit: null };

/** The highest numbers ever given: none of them is given again. */
export interface GivenNumbers {
  readonly brains: number;
  readonly cores: number;
}

export interface DataSide {
  /** For people: a directory, or a URL without its password. */
  readonly place: string;
  readonly dataId: string;
  count(table: MovedTable): Promise<number>;
  /** The next lot is read once `take` has done with the one before. */
  read(table: MovedTable, range: RowRange, take: (lot: Lot) => Promise<void>): Promise<void>;
  numbers(): Promise<GivenNumbers>;
  head(): Promise<ChainEnd>;
  /** The public key that the audit named last; null where it named none. */
  signingKey(): Promise<string | null>;
}

export interface TargetSide extends DataSide {
  /** Whether the table follows from others there, and is not written. */
  isDerived(table: MovedTable): boolean;
  /** On the disk when it returns, whole. */
  write(table: MovedTable, lot: Lot): Promise<void>;
  /** Throws DataRefusedError for the audit, of which nothing is ever taken away. */
  clear(table: MovedTable): Promise<void>;
  /** What is no row. */
  settle(numbers: GivenNumbers, head: ChainEnd): Promise<void>;
  /** From now on it may be served. */
  finish(): Promise<void>;
}

/** Tables that are read and written at the same time. */
export const TABLES_AT_ONCE = 4;

/** What stands in the target is of another history than the source. */
export const OTHER_HISTORY =
  "holds an unfinished move of other entries in the audit than these: make it empty, and begin anew";
