// What only an engine has that keeps its data in files of this machine: a place, a lock, copies, and looks at the bytes.
import type { Finding } from "../finding.ts";
import type { ModelName } from "../portability.ts";

/** How whoever waits for long work is told how far it is. */
export interface WorkProgress {
  /** A part of the work begins; `total` in the unit of `advance`, null where nobody knows it. */
  begin(label: string, total: number | null): void;
  advance(count: number): void;
}

export const NO_PROGRESS: WorkProgress = { begin: () => {}, advance: () => {} };

export interface DataLock {
  release(): void;
}

export interface DiskUse {
  /** What the disk has left for the data, what is kept in reserve for deletions not counted. */
  readonly freeBytes: number;
  readonly databaseBytes: number;
  /** Of the write-ahead log. */
  readonly walBytes: number;
}

/** What a file is sealed with: the public keys of age, each of which has an identity that opens it, or one passphrase. */
export type Seal = { readonly recipients: readonly string[] } | { readonly passphrase: string };

/** What opens a sealed file. */
export type Opener = { readonly identities: readonly string[] } | { readonly passphrase: string };

export interface BackupOrder {
  /** The file to be made. */
  readonly target: string;
  /** Whether a file of that name may be replaced. */
  readonly mayReplace: boolean;
  readonly memorydVersion: string;
  /** ms since the epoch. */
  readonly now: number;
  /** Whom the audit names; absent: it is not told, as of one that an upgrade makes. */
  readonly actor?: string;
  /** Absent: the file is not sealed. */
  readonly seal?: Seal;
}

/** Where work is done on a thread of its own, so that it holds up no request. */
export interface WorkThread {
  readonly url: string | URL;
  /** The work is broken off once this is aborted, and rejects with its reason. */
  readonly stopping: AbortSignal;
}

export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly manifest: BackupManifest;
  /** Whether the audit was told before: data that cannot be written to is backed up all the same. */
  readonly isEntered: boolean;
  /** What stands beside it; null: it is not sealed. */
  readonly sealed: SealedManifest | null;
}

/** What a backup says of itself. */
export interface BackupManifest {
  readonly format: 1;
  /** Of the data, made with it; null: made by a memoryd whose data had none. */
  readonly dataId: string | null;
  /** Of the program that made the backup. */
  readonly memorydVersion: string;
  readonly schemaVersion: number;
  /** The model that the embeddings were made with; null where there are none yet. */
  readonly model: ModelName | null;
  /** ISO 8601: what was acknowledged before is in it. */
  readonly takenAt: string;
  readonly pageBytes: number;
  readonly pages: number;
  /** By table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Of the database, which is the file without its trailer. */
  readonly sha256: string;
  /** With the key of the data's audit; null: made by a memoryd that signed none, or taken away since. */
  readonly signed: ManifestSignature | null;
}

/** What is said of a sealed backup beside it, in the clear. */
export interface SealedManifest extends Pick<BackupManifest, "format" | "dataId" | "memorydVersion" | "takenAt"> {
  readonly rows: { readonly packets: number; readonly lessons: number };
  /** Public keys; null: a passphrase. */
  readonly sealedTo: readonly string[] | null;
  /** Of the sealed file, as the next. */
  readonly bytes: number;
  readonly sha256: string;
  /** As of a backup's manifest. */
  readonly signed: ManifestSignature | null;
}

export interface ManifestSignature {
  /** Ed25519, base64 of its SubjectPublicKeyInfo. */
  readonly publicKey: string;
  /** Base64, over `signedText` of the manifest. */
  readonly signature: string;
}

/** `unknown_key`: it is signed, and nobody here knows by whom. `none`: it bears no signature. */
export type SignatureVerdict = "valid" | "unknown_key" | "none";

/** `publicKeyFile`: PEM of the key that must have signed it; null: that of the data in the directory, where one is. */
export interface NamedBackup {
  readonly file: string;
  readonly publicKeyFile: string | null;
  /** Absent: only what is not sealed can be looked into. */
  readonly opener?: Opener | null;
}

/** Of a sealed backup that was looked at from outside. */
export interface CheckedSeal {
  readonly kind: "keys" | "passphrase";
  /** null: none stands beside it, so that nothing is known of it but its form. */
  readonly manifest: SealedManifest | null;
  /** Of that manifest. */
  readonly signature: SignatureVerdict;
}

export interface CheckedBackup {
  readonly manifest: BackupManifest;
  readonly signature: SignatureVerdict;
}

export interface FollowedBackup extends CheckedBackup {
  /** null: it is of a schema that kept no audit yet. */
  readonly chain: FollowedChain | null;
}

export interface RestoreOrder extends NamedBackup {
  /** Only look: nothing is changed, nothing is made. */
  readonly dryRun: boolean;
  /** ms since the epoch. */
  readonly now: number;
}

export interface RestoreReport extends CheckedBackup {
  /** Names in the data directory that the old data has now, or would have. */
  readonly movedAside: readonly string[];
  readonly hasKeyFile: boolean;
  /** Whether the key of receipts, which no backup holds, is the one that the backup was signed with. */
  readonly auditKey: "same" | "other" | "missing";
}

/** A backup in its folder, as it looks from outside. */
export interface StoredBackup {
  /** Of the file. */
  readonly name: string;
  /** When it was made, ms since the epoch, to the second. */
  readonly at: number;
  readonly bytes: number;
  readonly isSealed: boolean;
}

/** The folder that scheduled backups stand in: the newest stay, the name of each says when it was made. */
export interface BackupFolder {
  /**
   * Where a backup of this moment belongs, by another name where it is sealed; makes the folder where it is not there, and takes away what was broken off.
   * Throws BackupError.
   */
  next(now: number, isSealed?: boolean): string;
  /** Newest first. Throws BackupError. */
  list(): StoredBackup[];
  /** When the newest one was made, ms since the epoch; null where there is none. */
  newest(): number | null;
  /**
   * Removes all but the newest `keep` of the data that `made` is of, the backup just made; returns the names that went.
   * Those of other data stay, sealed ones that nobody says anything of, and the newest one that holds more memory than
   * `made` does: what was lost may be in it. What a clock that was wrong dated later than `now` counts as oldest: otherwise every
   * backup that follows would be removed at once.
   */
  tidy(keep: number, made: Pick<BackupManifest, "dataId" | "rows">, now?: number): string[];
}

/** The process that has the data; `pid` null where it is not known. */
export interface DataHolder {
  readonly isHeld: boolean;
  readonly pid: number | null;
}

/** What the doctor asks for. */
export interface ExaminationOrder {
  /** ms since the epoch. */
  readonly now: number;
  /** Also reads every page of the data. */
  readonly isDeep: boolean;
  /** Whether a service has the data: what it does in its own time is no fault then. */
  readonly hasService: boolean;
  /** That the service would use; null where it is not usable. */
  readonly model: ModelName | null;
  /** Where the administrator's key is kept, and the id of what stands there; null: none. */
  readonly adminKey: { readonly file: string; readonly id: string | null };
}

/** Of the audit, each entry bound to the one before it. */
export interface FollowedChain {
  readonly entries: number;
  /** Hash of the last entry; where there is none, what the first one will be bound to. */
  readonly head: string;
  /** Sentences. */
  readonly faults: readonly string[];
  /** The number of the first entry that is wrong or not there, 0: the chain's beginning; null: none is. */
  readonly brokenAt: number | null;
  /** Where the chain has passed `head`: the entry's seq, 0 for its beginning; null where it never did. */
  readonly headAt: number | null;
  /** A restore that put the data in the place of data with that head; null where there is none. */
  readonly headReplacedBy: number | null;
  /** Entries of restores, the newest last. */
  readonly restores: readonly number[];
}

export interface DataReport {
  /** 0 where it could not be read that far. */
  readonly schemaVersion: number;
  readonly rows: Readonly<Record<string, number>>;
  /** Errors: states that sound data may be in are the doctor's to tell. */
  readonly findings: readonly Finding[];
}

/** Of one data directory, whether its store is open or not. Errors are those of the storage's own classes. */
export interface DataFiles {
  /** The directory. */
  readonly place: string;
  /** Keeps every other service off it. Throws DataRefusedError where one has it, naming its process. */
  lock(): DataLock;
  disk(): Promise<DiskUse>;
  /** Of a running or a stopped server; without `thread` on this one, telling `progress`. */
  backup(order: BackupOrder, how?: WorkThread | WorkProgress): Promise<BackupReport>;
  backups(folder: string): BackupFolder;
  /** What opens the backup; null: it is not sealed. Throws BackupDamagedError. */
  sealOf(file: string): Promise<"keys" | "passphrase" | null>;
  /** Of a sealed backup, without what opens it. Throws BackupDamagedError. */
  checkSeal(asked: NamedBackup, progress?: WorkProgress): Promise<CheckedSeal>;
  /** Throws BackupDamagedError where a single bit is not what it was. Follows its audit, whatever that shows. */
  checkBackup(asked: NamedBackup, progress?: WorkProgress): Promise<FollowedBackup>;
  /** Of a stopped server. Throws DataRefusedError, having touched nothing, where it cannot be. */
  restore(order: RestoreOrder, progress?: WorkProgress): Promise<RestoreReport>;
  /** Looks through all of it for what cannot be, and changes nothing. */
  verify(progress?: WorkProgress): Promise<DataReport>;
  /** Who has it now, by its lock, which is not touched. */
  holder(): DataHolder;
  /** Whatever is wrong or will be; changes not a byte, whether its store is open or not. */
  examine(order: ExaminationOrder): Promise<Finding[]>;
  /**
   * The same of the data that this very process has open, on a thread. It must not be opened as a file beside that: where
   * a process closes a file, POSIX takes every lock of the process from it.
   */
  examineOwn(order: ExaminationOrder, thread: WorkThread): Promise<Finding[]>;
  /** Of the data that this very process has open, as `examineOwn`. */
  followOwnAudit(thread: WorkThread): Promise<FollowedChain>;
  /** Of the data, or of a file: a backup, or what a restore put aside. `head`: to be looked for. Throws DataRefusedError. */
  followAudit(file: string | null, head: string | null): Promise<FollowedChain>;
}
