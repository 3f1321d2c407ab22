// What can be wrong with a sealed file, and with what is to open it.
import { CommandFault } from "../../domain/command-fault.ts";

/** `damaged`: the file is no whole sealed file. `locked`: it may be one, and what was given does not open it. */
export class SealError extends CommandFault {
  override readonly name = "SealError";
  readonly kind = "failed";

  constructor(
    readonly fault: "damaged" | "locked",
    message: string,
  ) {
    super(message);
  }
}
