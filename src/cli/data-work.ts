// What backup, restore and verify show while they work, and what every one of them gets.
import type { WorkProgress } from "../domain/ports/data-files.ts";
import { createProgress, type Progress } from "./progress.ts";

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
  return bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024).toLocaleString("en-US")} KiB`
    : `${(bytes / 1024 / 1024).toLocaleString("en-US", { maximumFractionDigits: 1 })} MiB`;
}

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
