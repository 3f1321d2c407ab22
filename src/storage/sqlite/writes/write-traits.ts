// What the store must know of a write operation before and after it runs.

export interface WriteTraits {
  /** What of memory is gone after it, and must be gone from the write-ahead log too; `brains`: whole ones. */
  readonly erases: "nothing" | "rows" | "brains";
  /** It must go on while the disk is full: it makes room, shuts somebody out, or notes that memory is saved. */
  readonly freesDisk: boolean;
  /**
   * Nobody would notice its loss: what a power cut takes of it is made again, from what is on the disk. Killed at any
   * moment, the process leaves it written all the same.
   */
  readonly repeatable: boolean;
  /** Keys, settings, cores or constitutions are other ones after it. */
  readonly touchesAccounts: boolean;
  /** One is likely to be followed by another within milliseconds. */
  readonly comesInRows: boolean;
}

/** Of an operation that leaves brains standing. */
export interface LesserTraits extends WriteTraits {
  readonly erases: "nothing" | "rows";
}

export interface BrainErasureTraits extends WriteTraits {
  readonly erases: "brains";
}

export const PLAIN: LesserTraits = {
  erases: "nothing",
  freesDisk: false,
  repeatable: false,
  touchesAccounts: false,
  comesInRows: false,
};

export const TURN: LesserTraits = { ...PLAIN, comesInRows: true };
export const REPEATABLE: LesserTraits = { ...PLAIN, repeatable: true };
export const NOTE: LesserTraits = { ...PLAIN, freesDisk: true };
export const OF_ACCOUNT: LesserTraits = { ...PLAIN, touchesAccounts: true };
export const REVOCATION: LesserTraits = { ...OF_ACCOUNT, freesDisk: true };
export const ERASURE: LesserTraits = { ...PLAIN, erases: "rows", freesDisk: true };
/** Of texts that take the place of others. */
export const CHANGE: LesserTraits = { ...PLAIN, erases: "rows" };
export const BRAIN_ERASURE: BrainErasureTraits = { ...ERASURE, erases: "brains" };
/** Of brains, and of the user, core or account that they belonged to with its keys. */
export const OWNER_ERASURE: BrainErasureTraits = { ...BRAIN_ERASURE, touchesAccounts: true };
