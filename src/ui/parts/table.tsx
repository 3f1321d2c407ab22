// A table of a few hundred rows at most; on a phone each row is a block of its own.
import type { ComponentChildren } from "preact";
import { Empty } from "./basics.tsx";
import "../styles/table.css";

export interface Column<T> {
  readonly label: string;
  readonly show: (row: T) => ComponentChildren;
  /** `buttons`: they stand under a head that only screen readers have. */
  readonly kind?: "number" | "buttons";
}

/** The first column names the row. */
export function DataTable<T>(props: {
  label: string;
  rows: readonly T[];
  keyOf: (row: T) => string;
  columns: readonly Column<T>[];
  empty?: ComponentChildren;
}) {
  const { label, rows, keyOf, columns, empty } = props;
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <table class="data-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" class={column.kind ?? ""}>
              <span class={column.kind === "buttons" ? "visually-hidden" : ""}>{column.label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.label} scope="row">
                  {column.show(row)}
                </th>
              ) : (
                <td key={column.label} class={column.kind ?? ""} data-label={column.label}>
                  {column.show(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
