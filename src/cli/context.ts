// What every command gets from the composition root.

import type { RetrievalMode } from "../domain/account-settings.ts";
import type { BrainKey } from "../domain/brain.ts";
import type { Clock, RandomSource } from "../domain/chance.ts";
import type { AccountStore, CoreStore, KeyStore } from "../domain/ports.ts";
import type { PassPreview } from "../learning/preview-pass.ts";
import type { Recalled } from "./recall.ts";
import type { SettingOption } from "./serve.ts";

/** The operator's part of a data directory, opened beside a running server or without one. */
export interface OperatorStore {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly cores: CoreStore;
  close(): Promise<void>;
}

export interface CliContext {
  readonly version: string;
  /** Id of the model inside the executable. */
  readonly carriedModel: string;
  readonly settingOptions: readonly SettingOption[];
  readonly clock: Clock;
  readonly random: RandomSource;
  /** One line to standard output. */
  readonly print: (line: string) => void;
  /** Opens the data that the options of the command name. */
  readonly openOperatorStore: (options: DataOptions) => Promise<OperatorStore>;
  /** Runs until the service was told to stop. `flags` by setting name. */
  readonly serve: (flags: Readonly<Record<string, string | undefined>>, config: string | undefined) => Promise<void>;
  /** What a pass over the brain would do; a brain that is not there has nothing to learn. */
  readonly previewLearning: (options: DataOptions & ModelOptions, brain: BrainKey) => Promise<PassPreview>;
  /** What a question brings back; a brain that is not there knows nothing. */
  readonly recall: (options: DataOptions & ModelOptions, question: RecallQuestion) => Promise<Recalled>;
  /** Embeds the lines of standard input with the model that the options name. */
  readonly embed: (options: ModelOptions) => Promise<void>;
}

export interface RecallQuestion {
  readonly brain: BrainKey;
  readonly query: string;
  /** null: as much as a brief holds. */
  readonly limit: number | null;
  /** null: the account's own. */
  readonly mode: RetrievalMode | null;
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
