// What leaving and coming back ask of the store: memory as it stands in an export, without any number of this database.
import type { AccountSettings } from "./account-settings.ts";
import type { Doer } from "./audit.ts";
import type { BrainId, BrainKey } from "./brain.ts";
import type { Constitution } from "./constitution.ts";
import type { Core } from "./core.ts";
import type { SelfAttribute } from "./learning.ts";
import type { PacketTerms } from "./lexical-index.ts";
import type { PacketKind, Seq } from "./packet.ts";
import type { ErasureReceipt } from "./receipt.ts";

/** null: all of the account's. */
export interface ExportScope {
  readonly account: string;
  readonly core: string | null;
  readonly user: string | null;
}

export type PortableCore = Core & { readonly createdAt: number };
export type PortableConstitution = Constitution & { readonly updatedAt: number };

export interface PortableCounters {
  readonly turns: number;
  readonly coherenceSum: number;
  readonly coherenceCount: number;
}

/** What a packet states of the user; `confirmed`: it is the brain's value, else it waits for a second statement. */
export interface PortableAttribute {
  readonly attribute: SelfAttribute;
  readonly value: string;
  readonly confirmed: boolean;
}

export interface PortablePacket {
  readonly id: string;
  readonly kind: PacketKind;
  readonly input: string;
  readonly answer: string;
  readonly confidence: number;
  readonly unconfirmedOverwrite: boolean;
  readonly cues: readonly string[];
  readonly session: string | null;
  readonly occurredAt: number | null;
  readonly createdAt: number;
  readonly inputTokens: number;
  readonly attributes: readonly PortableAttribute[];
  /** A learning pass has scanned it. */
  readonly learned: boolean;
  /** The embedding of its input is kept: a pass may cluster it still. */
  readonly learnable: boolean;
  /** The joint embedding and the input's alone; null where the model in use has made none. */
  readonly vector: Float32Array | null;
  readonly inputVector: Float32Array | null;
}

export interface PortableLesson {
  readonly id: string;
  readonly text: string;
  readonly useCount: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly llmCost: number | null;
  readonly sourceLink: readonly string[];
  readonly vector: Float32Array | null;
}

export interface ModelName {
  readonly id: string;
  readonly sha256: string;
}

/** A rule that was deleted for good: its meaning is all that is left of it, and the hash of its wording. */
export interface PortableRule {
  readonly createdAt: number;
  /** null: it was deleted before that was kept. */
  readonly wording: Uint8Array | null;
  /** What the embedding was made with: it cannot be made anew. */
  readonly model: ModelName;
  readonly vector: Float32Array;
}

export interface ExportedBrain {
  readonly id: BrainId;
  readonly core: string;
  readonly user: string | null;
  readonly createdAt: number;
  readonly counters: PortableCounters;
  readonly learnedThrough: Seq;
  /** What is recorded from here on came after the export began. */
  readonly nextSeq: Seq;
}

/** A piece of a brain: rows after `after`, before `before`, in order. */
export interface ExportPage {
  readonly brain: BrainId;
  readonly after: Seq;
  readonly before: Seq;
  readonly limit: number;
}

type Row<T> = T & { readonly seq: Seq };

export interface ExportSource {
  /** Only what the account chose itself. */
  settings(account: string): Promise<Partial<AccountSettings>>;
  /** In order of slug and of name. */
  cores(account: string): Promise<PortableCore[]>;
  constitutions(account: string): Promise<PortableConstitution[]>;
  /** Ordered by core, then user; those after `after`. */
  brains(scope: ExportScope, after: BrainPlace | null, limit: number): Promise<ExportedBrain[]>;
  /** Fewer than `limit` where they are long: some megabytes, or a single one; none at the end. */
  packets(page: ExportPage): Promise<Row<Omit<PortablePacket, "learned">>[]>;
  /** Live ones. */
  lessons(page: ExportPage, now: number): Promise<Row<PortableLesson>[]>;
  forgottenRules(page: ExportPage): Promise<Row<PortableRule>[]>;
}

export interface BrainPlace {
  readonly core: string;
  readonly user: string | null;
}

/** `line`: where it stands in the file, for messages. */
export type AtLine<T> = T & { readonly line: number };

/** What the index of words makes of a packet. */
type WithWords = { readonly words: { readonly version: number; readonly terms: PacketTerms } };

export type ImportedPacket = AtLine<PortablePacket> & WithWords;

export interface ImportPart {
  readonly brain: BrainKey;
  readonly reach: ConflictQuestion["reach"];
  /** When the brain was made, where this import makes it. */
  readonly createdAt: number;
  /** Users that the account may have; null: any number. */
  readonly subBrainsMax: number | null;
  /** null: counted from the packets. */
  readonly counters: PortableCounters | null;
  readonly packets: readonly ImportedPacket[];
  readonly lessons: readonly AtLine<PortableLesson>[];
  readonly rules: readonly AtLine<PortableRule>[];
}

export interface ImportCount {
  readonly stored: number;
  /** There already. */
  readonly skipped: number;
}

export interface ImportedPart {
  readonly brain: BrainId;
  readonly packets: ImportCount;
  readonly lessons: ImportCount;
  readonly rules: ImportCount;
  /** Packets and lessons stored without an embedding. */
  readonly toEmbed: number;
}

export interface ImportProfile {
  readonly account: string;
  readonly settings: Partial<AccountSettings>;
  readonly constitutions: readonly PortableConstitution[];
  readonly cores: readonly PortableCore[];
  /** What the audit tells of the import: it is the first of its writes. */
  readonly format?: string;
  readonly brains?: number;
  readonly core?: string | null;
  readonly user?: string | null;
  readonly by?: Doer | undefined;
}

/** What is there already stays as it is. */
export interface ImportedProfile {
  readonly settings: number;
  readonly constitutions: number;
  readonly cores: number;
}

export interface ConflictQuestion {
  readonly brain: BrainKey;
  /** What the importing key is bound to: what lies outside is as if it were not there. */
  readonly reach: Pick<BrainKey, "user"> & { readonly core: string | null };
  readonly packets: readonly AtLine<PortablePacket>[];
  readonly lessons: readonly AtLine<PortableLesson>[];
}

/** What keeps an entry out, and the line it stands in. */
export interface ImportConflict {
  readonly line: number;
  readonly reason: string;
}

export interface ImportStore {
  profile(profile: ImportProfile): Promise<ImportedProfile>;
  /** The first entry that cannot be stored, as far as can be told before; nothing is written. */
  conflict(part: ConflictQuestion): Promise<ImportConflict | null>;
  /** All of the part in one transaction. Throws `invalid_request` with the line, `core_not_found`, `plan_upgrade_required`. */
  part(part: ImportPart): Promise<ImportedPart>;
}

/** What is imported, to be read from its beginning as often as is asked. */
export interface ImportFile {
  read(): AsyncIterable<Uint8Array>;
}

/** One that was laid aside while it came in. */
export interface SpooledFile extends ImportFile {
  close(): Promise<void>;
}

/** Takes a stream of any length to the disk. Throws `storage_full`, and whatever the stream does. */
export type Spool = (body: AsyncIterable<Uint8Array>) => Promise<SpooledFile>;

/** Users of an account, over all cores or in one. */
export interface UserSummary {
  readonly user: string;
  readonly brains: number;
  readonly packets: number;
  /** Live ones. */
  readonly lessons: number;
  /** When its newest packet was recorded, or its first brain made where it has none. */
  readonly lastActiveAt: number;
}

export interface UserScope {
  readonly account: string;
  /** null: in every core. */
  readonly core: string | null;
}

export interface UserStore {
  /** By name, those after `after`. */
  list(scope: UserScope, page: { after: string | null; limit: number }, now: number): Promise<UserSummary[]>;
  find(scope: UserScope, user: string, now: number): Promise<UserSummary | null>;
  /** Erases the user's brains with all that they hold, and revokes the keys bound to the user there; null: there was neither. `by` absent: the service itself. */
  remove(scope: UserScope, user: string, by?: Doer): Promise<RemovedUser | null>;
}

/** What was erased: the brains, for whoever has them in memory. */
export interface RemovedUser {
  readonly brains: BrainId[];
  readonly receipt: ErasureReceipt;
  readonly keysRevoked: number;
}
