// Reads one line of an export into what it stands for.
import { isDotSegment } from "../base/dot-segment.ts";
import {
  ACCOUNT_SETTINGS,
  type AccountSettings,
  SETTING_FIELDS,
  type SettingKind,
} from "../domain/account-settings.ts";
import { type GuardPattern, PATTERN_CHARS_MAX, PATTERNS_MAX } from "../domain/constitution.ts";
import type { Limits } from "../domain/limits.ts";
import type {
  ModelName,
  PortableAttribute,
  PortableConstitution,
  PortableCore,
  PortableCounters,
  PortableLesson,
  PortablePacket,
  PortableRule,
} from "../domain/portability.ts";
import { REDACT_KINDS, type RedactKind } from "../domain/redaction.ts";
import { SESSION_CHARS_MAX } from "../domain/turn.ts";
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportCounts } from "./export-lines.ts";
import * as read from "./read-fields.ts";
import { type Fields, isFields, LineFault } from "./read-fields.ts";

export interface BrainEntry {
  readonly core: string;
  readonly user: string | null;
  /** null: now. */
  readonly createdAt: number | null;
  /** null: counted from the packets. */
  readonly counters: PortableCounters | null;
}

export type Entry =
  | { readonly type: "header"; readonly model: ModelName }
  | { readonly type: "settings"; readonly settings: Partial<AccountSettings> }
  | { readonly type: "constitution"; readonly constitution: PortableConstitution }
  | { readonly type: "core"; readonly core: PortableCore }
  | { readonly type: "brain"; readonly brain: BrainEntry }
  | { readonly type: "packet"; readonly packet: PortablePacket }
  | { readonly type: "lesson"; readonly lesson: PortableLesson }
  | { readonly type: "forgotten_rule"; readonly rule: PortableRule }
  | { readonly type: "end"; readonly counts: ExportCounts; readonly sha256: string };

export interface EntryRules {
  readonly limits: Limits;
}

const ATTRIBUTE_CHARS_MAX = 1_000;
const CUES_MAX = 20;
/** Of the name of a model that embeds. */
const MODEL_CHARS_MAX = 200;
const KINDS = ["raw", "correction"] as const;
const ATTRIBUTES = ["name", "occupation"] as const;

/** Throws LineFault. */
export function readEntry(value: unknown, rules: EntryRules): Entry {
  if (!isFields(value)) throw new LineFault("it must be a JSON object");
  switch (value.type) {
    case "header":
      return { type: "header", model: readHeader(value) };
    case "settings":
      return { type: "settings", settings: readSettings(value, rules.limits) };
    case "constitution":
      return { type: "constitution", constitution: readConstitution(value, rules) };
    case "core":
      return { type: "core", core: readCore(value, rules.limits) };
    case "brain":
      return { type: "brain", brain: readBrain(value) };
    case "packet":
      return { type: "packet", packet: readPacket(value, rules.limits) };
    case "lesson":
      return { type: "lesson", lesson: readLesson(value, rules.limits) };
    case "forgotten_rule":
      return { type: "forgotten_rule", rule: readRule(value) };
    case "end":
      return { type: "end", counts: readCounts(value), sha256: read.sha256(value, "sha256") };
    default:
      throw new LineFault("`type` must be one that this version knows");
  }
}

function readHeader(fields: Fields): ModelName {
  if (fields.format !== EXPORT_FORMAT) throw new LineFault(`\`format\` must be ${EXPORT_FORMAT}`);
  if (fields.version !== EXPORT_VERSION) {
    throw new LineFault(`\`version\` must be ${EXPORT_VERSION}: the file is of another version of memoryd`);
  }
  return readModel(fields);
}

function readModel(fields: Fields): ModelName {
  const { model } = fields;
  if (!isFields(model)) throw new LineFault("`model` must be an object");
  return { id: read.text(model, "id", MODEL_CHARS_MAX), sha256: read.sha256(model, "sha256") };
}

/** Settings that this version does not know stay behind. */
function readSettings(fields: Fields, limits: Limits): Partial<AccountSettings> {
  const { settings } = fields;
  if (!isFields(settings)) throw new LineFault("`settings` must be an object");
  const chosen = SETTING_FIELDS.flatMap((field) => {
    const { name, takes } = ACCOUNT_SETTINGS[field];
    return Object.hasOwn(settings, name) ? [[field, readSetting(settings, name, takes, limits)]] : [];
  });
  return Object.fromEntries(chosen);
}

function readSetting(settings: Fields, name: string, takes: SettingKind, limits: Limits): unknown {
  switch (takes.kind) {
    case "choice":
      return read.oneOf(settings, name, takes.values);
    case "number":
      return Math.max(takes.least, read.count(settings, name, takes.most(limits)));
    case "text":
      return read.text(settings, name, limits.nameCharsMax);
    case "flag":
      return read.flag(settings, name);
    case "redact":
      return readRedactKinds(settings[name]);
  }
}

/** Kinds that this version does not know stay behind. */
function readRedactKinds(value: unknown): RedactKind[] {
  if (!Array.isArray(value)) throw new LineFault("`redact` must be a list");
  return REDACT_KINDS.filter((kind) => value.includes(kind));
}

function readConstitution(fields: Fields, rules: EntryRules): PortableConstitution {
  const name = read.statement(fields, "name", rules.limits.nameCharsMax);
  // The interface could neither show nor delete it.
  if (isDotSegment(name)) throw new LineFault("`name` must be one that a path can hold");
  return {
    name,
    text: read.text(fields, "text", rules.limits.contextCharsMax),
    gates: readPatterns(fields, "gates"),
    prohibitions: readPatterns(fields, "prohibitions"),
    updatedAt: read.time(fields, "updated_at"),
  };
}

function readPatterns(fields: Fields, name: string): GuardPattern[] {
  const value = fields[name];
  if (!Array.isArray(value) || value.length > PATTERNS_MAX) {
    throw new LineFault(`\`${name}\` must be a list of at most ${PATTERNS_MAX}`);
  }
  return value.map((each) => {
    if (!isFields(each)) throw new LineFault(`\`${name}\` must be a list of objects`);
    const pattern = read.text(each, "pattern", PATTERN_CHARS_MAX, 1);
    return { pattern, reason: read.text(each, "reason", PATTERN_CHARS_MAX, 1) };
  });
}

function readCore(fields: Fields, limits: Limits): PortableCore {
  return {
    slug: read.coreSlug(fields, "slug"),
    name: read.text(fields, "name", limits.nameCharsMax, 1),
    context: read.text(fields, "context", limits.contextCharsMax),
    createdAt: read.time(fields, "created_at"),
  };
}

function readBrain(fields: Fields): BrainEntry {
  const coherenceCount = read.count(fields, "coherence_count");
  return {
    core: read.coreSlug(fields, "core"),
    user: read.userOrNull(fields, "user"),
    createdAt: read.time(fields, "created_at"),
    counters: {
      turns: read.count(fields, "turns"),
      // Float32 coherences of up to 1 may add up to a little more.
      coherenceSum: read.number(fields, "coherence_sum", 0, coherenceCount * 1.001),
      coherenceCount,
    },
  };
}

function readPacket(fields: Fields, limits: Limits): PortablePacket {
  const inputVector = read.vectorOrNull(fields, "input_embedding");
  return {
    id: read.id(fields, "id"),
    kind: read.oneOf(fields, "kind", KINDS),
    input: read.statement(fields, "input", limits.inputCharsMax),
    answer: read.text(fields, "answer", limits.answerCharsMax),
    confidence: read.number(fields, "confidence", 0, 1),
    unconfirmedOverwrite: read.flag(fields, "unconfirmed_overwrite"),
    cues: read.words(fields, "cues", CUES_MAX),
    session: read.textOrNull(fields, "session", SESSION_CHARS_MAX),
    occurredAt: read.timeOrNull(fields, "occurred_at"),
    createdAt: read.time(fields, "created_at"),
    inputTokens: read.count(fields, "input_tokens"),
    metadata: read.metadata(fields, "metadata"),
    attributes: readAttributes(fields),
    learned: read.flag(fields, "learned"),
    learnable: read.flag(fields, "learnable") || inputVector !== null,
    vector: read.vectorOrNull(fields, "embedding"),
    inputVector,
  };
}

function readAttributes(fields: Fields): PortableAttribute[] {
  const { attributes } = fields;
  if (!Array.isArray(attributes) || attributes.length > 2 * ATTRIBUTES.length) {
    throw new LineFault("`attributes` must be a short list");
  }
  return attributes.map((each) => {
    if (!isFields(each)) throw new LineFault("`attributes` must be a list of objects");
    return {
      attribute: read.oneOf(each, "attribute", ATTRIBUTES),
      value: read.text(each, "value", ATTRIBUTE_CHARS_MAX, 1),
      confirmed: read.flag(each, "confirmed"),
    };
  });
}

function readLesson(fields: Fields, limits: Limits): PortableLesson {
  return {
    id: read.id(fields, "id"),
    text: read.statement(fields, "text", limits.lessonCharsMax),
    useCount: read.count(fields, "use_count"),
    createdAt: read.time(fields, "created_at"),
    expiresAt: read.time(fields, "expires_at"),
    llmCost: fields.llm_cost === null ? null : read.number(fields, "llm_cost", 0, Number.MAX_VALUE),
    // An export of an earlier version has none.
    isGeneral: fields.general === undefined ? false : read.flag(fields, "general"),
    sourceLink: read.ids(fields, "source_link"),
    vector: read.vectorOrNull(fields, "embedding"),
  };
}

function readRule(fields: Fields): PortableRule {
  const vector = read.vectorOrNull(fields, "embedding");
  if (vector === null) throw new LineFault("`embedding` must be there: nothing else is left of the rule");
  const wording = fields.wording === null ? null : Buffer.from(read.sha256(fields, "wording"), "hex");
  return { createdAt: read.time(fields, "created_at"), wording, model: readModel(fields), vector };
}

function readCounts(fields: Fields): ExportCounts {
  return {
    brains: read.count(fields, "brains"),
    packets: read.count(fields, "packets"),
    lessons: read.count(fields, "lessons"),
    forgottenRules: read.count(fields, "forgotten_rules"),
  };
}
