// The receipt of an erasure: what went, when, which audit entry says so, and a signature over all of it.

export const RECEIPT_ACTIONS = ["memory.erased", "user.erased", "core.deleted"] as const;

/** What went: the fields that `sha256` goes over, in this order. */
export interface ErasedThings {
  readonly account: string;
  /** null: the shared brain, or everybody in the core. */
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
