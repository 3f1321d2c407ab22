// The lines of an export, version 1: one JSON object a line, its fields in a fixed order, nothing in it that tells when it was written.
import { isoTime, isoTimeOrNull } from "../base/iso-time.ts";
import { ACCOUNT_SETTINGS, type AccountSettings, SETTING_FIELDS } from "../domain/account-settings.ts";
import { isPinned, PINNED_UNTIL_SHOWN } from "../domain/lesson.ts";
import type {
  ExportScope,
  PortableConstitution,
  PortableCore,
  PortableLesson,
  PortablePacket,
  PortableRule,
} from "../domain/portability.ts";
import type { ExportedBrain } from "../domain/ports/export-source.ts";

export const EXPORT_FORMAT = "memoryd-export";
export const EXPORT_VERSION = 1;

export interface ExportHeader {
  readonly service: string;
  /** What the embeddings were made with. */
  readonly model: { readonly id: string; readonly sha256: string };
  readonly scope: ExportScope;
  /** Whether embeddings are in the file. */
  readonly embeddings: boolean;
}

export interface ExportCounts {
  readonly brains: number;
  readonly packets: number;
  readonly lessons: number;
  readonly forgottenRules: number;
}

/** What some readers take for the end of a line, though JSON lets it stand in a string. */
const LINE_ENDS = /[\u007f-\u009f\u2028\u2029]/g;

function line(value: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(value).replace(LINE_ENDS, escaped)}\n`;
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function vectorText(vector: Float32Array | null): string | null {
  if (vector === null) return null;
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}

export function headerLine({ service, model, scope, embeddings }: ExportHeader): string {
  return line({
    type: "header",
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    service,
    model: { id: model.id, sha256: model.sha256 },
    account: scope.account,
    scope: { core: scope.core, user: scope.user },
    embeddings,
  });
}

/** Only what the account chose, in the order of the table; null where it chose nothing. */
export function settingsLine(settings: Partial<AccountSettings>): string | null {
  const chosen = SETTING_FIELDS.flatMap((field) =>
    settings[field] === undefined ? [] : [[ACCOUNT_SETTINGS[field].name, settings[field]]],
  );
  return chosen.length === 0 ? null : line({ type: "settings", settings: Object.fromEntries(chosen) });
}

export function constitutionLine({ name, text, gates, prohibitions, updatedAt }: PortableConstitution): string {
  const rules = (patterns: typeof gates) => patterns.map(({ pattern, reason }) => ({ pattern, reason }));
  return line({
    type: "constitution",
    name,
    text,
    gates: rules(gates),
    prohibitions: rules(prohibitions),
    updated_at: isoTime(updatedAt),
  });
}

export function coreLine({ slug, name, context, createdAt }: PortableCore): string {
  return line({ type: "core", slug, name, context, created_at: isoTime(createdAt) });
}

export function brainLine({ core, user, createdAt, counters }: ExportedBrain): string {
  return line({
    type: "brain",
    core,
    user,
    created_at: isoTime(createdAt),
    turns: counters.turns,
    coherence_sum: counters.coherenceSum,
    coherence_count: counters.coherenceCount,
  });
}

export function packetLine(packet: PortablePacket, embeddings: boolean): string {
  return line({
    type: "packet",
    id: packet.id,
    kind: packet.kind,
    input: packet.input,
    answer: packet.answer,
    confidence: packet.confidence,
    unconfirmed_overwrite: packet.unconfirmedOverwrite,
    cues: packet.cues,
    session: packet.session,
    occurred_at: isoTimeOrNull(packet.occurredAt),
    created_at: isoTime(packet.createdAt),
    input_tokens: packet.inputTokens,
    attributes: packet.attributes.map(({ attribute, value, confirmed }) => ({ attribute, value, confirmed })),
    learned: packet.learned,
    learnable: packet.learnable,
    ...(Object.keys(packet.metadata).length === 0 ? {} : { metadata: packet.metadata }),
    ...(embeddings ? { embedding: vectorText(packet.vector), input_embedding: vectorText(packet.inputVector) } : {}),
  });
}

export function lessonLine(lesson: PortableLesson, embeddings: boolean): string {
  return line({
    type: "lesson",
    id: lesson.id,
    text: lesson.text,
    use_count: lesson.useCount,
    created_at: isoTime(lesson.createdAt),
    expires_at: isPinned(lesson) ? PINNED_UNTIL_SHOWN : isoTime(lesson.expiresAt),
    llm_cost: lesson.llmCost,
    general: lesson.isGeneral,
    source_link: lesson.sourceLink,
    ...(embeddings ? { embedding: vectorText(lesson.vector) } : {}),
  });
}

/** Its embedding is always there: nothing else is left of the rule. */
export function forgottenRuleLine({ createdAt, wording, model, vector }: PortableRule): string {
  return line({
    type: "forgotten_rule",
    created_at: isoTime(createdAt),
    wording: wording === null ? null : Buffer.from(wording).toString("hex"),
    model: { id: model.id, sha256: model.sha256 },
    embedding: vectorText(vector),
  });
}

/** `sha256`: of every byte before this line. */
export function endLine(counts: ExportCounts, sha256: string): string {
  const { brains, packets, lessons, forgottenRules } = counts;
  return line({ type: "end", brains, packets, lessons, forgotten_rules: forgottenRules, sha256 });
}
