// What commands print: each line made harmless to a terminal, and none lost when the process ends.
import { faultCodeOf } from "../domain/storage-faults.ts";
import { printable } from "./printable.ts";

export interface Output {
  /** One line to standard output. */
  readonly print: (line: string) => void;
  /** One line to standard error. */
  readonly warn: (line: string) => void;
  /** Once the last line has gone to whoever reads: what a slow reader has not taken is lost with the process. */
  readonly printed: () => Promise<void>;
  /**
   * `closed`: whoever read standard output has gone, as `head` does, and wants no more; `lost`: what was printed is, as
   * on a full disk; null: neither.
   */
  readonly fate: () => OutputFate | null;
}

export type OutputFate = "closed" | "lost";

/** Standard output ended in the middle of what a command wrote there. */
export class OutputEndedError extends Error {
  override readonly name = "OutputEndedError";

  constructor(readonly fate: OutputFate) {
    super("standard output could not be written");
  }
}

export function fateOf(error: unknown): OutputFate {
  return faultCodeOf(error) === "EPIPE" ? "closed" : "lost";
}

export function openOutput(): Output {
  let printed: Promise<void> = Promise.resolve();
  let fate: OutputFate | null = null;
  process.stdout.on("error", (error) => {
    fate ??= fateOf(error);
  });
  return {
    print(line) {
      printed = new Promise((resolve) => {
        process.stdout.write(`${printable(line)}\n`, (error) => {
          // A file's fault is told here alone, a pipe's as an event too.
          if (error != null) fate ??= fateOf(error);
          resolve();
        });
      });
    },
    warn: (line) => void process.stderr.write(`memoryd: ${printable(line)}\n`),
    printed: () => printed,
    fate: () => fate,
  };
}
