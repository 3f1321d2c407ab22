// What the commands that erase somebody or something for good share: they ask first, and keep the receipt.
import type { Command } from "commander";
import { CommandFault } from "../domain/command-fault.ts";
import type { ErasureReceipt } from "../domain/receipt.ts";
import type { CommandContext } from "./context.ts";
import { counted } from "./progress.ts";

/** A file that was made for a receipt before anything was erased: where it cannot be, nothing is. */
export interface ReservedFile {
  /** On the disk when this returns. */
  readonly write: (text: string) => void;
  /** Takes the empty file away again. */
  readonly giveBack: () => void;
}

export interface ErasingContext extends CommandContext {
  /** What somebody types at the terminal; null where there is none to ask at. */
  readonly askAtTerminal: (question: string) => string | null;
  /** Throws where one of that name is there already, or none can be made. */
  readonly reserveFile: (file: string) => ReservedFile;
}

export interface ErasingOptions {
  readonly yes?: true;
  readonly output?: string;
  readonly json?: true;
}

export function addErasingOptions(command: Command): void {
  command
    .option("--yes", "do not ask; needed where there is no terminal")
    .option("--output <file>", "keep the receipt in this file, which must not be there yet");
}

/** Whoever was asked did not say yes. */
class NotConfirmedError extends CommandFault {
  override readonly name = "NotConfirmedError";
  readonly kind = "failed";
}

/** Goes on only where `name` was typed, or --yes was given. */
export function confirmErasure(
  command: Command,
  context: ErasingContext,
  { yes }: ErasingOptions,
  { name, what }: { readonly name: string; readonly what: string },
): void {
  if (yes === true) return;
  const typed = context.askAtTerminal(`This erases ${what} for good. Type ${name} to go on:`);
  if (typed === null)
    command.error(`error: this erases ${what} for good: say --yes where there is no terminal to ask at`);
  if (typed.trim() !== name) throw new NotConfirmedError("nothing was erased");
}

export interface ToldErasure {
  readonly receipt: ErasureReceipt;
  readonly keys_revoked: number;
}

/** Erases, and shows the receipt or keeps it in the file that was named. `done`: such as "erased ada". */
export async function eraseWithReceipt(
  context: ErasingContext,
  { output, json }: ErasingOptions,
  done: string,
  erase: () => Promise<ToldErasure>,
): Promise<void> {
  const file = output === undefined ? null : context.reserveFile(output);
  let told: ToldErasure;
  try {
    told = await erase();
  } catch (error) {
    file?.giveBack();
    throw error;
  }
  const { receipt, keys_revoked: keys } = told;
  const whyLost = file === null ? null : failureOf(() => file.write(`${JSON.stringify(told, null, 2)}\n`));
  const ended = keys === 0 ? "" : `; revoked ${counted(keys, "key", "keys")}`;
  if (json === true) context.print(JSON.stringify(told));
  else context.print(`${done}: ${heldBy(receipt)}${ended}`);
  // A receipt is made out once: it is shown where it could not be kept.
  if (json !== true && (file === null || whyLost !== null)) context.print(JSON.stringify(receipt, null, 2));
  if (whyLost !== null) throw new ReceiptNotKeptError(`${output} could not be written, see above: ${whyLost}`);
  if (json !== true && output !== undefined) context.print(`its receipt is in ${output}`);
}

function failureOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : "unknown error";
  }
}

/** The erasure is done, and its receipt was printed instead. */
class ReceiptNotKeptError extends CommandFault {
  override readonly name = "ReceiptNotKeptError";
  readonly kind = "failed";
}

function heldBy({ brains, packets, lessons }: ErasureReceipt): string {
  return [
    counted(brains, "brain", "brains"),
    counted(packets, "packet", "packets"),
    counted(lessons, "lesson", "lessons"),
  ].join(", ");
}
