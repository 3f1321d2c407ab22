// Stores many rows at once by COPY, which an import's part of a hundred packets spends less than half of its time on.
import type { SQL as Client } from "bun";
import { getTableColumns, getTableName } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Drizzle } from "./connections.ts";
import { type Cell, type ColumnKind, type Lot, piecesOf, RowWriter } from "./copy-rows.ts";

const KINDS: Readonly<Record<string, ColumnKind>> = {
  integer: "int4",
  bigint: "int8",
  "double precision": "float8",
  boolean: "bool",
  text: "text",
  bytea: "bytea",
};

/** In a transaction, where nothing else may be asked meanwhile. Every row has the columns of the first. */
export async function copyInto<T extends PgTable>(
  { $client }: Pick<Drizzle, "$client">,
  table: T,
  rows: readonly T["$inferInsert"][],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in first);
  const writer = new RowWriter(columns.map(([, column]) => kindOf(column)));
  for (const row of rows as readonly Record<string, unknown>[]) {
    writer.add(columns.map(([name, column]) => cellOf(column, row[name])));
  }
  const names = columns.map(([, column]) => (column.keyAsName ? toSnakeCase(column.name) : column.name));
  await copyLot($client, { name: getTableName(table), columns: names }, writer.take());
}

function kindOf(column: PgColumn): ColumnKind {
  const kind = KINDS[column.getSQLType()];
  if (kind === undefined) throw new Error(`${column.name} has a type that is not copied: ${column.getSQLType()}`);
  return kind;
}

function cellOf(column: PgColumn, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  const given = column.mapToDriverValue(value);
  return typeof given === "boolean" ? Number(given) : (given as Cell);
}

/** `columns`: those of the lot, in its order. */
export async function copyLot(
  client: Client,
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
  lot: Lot,
): Promise<void> {
  const named = columns.map((column) => `"${column}"`).join(", ");
  const writer = client.unsafe(`COPY "${name}" (${named}) FROM STDIN (FORMAT binary)`).writable().getWriter();
  try {
    for (const bytes of piecesOf(lot)) await writer.write(bytes);
  } catch (error) {
    await writer.abort().catch(() => {});
    throw error;
  }
  await writer.close();
}
