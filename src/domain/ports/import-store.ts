// What an import asks of the store. Every write is on the disk when its promise is kept.
import type { AccountSettings } from "../account-settings.ts";
import type { Doer } from "../audit.ts";
import type { BrainId, BrainKey } from "../brain.ts";
import type {
  AtLine,
  ConflictQuestion,
  ImportConflict,
  PortableConstitution,
  PortableCore,
  PortableCounters,
  PortableLesson,
  PortablePacket,
  PortableRule,
} from "../portability.ts";
import type { PacketTerms } from "./lexical-index.ts";

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

export interface ImportStore {
  profile(profile: ImportProfile): Promise<ImportedProfile>;
  /** The first entry that cannot be stored, as far as can be told before; nothing is written. */
  conflict(part: ConflictQuestion): Promise<ImportConflict | null>;
  /** All of the part in one transaction. Throws `invalid_request` with the line, `core_not_found`, `plan_upgrade_required`. */
  part(part: ImportPart): Promise<ImportedPart>;
}
