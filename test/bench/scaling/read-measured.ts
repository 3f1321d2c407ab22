// The numbers that the benchmark's part "capacity" has written, as the suite writes them.
import type { Measured } from "../capacity/measured.ts";

/** The committed ones. */
export const MEASURED_FILE = new URL("measured.json", import.meta.url).pathname;

export interface MeasuredOn {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly machine: string;
  readonly numbers: Measured;
}

interface Report {
  readonly date: string;
  readonly machine: string;
  readonly parts?: { readonly capacity?: { readonly numbers?: Measured } };
}

/** Throws where the file has no such part. */
export async function readMeasured(file: string): Promise<MeasuredOn> {
  const { date, machine, parts }: Report = await Bun.file(file).json();
  const numbers = parts?.capacity?.numbers;
  if (numbers === undefined) throw new Error(`${file} holds no part "capacity" of the benchmark`);
  return { date, machine, numbers };
}
