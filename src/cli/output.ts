// What commands print: each line made harmless to a terminal, and none lost when the process ends.
import { printable } from "./printable.ts";

export interface Output {
  /** One line to standard output. */
  readonly print: (line: string) => void;
  /** One line to standard error. */
  readonly warn: (line: string) => void;
  /** Once the last line has gone to whoever reads: what a slow reader has not taken is lost with the process. */
  readonly printed: () => Promise<void>;
  /** Whether whoever read standard output has gone, or its disk is full: what was printed is lost. */
  readonly isLost: () => boolean;
}

export function openOutput(): Output {
  let printed: Promise<void> = Promise.resolve();
  let isLost = false;
  process.stdout.on("error", () => {
    isLost = true;
  });
  return {
    print(line) {
      printed = new Promise((resolve) => process.stdout.write(`${printable(line)}\n`, () => resolve()));
    },
    warn: (line) => void process.stderr.write(`memoryd: ${printable(line)}\n`),
    printed: () => printed,
    isLost: () => isLost,
  };
}
