// The schema kinds of requests: text counted in code points, instants, `limit` and `cursor`.
import { Kind, type TSchema, type TUnsafe, Type, TypeRegistry } from "@sinclair/typebox";
import { hasRealDay } from "../base/iso-time.ts";
import {
  givenMetadataFault,
  METADATA_BYTES_MAX,
  METADATA_FIELDS_MAX,
  METADATA_NAME_CHARS_MAX,
  type Metadata,
} from "../domain/metadata.ts";
import { isSoundText } from "../domain/sound-text.ts";
import { SESSION_CHARS_MAX } from "../domain/turn.ts";
import { FIELD_DESCRIPTION } from "./document-schemas.ts";

/** Says in words which rule a value breaks ("must …"), null where it breaks none. */
type Rule = (value: unknown) => string | null;

/** A symbol, so that the rule stays out of the OpenAPI document. */
const RULE = Symbol("memoryd.rule");
const KIND = "MemorydRule";
const CURSOR_CHARACTERS_MAX = 512;

TypeRegistry.Set<TSchema>(KIND, (schema, value) => ruleOf(schema)?.(value) === null);

export interface TextOptions {
  readonly description: string;
  /** In code points, as is `maxLength`. */
  readonly minLength?: number;
  readonly maxLength: number;
  /** Refuses text that is only white space. */
  readonly nonBlank?: boolean;
  readonly pattern?: RegExp;
  /** What no JSON Schema says: the broken rule in words ("must …"), null where the value is sound. */
  readonly rule?: (value: string) => string | null;
  readonly examples?: readonly string[];
}

/** A string without NUL and lone surrogates, its length counted in code points. */
export function text(options: TextOptions): TUnsafe<string> {
  const { pattern, nonBlank, rule, minLength = 0, ...shown } = options;
  return ruled<string>(
    { type: "string", minLength, ...shown, ...(pattern === undefined ? {} : { pattern: pattern.source }) },
    (value) => {
      if (typeof value !== "string") return "must be a string";
      if (!isSoundText(value)) return "must not hold a NUL or a lone surrogate";
      if (!hasLengthWithin(value, minLength, options.maxLength)) return lengthRule(minLength, options.maxLength);
      if (nonBlank === true && value.trim() === "") return "must not be only white space";
      if (pattern !== undefined && !pattern.test(value)) return `must match ${pattern.source}`;
      return rule?.(value) ?? null;
    },
  );
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?)?$/;
const OFFSET = /(Z|[+-]\d{2}:\d{2})$/;

/** A moment in ISO 8601; it stays a string. */
export function instant(options: { readonly description: string }): TUnsafe<string> {
  const examples = ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00", "2026-01-31"];
  const description = `${options.description} Without an offset it is UTC, a date alone its midnight.`;
  return ruled<string>({ type: "string", pattern: INSTANT.source, description, examples }, (value) =>
    typeof value === "string" && INSTANT.test(value) && hasRealDay(value) && !Number.isNaN(timeOf(value))
      ? null
      : "must be an ISO 8601 date or moment, such as 2026-01-31 or 2026-01-31T09:30:00Z",
  );
}

/** Of what `instant` let through, in ms since the epoch. A moment without offset would be this machine's to Date.parse. */
export function timeOf(value: string): number {
  return Date.parse(value.includes("T") && !OFFSET.test(value) ? `${value}Z` : value);
}

export function timeOrAbsent(value: string | undefined): number | undefined {
  return value === undefined ? undefined : timeOf(value);
}

/** The caller's own name of a conversation. */
export function sessionName(description: string): TUnsafe<string> {
  return text({ description, minLength: 1, maxLength: SESSION_CHARS_MAX, examples: ["chat-7"] });
}

/** One of a closed set of names, in a query, a path or a body; `title` is what generators call it. */
export function choice<V extends string>(
  title: string,
  values: readonly V[],
  { rule, ...shown }: Pick<TextOptions, "description" | "rule">,
): TUnsafe<V> {
  const names: readonly unknown[] = values;
  return ruled<V>({ type: "string", enum: values, title, ...shown }, (value) => {
    if (!names.includes(value)) return `must be one of ${values.join(", ")}`;
    return rule?.(value as V) ?? null;
  });
}

/** A yes or no in a query, where it is text. */
export function flag(description: string): TUnsafe<"true" | "false"> {
  return ruled<"true" | "false">({ type: "boolean", description }, (value) =>
    value === "true" || value === "false" ? null : "must be true or false",
  );
}

const LIMIT_DOC = "Most entries in the answer.";

/** `limit` of a list's query: 1 to `most`, read from the query's text by `readQuery`; absent, it is `byDefault`. */
export function limit(byDefault: number, most: number): TUnsafe<number> {
  return whole({ minimum: 1, maximum: most, default: Math.min(byDefault, most), description: LIMIT_DOC });
}

/** `limit` in a body, where it is a JSON number. */
export function bodyLimit(most: number): TUnsafe<number> {
  return wholeNumber(LIMIT_DOC, 1, most);
}

/** A whole number within bounds, both included. */
export function wholeNumber(description: string, minimum: number, maximum: number): TUnsafe<number> {
  return whole({ minimum, maximum, description });
}

/** The same in a query, where it need not be named. */
export function wholeNumberOr(
  byDefault: number,
  description: string,
  minimum: number,
  maximum: number,
): TUnsafe<number> {
  return whole({ minimum, maximum, default: byDefault, description });
}

function whole(shown: { minimum: number; maximum: number; default?: number; description: string }): TUnsafe<number> {
  const { minimum, maximum } = shown;
  return ruled<number>({ type: "integer", ...shown }, (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum
      ? null
      : `must be a whole number from ${minimum} to ${maximum}`,
  );
}

/** Reads a cursor; null for what its list never answered. */
type CursorReader = (cursor: string) => unknown;

/** The query of a list that is read page by page; its cursor is one that `read` knows. */
export function pageQuery(limitByDefault: number, limitMost: number, read: CursorReader) {
  return Type.Object({
    limit: limit(limitByDefault, limitMost),
    cursor: Type.Optional(
      text({
        description: "`next_cursor` of the page before; absent for the first page.",
        minLength: 1,
        maxLength: CURSOR_CHARACTERS_MAX,
        rule: (value) => (read(value) === null ? "must be the `next_cursor` of an answer" : null),
      }),
    ),
  });
}

/**
 * Whether a value of this schema has names that no schema declares: at most `maxProperties`, nothing nested in them, and
 * no null. Its own rule checks it whole.
 */
export function isFreeForm(schema: TSchema): boolean {
  return schema.type === "object" && ruleOf(schema) !== null;
}

/** What metadata looks like, in requests and answers alike. */
export const METADATA_SHAPE = {
  title: "Metadata",
  description: `What the caller attaches to a memory: up to ${METADATA_FIELDS_MAX} fields, each a string, a number or a boolean, whole numbers within ±(2^53 - 1); ${METADATA_BYTES_MAX} bytes as JSON.`,
  type: "object",
  maxProperties: METADATA_FIELDS_MAX,
  propertyNames: { minLength: 1, maxLength: METADATA_NAME_CHARS_MAX },
  additionalProperties: { type: ["string", "number", "boolean"] },
  examples: [{ topic: "travel", verified: true }],
};

/** Metadata in a body. */
export function metadata(description: string): TUnsafe<Metadata> {
  return ruled<Metadata>({ ...METADATA_SHAPE, [FIELD_DESCRIPTION]: description }, givenMetadataFault);
}

/** Metadata in a query, as JSON; `parseMetadata` reads what this lets through. */
export function metadataQuery(description: string): TUnsafe<string> {
  return text({
    description: `${description} A JSON object: the value of each field is exact.`,
    maxLength: METADATA_BYTES_MAX,
    rule: (value) => {
      const parsed = parsedJson(value);
      return parsed === undefined ? "must be a JSON object" : givenMetadataFault(parsed);
    },
    examples: ['{"topic":"travel"}'],
  });
}

export function parseMetadata(value: string | undefined): Metadata | undefined {
  return value === undefined ? undefined : (parsedJson(value) as Metadata);
}

function parsedJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** A field that is refused where it stands, with the reason ("must …"); it may be null, as every optional field may. */
export function refused(description: string, reason: string): TUnsafe<never> {
  return ruled<never>({ type: "null", description }, () => reason);
}

/** null for a schema that is none of this file's kinds as well as for a value that keeps the rule. */
export function brokenRule(schema: TSchema, value: unknown): string | null {
  return ruleOf(schema)?.(value) ?? null;
}

function ruled<T>(shown: Record<string, unknown>, rule: Rule): TUnsafe<T> {
  return Type.Unsafe<T>({ ...shown, [Kind]: KIND, [RULE]: rule });
}

function ruleOf(schema: TSchema): Rule | null {
  const rule: unknown = Reflect.get(schema, RULE);
  return typeof rule === "function" ? (rule as Rule) : null;
}

function lengthRule(min: number, max: number): string {
  return min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`;
}

function hasLengthWithin(value: string, min: number, max: number): boolean {
  // A code point is one or two units, so most texts are decided without counting.
  if (value.length < min || value.length > max * 2) return false;
  if (value.length <= max && value.length >= min * 2) return true;
  let points = 0;
  for (const _ of value) points++;
  return points >= min && points <= max;
}
