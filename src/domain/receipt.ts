// The receipt of an erasure: what went, when, which audit entry says so, and a signature over all of it.

export const RECEIPT_ACTIONS = ["memory.erased", "user.erased", "core.deleted", "account.deleted"] as const;

/** What went: the fields that `sha256` goes over, in this order. */
export interface ErasedThings {
  readonly account: string;
  /** null: the shared brain, or everybody in the core or the account. */
  readonly user: string | null;
  /** null: in every core. */
  readonly core: string | null;
  readonly brains: number;
  readonly packets: number;
  readonly lessons: number;
  readonly erased_at: string;
}

/** In this order the signature goes over it. */
export interface ErasureReceipt extends ErasedThings {
  /** Of the JSON of what went, without white space. */
  readonly sha256: string;
  readonly action: (typeof RECEIPT_ACTIONS)[number];
  /** The target of the audit entry: it names the user by a keyed hash. */
  readonly target: string;
  /** Of the data directory. */
  readonly data_id: string;
  readonly audit_seq: number;
  readonly audit_hash: string;
  /** Ed25519, base64 of its SubjectPublicKeyInfo: the body of a PEM file. */
  readonly public_key: string;
  /** Ed25519, base64, over `signedText`. */
  readonly signature: string;
}

export const RECEIPT_FIELDS = [
  "account",
  "user",
  "core",
  "brains",
  "packets",
  "lessons",
  "erased_at",
  "sha256",
  "action",
  "target",
  "data_id",
  "audit_seq",
  "audit_hash",
  "public_key",
  "signature",
] as const satisfies readonly (keyof ErasureReceipt)[];

/** What `sha256` is the hash of. */
export function erasedText({ account, user, core, brains, packets, lessons, erased_at }: ErasedThings): string {
  return JSON.stringify({ account, user, core, brains, packets, lessons, erased_at });
}

/** What is signed, in UTF-8: the JSON of all fields but the signature, in their order, without white space. */
export function signedText(receipt: Omit<ErasureReceipt, "signature">): string {
  const fields = RECEIPT_FIELDS.filter((name) => name !== "signature").map((name) => [name, receipt[name]]);
  return JSON.stringify(Object.fromEntries(fields));
}

export function publicPem(publicKey: string): string {
  return `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----\n`;
}

/** What the answers around a receipt say besides it, which nobody signed: it must agree with the receipt. */
const AROUND_RECEIPT: Readonly<Record<string, (value: unknown, receipt: Fields) => boolean>> = {
  ok: (value) => value === true,
  deleted: (value) => value === true,
  slug: (value, { core }) => value === core,
  name: (value, { account }) => value === account,
  packets: (value, { packets }) => value === packets,
  lessons: (value, { lessons }) => value === lessons,
  keys_revoked: (value) => isCount(value),
};

/** Of Ed25519: the same twelve bytes, and the 32 of the key. */
const PUBLIC_KEY = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/;
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;
const SHA256 = /^[0-9a-f]{64}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown) => typeof value === "string" && value.isWellFormed();
const isTextOrNull = (value: unknown) => value === null || isText(value);
const isCount = (value: unknown) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const matches = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);

const RECEIPT_TYPES: Readonly<Record<keyof ErasureReceipt, (value: unknown) => boolean>> = {
  account: isText,
  user: isTextOrNull,
  core: isTextOrNull,
  brains: isCount,
  packets: isCount,
  lessons: isCount,
  erased_at: matches(INSTANT),
  sha256: matches(SHA256),
  action: (value) => RECEIPT_ACTIONS.some((action) => action === value),
  target: isText,
  data_id: isText,
  audit_seq: isCount,
  audit_hash: matches(SHA256),
  public_key: matches(PUBLIC_KEY),
  signature: matches(SIGNATURE),
};

/**
 * The receipt of a JSON value, by itself or in the answer that it came with, and in sentences what of it cannot be; null
 * where there is none.
 */
export function readReceipt(json: unknown): { receipt: ErasureReceipt; faults: string[] } | null {
  if (!isObject(json)) return null;
  const isAnswer = Object.hasOwn(json, "receipt");
  const found = isAnswer ? json.receipt : json;
  if (!isObject(found) || !RECEIPT_FIELDS.every((name) => Object.hasOwn(found, name))) return null;
  const unknown = Object.keys(found).filter((name) => !Object.hasOwn(RECEIPT_TYPES, name));
  const odd = RECEIPT_FIELDS.filter((name) => !RECEIPT_TYPES[name](found[name]));
  const around = isAnswer ? Object.keys(json).filter((name) => name !== "receipt") : [];
  const isStrange = (name: string) =>
    !Object.hasOwn(AROUND_RECEIPT, name) || AROUND_RECEIPT[name]?.(json[name], found) !== true;
  const strange = around.filter(isStrange);
  return {
    receipt: found as unknown as ErasureReceipt,
    faults: [
      ...(unknown.length === 0 ? [] : ["it has fields that no receipt has, which nobody signed"]),
      ...(strange.length === 0 ? [] : ["around it stands what no answer says, or what is not as the receipt has it"]),
      ...odd.map((name) => `its ${name} is none that a receipt has`),
    ],
  };
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An erasure with what ended beside it: the keys that were bound to what is gone. */
export interface Erasure {
  readonly receipt: ErasureReceipt;
  readonly keysRevoked: number;
}
