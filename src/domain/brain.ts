// A brain is the tuple (account, core, user): the unit of isolation.

export const DEFAULT_ACCOUNT = "default";
export const DEFAULT_CORE = "default";

export interface BrainKey {
  readonly account: string;
  /** A core's slug; `default` where none was named. */
  readonly core: string;
  /** null: the shared brain of the core. */
  readonly user: string | null;
}

/** Internal number of a stored brain, 1 to 2^25 - 1; it is never shown to a client and never used again. */
export type BrainId = number;

export interface Brain {
  readonly id: BrainId;
  readonly key: BrainKey;
}

/** The key of a stored brain: `user` is "" for the shared brain of a core. */
export function brainKeyOf({ account, core, user }: BrainKey & { readonly user: string }): BrainKey {
  return { account, core, user: user === "" ? null : user };
}

/** The joined form of a key, for display only: nothing is ever looked up by it. */
export function brainLabel(key: BrainKey): string {
  if (key.user === null) return `${key.account}::${key.core}`;
  if (key.core === DEFAULT_CORE) return `${key.account}::@${key.user}`;
  return `${key.account}::${key.core}::@${key.user}`;
}

export const CORE_SLUG = /^[a-z0-9][a-z0-9-]{0,38}$/;
export const ACCOUNT_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** With its length, 1-128 visible ASCII characters without `::`, which separates the parts of a label. */
export const USER_ID = /^:?([!-9;-~]:?)*$/;
export const USER_ID_CHARS_MAX = 128;

export function isCoreSlug(text: string): boolean {
  return CORE_SLUG.test(text);
}

export function isUserId(text: string): boolean {
  return text.length >= 1 && text.length <= USER_ID_CHARS_MAX && USER_ID.test(text);
}

export function sameBrain(a: BrainKey, b: BrainKey): boolean {
  return a.account === b.account && a.core === b.core && a.user === b.user;
}

export function isAccountName(text: string): boolean {
  return ACCOUNT_NAME.test(text);
}
