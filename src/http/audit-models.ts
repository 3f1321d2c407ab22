// What the audit's routes answer, and the receipt of an erasure, field by field.
import { Type } from "@sinclair/typebox";
import { RECEIPT_ACTIONS } from "../domain/receipt.ts";
import { Count, Instant, NextCursor, Nullable, OneOf } from "./fields.ts";

const Sha256 = (description: string) => Type.String({ pattern: "^[0-9a-f]{64}$", description });
const PublicKey = Type.String({
  description: "Ed25519, base64 of its SubjectPublicKeyInfo: the body of a PEM file.",
});

export const Receipt = Type.Object(
  {
    account: Type.String({ description: "The account." }),
    user: Nullable(
      Type.String(),
      "The end user; null for the shared brain of a core, for a whole core and a whole account.",
    ),
    core: Nullable(Type.String(), "The one core; null for all of them."),
    brains: Count("Brains erased."),
    packets: Count("Turns erased."),
    lessons: Count("Lessons erased."),
    erased_at: Instant("When it was done."),
    sha256: Sha256("SHA-256 of the JSON of the fields above, in this order and without white space."),
    action: OneOf("ReceiptAction", RECEIPT_ACTIONS, "What was done, as in the audit."),
    target: Type.String({ description: "The target of the audit's entry: it names a user by a keyed hash." }),
    data_id: Type.String({ description: "Id of the service's data." }),
    audit_seq: Type.Integer({ minimum: 1, description: "The audit's entry of this erasure." }),
    audit_hash: Sha256("That entry's hash."),
    public_key: PublicKey,
    signature: Type.String({
      description:
        "Ed25519, base64, over the JSON of all the fields above, in this order and without white space, in UTF-8.",
    }),
  },
  { title: "Receipt", description: "What was erased, signed." },
);

const KeysRevoked = Count("Keys bound to what was erased: they are revoked with it.");

export const DeletedCore = Type.Object(
  {
    ok: Type.Literal(true, { description: "Always true: the core is gone." }),
    receipt: Receipt,
    keys_revoked: KeysRevoked,
  },
  { title: "DeletedCore", description: "The receipt of a core's erasure." },
);

export const Erasure = Type.Object(
  { receipt: Receipt, keys_revoked: KeysRevoked },
  { title: "Erasure", description: "The receipt of an erasure." },
);

const Entry = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: "Its place in the chain, which runs over all accounts." }),
    at: Instant("When it was done."),
    account: Type.String({ description: "The account." }),
    actor: Type.String({ description: "A key's id, `shell` or `service`." }),
    action: Type.String({ description: "What was done, such as `key.issued` or `core.deleted`." }),
    target: Type.String({ description: "To what; a user is named by a keyed hash." }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      title: "AuditDetails",
      description: "The little that is told of it.",
    }),
    previous: Sha256("Hash of the entry before, of whichever account."),
    hash: Sha256(
      "SHA-256 of the JSON array of seq, time in milliseconds, account, actor, action, target, the JSON of details as a string, and previous, without white space.",
    ),
  },
  { title: "AuditEntry", description: "One action." },
);

export const AuditList = Type.Object(
  { items: Type.Array(Entry, { description: "The account's entries, newest first." }), next_cursor: NextCursor },
  { title: "AuditList", description: "A page of the audit." },
);

export const AuditCheck = Type.Object(
  {
    ok: Type.Boolean({ description: "Whether no entry was changed and none is missing." }),
    entries: Count("Entries, of all accounts."),
    head: Sha256("Hash of the last entry: written down elsewhere, it later shows whether the chain was written anew."),
    broken_at: Nullable(
      Type.Integer({ minimum: 0 }),
      "The first entry that is wrong or not there, 0: the chain's beginning; null: none is.",
    ),
    reason: Nullable(Type.String(), "What is wrong there; null: nothing."),
  },
  { title: "AuditCheck", description: "The chain of the audit, followed from end to end." },
);

export const CheckReceiptRequest = Type.Object(
  {
    receipt: Type.Optional(Type.Unknown({ description: "The receipt as it was answered, with all its fields." })),
  },
  {
    title: "CheckReceiptRequest",
    additionalProperties: true,
    description: "The receipt to be checked. The receipt by itself, or the whole answer of an erasure, is taken too.",
    examples: [{ receipt: { account: "default", user: "ada", core: null, audit_seq: 7 } }],
  },
);

export const ReceiptCheck = Type.Object(
  {
    valid: Type.Boolean({ description: "Whether it is to be believed." }),
    reason: Nullable(Type.String(), "What is wrong with it; null: nothing."),
  },
  { title: "ReceiptCheck", description: "What became of the check of a receipt." },
);

export const AuditKey = Type.Object(
  {
    data_id: Type.String({ description: "Id of the service's data, as receipts have it." }),
    public_key: PublicKey,
    pem: Type.String({ description: "The same as a PEM file." }),
  },
  { title: "AuditKey", description: "What receipts are verified with." },
);
