// What the routes for cores, keys, constitutions and settings answer, field by field.

import { Type } from "@sinclair/typebox";
import { DISTILLERS, LEARN_ONCE, RETRIEVAL_MODES } from "../domain/account-settings.ts";
import { PLAN_NAMES } from "../domain/plan.ts";
import { REDACT_KINDS } from "../domain/redaction.ts";
import { Count, Instant, NextCursor, Nullable, OneOf } from "./fields.ts";

const Slug = Type.String({
  pattern: "^[a-z0-9][a-z0-9-]{0,38}$",
  description: "Names the core in X-Memory-Core and in addresses; it never changes.",
});
const CoreName = Type.String({ description: "Human-readable label." });

export const Core = Type.Object(
  {
    slug: Slug,
    name: CoreName,
    context: Type.String({ description: "Seed context for every brief of the core; empty when absent." }),
  },
  { title: "Core", description: "A core: an isolated set of brains in the account." },
);

const ListedCore = Type.Object(
  { slug: Slug, name: CoreName },
  { title: "ListedCore", description: "A core without its context." },
);

export const CoreList = Type.Object(
  {
    items: Type.Array(ListedCore, { description: "The account's cores, the virtual `default` among them." }),
    next_cursor: NextCursor,
  },
  { title: "CoreList", description: "A page of the account's cores." },
);

export const KeyScope = OneOf(
  "KeyScope",
  ["admin", "agent"],
  "`admin` may do everything in the account; `agent` may use memory.",
);

const keyFields = {
  id: Type.String({ description: "Identifier of the key: the 8 characters after `mk_live_`." }),
  name: Type.String({ description: "What the key was called when it was made." }),
  scope: KeyScope,
  core: Nullable(Type.String(), "The core that the key is bound to; null for any."),
  user: Nullable(Type.String(), "The end user that the key is bound to; null for any."),
  created_at: Instant("When the key was made."),
  last_used_at: Nullable(Type.String({ format: "date-time" }), "When the key was last used; null if never."),
  expires_at: Nullable(Type.String({ format: "date-time" }), "When the key stops working; null if never."),
  replaced_by: Nullable(
    Type.String(),
    "The id of the key that it was rotated for, and that it works beside until `expires_at`; null if it was not.",
  ),
  revoked_at: Nullable(Type.String({ format: "date-time" }), "When the key was revoked; null if it was not."),
};

export const Key = Type.Object(keyFields, { title: "Key", description: "A key, without its secret." });

export const NewKey = Type.Object(
  { ...keyFields, key: Type.String({ description: "The whole key. It is shown this once and cannot be read again." }) },
  { title: "NewKey", description: "A key that was just made, with its secret." },
);

export const KeyList = Type.Object(
  { items: Type.Array(Key, { description: "The keys, oldest first." }), next_cursor: NextCursor },
  { title: "KeyList", description: "A page of the account's keys." },
);

export const GuardPattern = Type.Object(
  {
    pattern: Type.String({ description: "Regular expression that the input, or the answer, is searched with." }),
    reason: Type.String({ description: "What the caller is told when it matches." }),
  },
  { title: "GuardPattern", description: "A pattern with its reason." },
);

export const Constitution = Type.Object(
  {
    name: Type.String({ description: "Names the profile in `constitution` of `/prepare`." }),
    text: Type.String({ description: "What stands at the head of every brief made with it." }),
    gates: Type.Array(GuardPattern, { description: "A match gates the turn." }),
    prohibitions: Type.Array(GuardPattern, { description: "A match makes `/verify` answer `ok: false`." }),
  },
  { title: "Constitution", description: "A named profile of the account." },
);

export const ConstitutionList = Type.Object(
  { items: Type.Array(Constitution, { description: "The profiles, by name." }), next_cursor: NextCursor },
  { title: "ConstitutionList", description: "A page of the account's constitutions." },
);

const TriedPattern = Type.Object(
  {
    ...GuardPattern.properties,
    matched: Nullable(Type.Boolean(), "Whether it finds something; null where there was no text for it."),
  },
  { title: "TriedPattern", description: "What a pattern says to a text." },
);

export const TestedConstitution = Type.Object(
  {
    gates: Type.Array(TriedPattern, {
      description: "The gates, tried on the input; the first that matches gates a turn.",
    }),
    prohibitions: Type.Array(TriedPattern, { description: "The prohibitions, tried on the answer." }),
  },
  { title: "TestedConstitution", description: "What the patterns of a constitution say to texts." },
);

export const Plan = OneOf("Plan", PLAN_NAMES, "The account's plan; what each allows is the operator's to say.");

export const Account = Type.Object(
  {
    name: Type.String({ description: "The account's name." }),
    created_at: Instant("When the account was made."),
    plan: Plan,
    past_due: Type.Boolean({ description: "Whether the account's payment is overdue." }),
    turns_this_month: Count("Turns prepared in this calendar month, UTC, over all cores."),
    turns_per_month: Nullable(Type.Integer(), "Turns that the plan allows in a month; null: no limit."),
  },
  { title: "Account", description: "An account: its cores, keys and memory are its own." },
);

export const AccountList = Type.Object(
  { items: Type.Array(Account, { description: "The accounts, oldest first." }), next_cursor: NextCursor },
  { title: "AccountList", description: "A page of the accounts." },
);

/** In requests and answers alike, as are those that follow. */
export const LearnOnce = OneOf(
  "LearnOnce",
  LEARN_ONCE,
  "What is learned from one turn alone: `preferences`: standing orders, corrections and lasting preferences of the user; `orders`: the first two; `off`: corrections.",
);

export const RetrievalMode = OneOf(
  "RetrievalMode",
  RETRIEVAL_MODES,
  "How memory is ranked: `cosine` by the similarity of embeddings times confidence, `hybrid` by words, times and neighbouring turns as well.",
);

export const DISTILLER_TOLD =
  "Who words the rules of the service's own learning passes; `endpoint` needs one in the operator's settings.";

const RedactKind = OneOf("RedactKind", REDACT_KINDS, "A kind of secret.");

export const Redact = Type.Union(
  [
    Type.Literal("off"),
    Type.Array(RedactKind, {
      minItems: 1,
      maxItems: REDACT_KINDS.length,
      uniqueItems: true,
    }),
  ],
  {
    title: "Redact",
    description:
      "Kinds of secrets that are taken out of what is said, answered and learned before it is stored: a mark such as `[redacted: card number]` stands in their place. What is stored already stays as it is.",
  },
);

export const Settings = Type.Object(
  {
    retrieval_mode: RetrievalMode,
    retrieval_mode_chosen: Nullable(
      RetrievalMode,
      "What the account chose; null: nothing, and the server's setting holds.",
    ),
    sources_max: Type.Integer({
      minimum: 1,
      description: "Most memory entries in a brief; unless it was chosen, those beyond 8 come only if they are short.",
    }),
    sources_max_chosen: Nullable(Type.Integer({ minimum: 1 }), "What the account chose; null: nothing."),
    memory_tokens: Type.Integer({
      minimum: 0,
      description: "Tokens that the quoted memory may take; 0: by the model hint.",
    }),
    model: Type.String({ description: "The model hint that overrides the one of each `/prepare`; empty: none." }),
    distiller: OneOf("Distiller", DISTILLERS, DISTILLER_TOLD),
    nightly: Type.Boolean({ description: "Whether learning passes come to this account unasked, soon and at night." }),
    learn_once: LearnOnce,
    redact: Redact,
  },
  { title: "Settings", description: "Settings of the account." },
);
