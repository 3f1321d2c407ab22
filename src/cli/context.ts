// What every command gets from the composition root.

import type { RetrievalMode } from "../domain/account-settings.ts";
import type { AuditStore } from "../domain/audit.ts";
import type { BrainKey } from "../domain/brain.ts";
import type { Clock, RandomSource } from "../domain/chance.ts";
import type { Plans } from "../domain/plan.ts";
import type { AccountStore, CoreStore, KeyStore } from "../domain/ports.ts";
import type { PassPreview } from "../learning/preview-pass.ts";
import type { ExportCounts } from "../portability/export-lines.ts";
import type { AuditVerdict, ReceiptVerdict } from "./audit.ts";
import type { MadeBackup } from "./backup.ts";
import type { WorkProgress } from "./data-work.ts";
import type { Examination, ShownDiagnosis } from "./doctor.ts";
import type { AskedExport } from "./export.ts";
import type { AskedImport, ShownImport } from "./import.ts";
import type { Recalled } from "./recall.ts";
import type { RestoredBackup } from "./restore.ts";
import type { RunningServer } from "./running-server.ts";
import type { SettingFlags, SettingOption, ShownSetting } from "./setting-options.ts";
import type { VerifiedData } from "./verify.ts";

/** The operator's part of a data directory, opened beside a running server or without one. */
export interface OperatorStore {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly cores: CoreStore;
  readonly audit: AuditStore;
  close(): Promise<void>;
}

export interface CliContext {
  readonly version: string;
  /** Id of the model inside the executable. */
  readonly carriedModel: string;
  /** Versions of the runtime and the database inside. */
  readonly bun: string;
  readonly sqlite: () => string;
  /** The licences of everything inside. */
  readonly notices: () => Promise<string>;
  readonly systemdUnit: string;
  readonly settingOptions: readonly SettingOption[];
  readonly clock: Clock;
  readonly random: RandomSource;
  /** One line to standard output. */
  readonly print: (line: string) => void;
  /** One line to standard error, for what does not end the command. */
  readonly warn: (line: string) => void;
  /** Opens the data that the options of the command name. */
  readonly openOperatorStore: (options: DataOptions) => Promise<OperatorStore>;
  /** Makes the file. Throws where one of that name stands there and may not be replaced. */
  readonly backup: (options: DataOptions, file: string, mayReplace: boolean, progress: WorkProgress) => MadeBackup;
  /** Puts the backup in the place of the data, or says what would be done. */
  readonly restore: (
    options: DataOptions,
    asked: AskedBackup,
    dryRun: boolean,
    progress: WorkProgress,
  ) => RestoredBackup;
  /** Looks through the data, or through a backup where one is named. */
  readonly verify: (options: DataOptions, asked: AskedBackup | null, progress: WorkProgress) => VerifiedData;
  /** Follows the audit's chain in the data, or in a file of data where one is named. */
  readonly verifyAudit: (options: DataOptions, file: string | null, head: string | null) => AuditVerdict;
  /** Looks at the receipt in a file, `-` for standard input; `keyFile`: of the public key that it must be signed with. */
  readonly verifyReceipt: (file: string, keyFile: string | null) => Promise<ReceiptVerdict>;
  /** The hash that the audit has of a user. */
  readonly auditNameOf: (options: DataOptions, account: string, user: string) => string;
  /** Writes memory out, to a file or to standard output. */
  readonly exportMemory: (options: DataOptions, asked: AskedExport) => Promise<ExportCounts>;
  /** Brings memory in, where no server runs on the data. */
  readonly importMemory: (options: DataOptions, account: string, asked: AskedImport) => Promise<ShownImport>;
  /** Has a running server bring it in. */
  readonly sendImport: (server: RunningServer, asked: AskedImport) => Promise<ShownImport>;
  /** The plans as settings file and environment say them. */
  readonly plans: (config: string | undefined) => Plans;
  /** Runs until the service was told to stop. `flags` by setting name. */
  readonly serve: (flags: SettingFlags, config: string | undefined) => Promise<void>;
  /** Every setting with its value and source. Throws where one is not what it may be. */
  readonly readSettings: (flags: SettingFlags, config: string | undefined) => readonly ShownSetting[];
  /** Throws where the service would not start with these settings. */
  readonly checkSettings: (flags: SettingFlags, config: string | undefined) => Promise<void>;
  /** What a pass over the brain would do; a brain that is not there has nothing to learn. */
  readonly previewLearning: (options: DataOptions & ModelOptions, brain: BrainKey) => Promise<PassPreview>;
  /** What is wrong with data, settings and machine; changes nothing. */
  readonly examine: (asked: Examination) => Promise<ShownDiagnosis>;
  /** Runs a pass over the brain, where no server runs on the data. */
  readonly learnHere: (options: DataOptions & ModelOptions, brain: BrainKey) => Promise<Learned>;
  /** Has a running server run it; the account is that of the key. */
  readonly askToLearn: (server: RunningServer, brain: BrainKey) => Promise<Learned>;
  /** What a question brings back; a brain that is not there knows nothing. */
  readonly recall: (options: DataOptions & ModelOptions, question: RecallQuestion) => Promise<Recalled>;
  /** Embeds the lines of standard input with the model that the options name. */
  readonly embed: (options: ModelOptions) => Promise<void>;
}

/** How a pass ended, as `POST /sync` tells it. */
export interface Learned {
  readonly ok: boolean;
  /** New lessons. */
  readonly learned: number;
}

export interface RecallQuestion {
  readonly brain: BrainKey;
  readonly query: string;
  /** null: as much as a brief holds. */
  readonly limit: number | null;
  /** null: the account's own. */
  readonly mode: RetrievalMode | null;
}

/** A backup that a command reads. */
export interface AskedBackup {
  readonly file: string;
  /** PEM file of the key that it must be signed with; null: that of the data directory, where one is. */
  readonly publicKeyFile: string | null;
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
