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

/**
 * The same for metadata that comes from a caller: its numbers are as they were written. A whole number beyond 2^53 - 1
 * was read as another that is near.
 */
export function givenMetadataFault(value: unknown): string | null {
  return metadataFault(value) ?? (hasUnsafeNumber(value as Metadata) ? UNSAFE : null);
}

const UNSAFE = `must hold whole numbers from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER} only: give others as strings`;

function hasUnsafeNumber(metadata: Metadata): boolean {
  return Object.values(metadata).some((value) => Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** What a filter asks for; without a field it asks for nothing, and everything passes. */
export function askedMetadata(metadata: Metadata | undefined): Metadata | undefined {
  return metadata === undefined || Object.keys(metadata).length === 0 ? undefined : metadata;
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
