// What the store must know of a write operation before and after it runs.

/** What the store must know of an operation before and after it runs. */
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
  /** Who asks for one of these asks for the next within milliseconds. */
  readonly comesInRows: boolean;
}

export const PLAIN: WriteTraits = {
  erases: "nothing",
  freesDisk: false,
  repeatable: false,
  touchesAccounts: false,
  comesInRows: false,
};

export const TURN: WriteTraits = {
  erases: "nothing",
  freesDisk: false,
  repeatable: false,
  touchesAccounts: false,
  comesInRows: true,
};

export const REPEATABLE: WriteTraits = {
  erases: "nothing",
  freesDisk: false,
  repeatable: true,
  touchesAccounts: false,
  comesInRows: false,
};

export const NOTE: WriteTraits = {
  erases: "nothing",
  freesDisk: true,
  repeatable: false,
  touchesAccounts: false,
  comesInRows: false,
};

export const OF_ACCOUNT: WriteTraits = {
  erases: "nothing",
  freesDisk: false,
  repeatable: false,
  touchesAccounts: true,
  comesInRows: false,
};

export const REVOCATION: WriteTraits = {
  erases: "nothing",
  freesDisk: true,
  repeatable: false,
  touchesAccounts: true,
  comesInRows: false,
};

export const ERASURE: WriteTraits = {
  erases: "rows",
  freesDisk: true,
  repeatable: false,
  touchesAccounts: false,
  comesInRows: false,
};

export const BRAIN_ERASURE: WriteTraits = {
  erases: "brains",
  freesDisk: true,
  repeatable: false,
  touchesAccounts: false,
  comesInRows: false,
};

/** Of brains, and of the user or core that they belonged to with its keys. */
export const OWNER_ERASURE: WriteTraits = {
  erases: "brains",
  freesDisk: true,
  repeatable: false,
  touchesAccounts: true,
  comesInRows: false,
};
