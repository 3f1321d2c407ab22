// Rows of a command's output in columns under their heads, the same on a terminal and in a pipe: programs have --json.
import type { CommandContext } from "./context.ts";
import { printableLine } from "./printable.ts";

const GAP = "  ";
/** So that the columns can be counted. */
const EMPTY = "-";

/** The heads alone where there are no rows. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [heads, ...rows.map((row) => row.map((cell) => (cell === "" ? EMPTY : printableLine(cell))))];
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => Bun.stringWidth(row[column] ?? ""))));
  return cells.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** A list that a command shows: as JSON, or in lines. */
export function printList(
  { print }: Pick<CommandContext, "print">,
  { json }: { readonly json?: true },
  items: readonly object[],
  lines: readonly string[],
): void {
  if (json === true) print(JSON.stringify({ items }));
  else for (const line of lines) print(line);
}

/** By what a terminal shows of it: an ideograph takes two places. */
function padded(cell: string, width: number): string {
  return cell + " ".repeat(Math.max(0, width - Bun.stringWidth(cell)));
}
