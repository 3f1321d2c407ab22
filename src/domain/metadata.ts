// What a caller attaches to a memory: a few named values, kept with it and filtered by exactly.
import { isSoundText } from "./sound-text.ts";

export type MetadataValue = string | number | boolean;
export type Metadata = Readonly<Record<string, MetadataValue>>;

export const NO_METADATA: Metadata = {};
export const METADATA_FIELDS_MAX = 16;
export const METADATA_NAME_CHARS_MAX = 64;
/** Of its JSON, in UTF-8. */
export const METADATA_BYTES_MAX = 2_048;

/** The rule that a value breaks, in words ("must …"); null for metadata. Counts before it looks at what it counted. */
export function metadataFault(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "must be an object";
  const fields = Object.entries(value);
  if (fields.length > METADATA_FIELDS_MAX) return `must have at most ${METADATA_FIELDS_MAX} fields`;
  for (const [name, each] of fields) {
    if (name === "" || [...name].length > METADATA_NAME_CHARS_MAX) {
      return `must have field names of 1 to ${METADATA_NAME_CHARS_MAX} characters`;
    }
    if (!isValue(each)) return "must hold strings, numbers and booleans only";
    if (!isSoundText(name) || (typeof each === "string" && !isSoundText(each))) {
      return "must not hold a NUL or a lone surrogate";
    }
  }
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > METADATA_BYTES_MAX ? `must have at most ${METADATA_BYTES_MAX} bytes as JSON` : null;
}

/** Each field as an index knows it: its name, and its value as JSON, so that "1" and 1 are two. */
export function metadataFields(metadata: Metadata): { readonly name: string; readonly value: string }[] {
  return Object.entries(metadata).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
}

export function isSameMetadata(a: Metadata, b: Metadata): boolean {
  const fields = Object.entries(a);
  return fields.length === Object.keys(b).length && fields.every(([name, value]) => b[name] === value);
}

function isValue(value: unknown): value is MetadataValue {
  return (
    typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
  );
}
