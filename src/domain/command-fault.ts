// Faults that whoever runs a command is told in one sentence, and what each of them means for the exit code.

/** `failed`: it did not work; `usage`: it was asked for in a wrong way; `refused`: it would have endangered the data. */
export type FaultKind = "failed" | "usage" | "refused";

/** The message tells it whole. Whatever else is thrown is a defect of the program, and is shown with its stack. */
export abstract class CommandFault extends Error {
  abstract readonly kind: FaultKind;
}
