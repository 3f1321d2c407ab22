// What is wrong with the patterns of a constitution.
import type { Constitution } from "../domain/constitution.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";

/** Choices of all compiled patterns of a constitution together: each may be tried at every character of a text. */
const STEPS_MAX = 10_000;
/**
 * Unicode classes (`\p{L}`) of all patterns of a constitution together. They are compiled before rights and rates are
 * looked at, and the compiler takes a third of a millisecond for each: 40 times what it takes for other characters.
 */
const UNICODE_CLASSES_MAX = 1_000;

export interface PatternFault {
  /** Where, such as `gates[0].pattern`; null: they are too much together. */
  readonly field: string | null;
  /** The end of a sentence that begins with the field; a whole one where there is none. */
  readonly message: string;
}

/** The first fault; null: none. */
export async function patternFault(
  reading: Pick<TextReading, "checkPatterns">,
  { gates, prohibitions }: Pick<Constitution, "gates" | "prohibitions">,
  account: string | null,
): Promise<PatternFault | null> {
  const patterns = [...gates, ...prohibitions].map(({ pattern }) => pattern);
  const classes = patterns.join().split(/\\[pP]/).length - 1;
  if (classes > UNICODE_CLASSES_MAX) {
    const message = `the patterns together name too many Unicode classes (${classes} of ${UNICODE_CLASSES_MAX})`;
    return { field: null, message };
  }
  const { faults, steps } = await reading.checkPatterns({ patterns }, account);
  const at = faults.findIndex((fault) => fault !== null);
  if (at >= 0) {
    const field = at < gates.length ? `gates[${at}].pattern` : `prohibitions[${at - gates.length}].pattern`;
    return { field, message: faults[at]! };
  }
  if (steps <= STEPS_MAX) return null;
  const message = `the patterns together stand for too large a program (${steps} of ${STEPS_MAX} steps for each character)`;
  return { field: null, message };
}
