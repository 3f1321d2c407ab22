// The data directory is not one that this program may use.
import { CommandFault } from "../../domain/command-fault.ts";

/** The data cannot be used as it is; the message says what to do. Nothing was changed. */
export class DataRefusedError extends CommandFault {
  override readonly name = "DataRefusedError";
  readonly kind = "refused";
}
