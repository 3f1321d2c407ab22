// How a command shows what it found wrong.
import { printableLine } from "./printable.ts";
import { counted } from "./progress.ts";

export interface ShownFinding {
  readonly code: string;
  readonly level: "error" | "warning" | "note";
  readonly where: string;
  readonly what: string;
  readonly fix: string;
}

export function findingLines({ code, level, where, what, fix }: ShownFinding): string[] {
  return [
    `${level.padEnd(7)}  ${code}: ${printableLine(what)}`,
    `         where: ${printableLine(where)}`,
    `         fix:   ${printableLine(fix)}`,
  ];
}

/** "1 error, 0 warnings", of those levels. */
export function sumOf(findings: readonly ShownFinding[], levels: readonly ShownFinding["level"][]): string {
  return levels.map((level) => counted(countOf(findings, level), level, `${level}s`)).join(", ");
}

export function countOf(findings: readonly ShownFinding[], level: ShownFinding["level"]): number {
  return findings.filter((finding) => finding.level === level).length;
}
