// What long work shows: a bar on standard error while it lasts, silent where that is no terminal, and then its amounts.
import type { WorkProgress } from "../domain/ports/data-files.ts";

/** Where a bar is drawn: standard error, or what a test gives. */
export interface ProgressScreen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export interface Progress {
  /** `count` more units are done. */
  advance(count: number): void;
  /** Wipes the bar away; what follows starts on a clean line. */
  done(): void;
}

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

const DRAW_EVERY_MS = 100;
const BAR_CELLS = 24;
const ERASE_LINE = "\r\u001b[2K";

const SILENT: Progress = { advance: () => {}, done: () => {} };

/** `total` in the unit of `advance`; null where nobody knows it: then a count is shown. */
export function createProgress(
  label: string,
  total: number | null,
  screen: ProgressScreen = process.stderr,
  now: () => number = () => performance.now(),
): Progress {
  if (screen.isTTY !== true) return SILENT;
  let count = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const draw = () => {
    drawnAt = now();
    screen.write(ERASE_LINE + progressLine(label, count, total).slice(0, widthOf(screen) - 1));
  };
  draw();
  return {
    advance: (more) => {
      count += more;
      if (now() - drawnAt >= DRAW_EVERY_MS) draw();
    },
    done: () => {
      screen.write(ERASE_LINE);
    },
  };
}

/** A terminal that does not know its width says 0. */
function widthOf({ columns = 0 }: ProgressScreen): number {
  return columns > 0 ? columns : 80;
}

export function progressLine(label: string, count: number, total: number | null): string {
  const shown = count.toLocaleString("en-US");
  if (total === null) return `${label} ${shown}`;
  const share = total === 0 ? 1 : Math.min(1, count / total);
  const full = Math.floor(share * BAR_CELLS);
  const bar = "#".repeat(full) + "-".repeat(BAR_CELLS - full);
  return `${label} [${bar}] ${String(Math.floor(share * 100)).padStart(3)} %  ${shown} of ${total.toLocaleString("en-US")}`;
}

/** Runs the work beside a bar on standard error, which is gone when the work is done. */
export async function withProgress<T>(work: (progress: WorkProgress) => T | Promise<T>): Promise<T> {
  let bar: Progress | null = null;
  try {
    return await work({
      begin(label, total) {
        bar?.done();
        bar = createProgress(label, total);
      },
      advance: (count) => bar?.advance(count),
    });
  } finally {
    (bar as Progress | null)?.done();
  }
}

export function inBytes(bytes: number): string {
  const [unit, size] =
    bytes < MIB ? ["KiB", Math.ceil(bytes / 1024)] : bytes < GIB ? ["MiB", bytes / MIB] : ["GiB", bytes / GIB];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
