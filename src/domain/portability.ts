// What leaving and coming back ask of the store: memory as it stands in an export, without any number of this database.
import type { BrainKey } from "./brain.ts";
import type { Constitution } from "./constitution.ts";
import type { Core } from "./core.ts";
import type { SelfAttribute } from "./learning.ts";
import type { Lesson } from "./lesson.ts";
import type { UnplacedPacket } from "./packet.ts";

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

export interface PortablePacket extends UnplacedPacket {
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

export interface PortableLesson extends Omit<Lesson, "brain" | "seq" | "supersededBy"> {
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
  /** What the embedding was made with: it cannot be made again. */
  readonly model: ModelName;
  readonly vector: Float32Array;
}

/** `line`: where it stands in the file, for messages. */
export type AtLine<T> = T & { readonly line: number };

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
