// What every command gets from the composition root.
import type { Clock, RandomSource } from "../base/chance.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { AuditStore } from "../domain/ports/audit-store.ts";
import type { CoreStore } from "../domain/ports/core-store.ts";
import type { KeyStore } from "../domain/ports/key-store.ts";

/** The operator's part of a data directory, opened beside a running server or without one. */
export interface OperatorStore {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly cores: CoreStore;
  readonly audit: AuditStore;
  close(): Promise<void>;
}

/** What every command gets; what one alone needs stands in its own file. */
export interface CommandContext {
  readonly clock: Clock;
  readonly random: RandomSource;
  /** One line to standard output. */
  readonly print: (line: string) => void;
  /** One line to standard error, for what does not end the command. */
  readonly warn: (line: string) => void;
  /** Opens the data that the options of the command name. */
  readonly openOperatorStore: (options: DataOptions) => Promise<OperatorStore>;
}

/** Options of a command that works on a data directory. */
export interface DataOptions {
  readonly dataDir?: string;
  readonly config?: string;
}

/** Options of a command that opens the embedding model. */
export interface ModelOptions {
  readonly modelDir?: string;
  readonly config?: string;
}
