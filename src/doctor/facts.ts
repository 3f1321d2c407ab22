// What the doctor is told of the program and the machine; what it can look up itself it looks up.

import type { ListenAddress } from "../base/local-host.ts";
import type { Certificate } from "../domain/certificate.ts";
import type { ModelName } from "../domain/portability.ts";
import type { DataFiles } from "../domain/ports/data-files.ts";

/** What other machines can reach of the service, and how. */
export interface Reach {
  readonly host: string;
  readonly isTls: boolean;
  readonly isLoopback: boolean;
  /** Whether the operator said that other machines may come in the clear. */
  readonly allowsRemote: boolean;
  /** null: there is none, or it could not be read. */
  readonly certificate: Certificate | null;
  /** The setting of a listener for Prometheus that other machines reach; null: there is none. */
  readonly openMetrics: string | null;
}

/** Of the settings, those that the doctor judges. */
export interface JudgedSettings extends Reach {
  readonly port: number;
  /** Absolute or as the settings say it. */
  readonly adminKeyFile: string;
  readonly memoryBytes: number;
  readonly embeddingWorkers: number;
  /** Scheduled backups, and when the newest of them was made (null: there is none); null: none are scheduled. */
  readonly backups: {
    readonly folder: string;
    /** The longest time between two of them that the schedule says, about. */
    readonly everyMs: number;
    readonly newest: () => number | null;
    /** Why none can be put there, in words; null where nothing is in the way. */
    readonly fault: string | null;
    /** What runs after each of them; absent: nothing does. */
    readonly command?: {
      readonly program: string;
      readonly isFound: boolean;
      /** How it ended last; null: it did not run yet. */
      readonly last: {
        readonly at: string;
        readonly file: string;
        readonly ok: boolean;
        readonly reason: string | null;
      } | null;
    };
  } | null;
}

export interface DoctorFacts {
  readonly dataDir: string;
  readonly data: Pick<DataFiles, "holder" | "examine">;
  /** Whether it lies in PostgreSQL, and in no file of the directory. */
  readonly isInDatabase: boolean;
  readonly now: number;
  /** Also reads every page of the data. */
  readonly isDeep: boolean;
  /** null where they are wrong: `settingsFault` says why. */
  readonly settings: JudgedSettings | null;
  readonly settingsFault: string | null;
  /** Where the service that has the data says that it listens; null: it says nothing. */
  readonly serviceAddress: ListenAddress | null;
  readonly program: {
    /** The model that the service would use; null where its folder is not usable: `modelFault` says why. */
    readonly model: ModelName | null;
    readonly modelFault: string | null;
    readonly sqliteVersion: string;
    /** Why that SQLite is not to be trusted; null where it is. */
    readonly sqliteFault: string | null;
  };
  readonly machine: Machine;
}

/** The machine as it is; tests give others. */
export interface Machine {
  /** Whose files these should be: that of this process. */
  readonly uid: number;
  readonly freeBytes: (path: string) => number;
  /** Whether nobody can write there, root neither. */
  readonly isReadOnly: (path: string) => boolean;
  /** The number that Linux has for the kind of file system; 0 where it is not known. */
  readonly fileSystem: (path: string) => number;
  /** Memory of the machine, or of the control group where that has less. */
  readonly memoryBytes: number;
  /** Soft limit on open files of a process (null: of this one); null where it is not known. */
  readonly openFilesMax: (pid: number | null) => number | null;
  /** Whether somebody answers /livez there within a second. */
  readonly answers: (address: ListenAddress) => Promise<boolean>;
}
