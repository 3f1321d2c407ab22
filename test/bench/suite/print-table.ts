// Tables as text, for a terminal.
import type { Cell, Goal, Table } from "./part.ts";

/** Numbers to three figures or so; whole ones as they are. */
export function formatCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined || Number.isNaN(cell)) return "-";
  if (typeof cell !== "number") return String(cell);
  if (Number.isInteger(cell)) return cell.toLocaleString("en-US");
  const size = Math.abs(cell);
  return cell.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3);
}

export function formatTable({ title, rows, notes = [] }: Table): string {
  const heads = Object.keys(rows[0] ?? {});
  const lines = [heads, ...rows.map((row) => heads.map((head) => formatCell(row[head])))];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const isText = heads.map((head) => rows.every((row) => typeof row[head] === "string"));
  const text = lines.map((line) =>
    line
      .map((cell, column) => (isText[column] ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ")
      .trimEnd(),
  );
  return [title, ...text.map((line) => `  ${line}`), ...notes.map((note) => `  (${note})`)].join("\n");
}

export function isKept({ measured, bound, goal }: Goal): boolean | null {
  if (measured === null || Number.isNaN(measured)) return null;
  return bound === "at most" ? measured <= goal : measured >= goal;
}

/** What was aimed at, and whether this machine gets there. */
export function goalsTable(goals: readonly Goal[]): Table {
  const rows = goals.map((goal) => {
    const kept = isKept(goal);
    return {
      goal: goal.what,
      measured: goal.measured,
      bound: `${goal.bound} ${formatCell(goal.goal)}`,
      kept: kept === null ? "not measured" : kept ? "yes" : "NO",
    };
  });
  return { title: "Goals", rows };
}
