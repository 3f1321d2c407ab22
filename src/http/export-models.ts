// What an export is, line by line, and what an import answers.
import { Kind, type TProperties, Type } from "@sinclair/typebox";
import { SETTING_NAMES } from "../domain/account-settings.ts";
import { IMPORT_FORMATS } from "../portability/detect-format.ts";
import { EXPORT_FORMAT, EXPORT_VERSION } from "../portability/export-lines.ts";
import { GuardPattern } from "./admin-models.ts";
import { FIELD_DESCRIPTION } from "./document-schemas.ts";
import { Count, Instant, MetadataModel, Nullable, OneOf } from "./fields.ts";
import { PacketType, SelfAttribute } from "./models.ts";

export const LINES_MEDIA = "application/x-ndjson";

/** A line of an export of that `type`. */
function line<T extends string, P extends TProperties>(title: string, type: T, description: string, fields: P) {
  return Type.Object(
    { type: Type.Literal(type, { description: "What kind of line it is." }), ...fields },
    { title, description },
  );
}

const Embedding = Type.Optional(
  Nullable(
    Type.String({ contentEncoding: "base64" }),
    "384 numbers of 32 bits, little-endian; null where none is made yet, absent where the export was asked for none.",
  ),
);

const ModelName = Type.Object(
  {
    id: Type.String({ description: "What the model is called." }),
    sha256: Type.String({ description: "The hash of its file." }),
  },
  { title: "ModelName", description: "The model that made the embeddings." },
);

const HeaderLine = line("ExportHeaderLine", "header", "The first line.", {
  format: Type.Literal(EXPORT_FORMAT, { description: "What the file is." }),
  version: Type.Literal(EXPORT_VERSION, { description: "Which form its lines have." }),
  service: Type.String({ description: "The version of memoryd that wrote it." }),
  model: ModelName,
  account: Type.String({ description: "Whose memory it is." }),
  scope: Type.Object(
    {
      core: Nullable(Type.String(), "The one core; null: all of them."),
      user: Nullable(Type.String(), "The one end user; null: all of them."),
    },
    { title: "ExportScope", description: "How much of the account it is." },
  ),
  embeddings: Type.Boolean({ description: "Whether embeddings are in it." }),
});

const SettingsLine = line("ExportSettingsLine", "settings", "What the account chose. Of a whole account only.", {
  settings: Type.Record(Type.String(), Type.Unknown(), {
    title: "ExportedSettings",
    description: `Those that were chosen, by their names: ${SETTING_NAMES.join(", ")}.`,
  }),
});

const ConstitutionLine = line("ExportConstitutionLine", "constitution", "A profile. Of a whole account only.", {
  name: Type.String({ description: "Its name." }),
  text: Type.String({ description: "What stands at the head of every brief." }),
  gates: Type.Array(GuardPattern, { description: "Patterns on the input." }),
  prohibitions: Type.Array(GuardPattern, { description: "Patterns on the answer." }),
  updated_at: Instant("When it was last changed."),
});

const CoreLine = line("ExportCoreLine", "core", "A core. Not of one user's export.", {
  slug: Type.String({ description: "Names it." }),
  name: Type.String({ description: "Human-readable label." }),
  context: Type.String({ description: "Put into every brief of the core." }),
  created_at: Instant("When it was made."),
});

const BrainLine = line("ExportBrainLine", "brain", "A brain: the lines up to the next one belong to it.", {
  core: Type.String({ description: "Its core." }),
  user: Nullable(Type.String(), "Its end user; null: the shared brain of the core."),
  created_at: Instant("When it was made."),
  turns: Count("Turns recorded in it ever."),
  coherence_sum: Type.Number({ description: "Of the prepared turns that had sources." }),
  coherence_count: Count("How many these were."),
});

const PacketLine = line("ExportPacketLine", "packet", "A turn that is remembered.", {
  id: Type.String({ description: "Its id, which it keeps." }),
  kind: PacketType,
  input: Type.String({ description: "What the user said." }),
  answer: Type.String({ description: "What was answered; empty where nothing was." }),
  confidence: Type.Number({ description: "What its similarity is multiplied by in ranking." }),
  unconfirmed_overwrite: Type.Boolean({ description: "Whether it states a name or occupation that is not confirmed." }),
  cues: Type.Array(Type.String(), { description: "Which detectors fired." }),
  session: Nullable(Type.String(), "The caller's name of the conversation."),
  occurred_at: Nullable(Type.String({ format: "date-time" }), "When it happened, if the caller said."),
  created_at: Instant("When it was recorded."),
  input_tokens: Count("Tokens of the input."),
  attributes: Type.Array(
    Type.Object(
      {
        attribute: SelfAttribute,
        value: Type.String({ description: "The value, as the user said it." }),
        confirmed: Type.Boolean({ description: "Whether it is the brain's value." }),
      },
      { title: "ExportedAttribute", description: "A name or occupation that a turn states." },
    ),
    { description: "What it states of the user." },
  ),
  learned: Type.Boolean({ description: "Whether a learning pass has read it." }),
  learnable: Type.Boolean({ description: "Whether one may still read it." }),
  metadata: Type.Optional(MetadataModel),
  embedding: Embedding,
  input_embedding: Embedding,
});

const LessonLine = line("ExportLessonLine", "lesson", "A standing rule.", {
  id: Type.String({ description: "Its id, which it keeps." }),
  text: Type.String({ description: "The rule." }),
  use_count: Count("How often it was retrieved."),
  created_at: Instant("When it was learned."),
  expires_at: Instant("When it expires."),
  llm_cost: Nullable(Type.Number(), "What distilling it cost; null for a rule by hand."),
  general: Type.Boolean({ description: "Whether it is about answers in general." }),
  source_link: Type.Array(Type.String(), { description: "Ids of the turns that it was learned from." }),
  embedding: Embedding,
});

const ForgottenRuleLine = line("ExportForgottenRuleLine", "forgotten_rule", "A rule that was deleted for good.", {
  created_at: Instant("When it was deleted."),
  wording: Nullable(Type.String(), "A hash of its wording, in hexadecimal; null where none was kept."),
  model: ModelName,
  embedding: Type.String({ contentEncoding: "base64", description: "What is left of its meaning." }),
});

const EndLine = line("ExportEndLine", "end", "The last line: a file without it broke off.", {
  brains: Count("Brains in the file."),
  packets: Count("Turns in the file."),
  lessons: Count("Lessons in the file."),
  forgotten_rules: Count("Rules deleted for good."),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$", description: "SHA-256 of every byte before this line." }),
});

export const ExportLine = Type.Union(
  [
    ...[HeaderLine, SettingsLine, ConstitutionLine, CoreLine, BrainLine],
    ...[PacketLine, LessonLine, ForgottenRuleLine, EndLine],
  ],
  { title: "ExportLine", description: "A line of an export: one JSON object, told by its `type`." },
);

/** JSON Lines, as many bytes as there are: `ExportLine` says what each line holds. */
export function exportLines(description: string) {
  return Type.Unsafe<string>({
    [Kind]: "Any",
    ...{ type: "string", format: "binary", description },
    ...{ contentMediaType: LINES_MEDIA, contentSchema: ExportLine },
  });
}

export const FORMAT_TOLD = "What wrote the file; where a request names none, its content tells.";

const ImportCounts = (what: string) =>
  Type.Object(
    { stored: Count("How many were stored."), skipped: Count("How many were here already.") },
    { title: "ImportCounts", description: "What became of the entries of one kind.", [FIELD_DESCRIPTION]: what },
  );

export const ImportResult = Type.Object(
  {
    format: OneOf("ImportFormat", IMPORT_FORMATS, FORMAT_TOLD),
    brains: Count("Brains in the file."),
    packets: ImportCounts("Turns."),
    lessons: Type.Object(
      {
        stored: Count("Lessons stored."),
        skipped: Count("Lessons that were here already."),
        expired: Count("Lessons that have expired since, and were left out."),
      },
      { title: "ImportLessonCounts", description: "Lessons." },
    ),
    forgotten_rules: ImportCounts("Rules deleted for good."),
    cores: Count("Cores made."),
    constitutions: Count("Constitutions made."),
    settings: Count("Settings of the account that were set."),
    to_embed: Count("Turns and lessons stored that are embedded in the background now."),
  },
  { title: "ImportResult", description: "What an import stored." },
);
