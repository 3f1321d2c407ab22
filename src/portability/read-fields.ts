// Reads the fields of one line of a file: each with its rule, and what is wrong in words, never with the value.
import { hasRealDay } from "../base/iso-time.ts";
import { isCoreSlug, isUserId } from "../domain/brain.ts";
import { type Metadata, metadataFault, NO_METADATA } from "../domain/metadata.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import { isSoundText } from "../domain/sound-text.ts";

/** What is wrong with a line; `reason` names the field and never quotes it. */
export class LineFault extends Error {
  override readonly name = "LineFault";
  constructor(readonly reason: string) {
    super(reason);
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Ids are ours, or made from another program's. */
const ID = /^[A-Za-z0-9._:-]{1,128}$/;
/** A vector is of unit length or all zero, within what float32 loses. */
const LENGTH_ERROR = 0.01;
/** The years 0 to 9999, and a day for the offsets of a moment in them. */
const DAY_MS = 24 * 60 * 60 * 1000;
const TIME_MIN = Date.parse("0000-01-01T00:00:00Z") - DAY_MS;
const TIME_MAX = Date.parse("9999-12-31T23:59:59Z") + DAY_MS;
const INSTANT = /^([+-]\d{6}|\d{4})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** `charsMax` counts code points. */
export function text(fields: Fields, name: string, charsMax: number, charsMin = 0): string {
  const value = fields[name];
  if (typeof value !== "string") throw new LineFault(`\`${name}\` must be a string`);
  const fault = textFault(value, charsMax, charsMin);
  if (fault !== null) throw new LineFault(`\`${name}\` ${fault}`);
  return value;
}

/** The broken rule in words, null for a sound text. */
export function textFault(value: string, charsMax: number, charsMin = 0): string | null {
  if (!isSoundText(value)) return "must not hold a NUL or a lone surrogate";
  const length = codePoints(value);
  if (length < charsMin || length > charsMax) return `must have ${charsMin} to ${charsMax} characters`;
  return null;
}

/** A text that says something. */
export function statement(fields: Fields, name: string, charsMax: number): string {
  const value = text(fields, name, charsMax, 1);
  if (value.trim() === "") throw new LineFault(`\`${name}\` must not be only white space`);
  return value;
}

function codePoints(value: string): number {
  let points = 0;
  for (const _ of value) points++;
  return points;
}

export function textOrNull(fields: Fields, name: string, charsMax: number): string | null {
  return fields[name] === null || fields[name] === undefined ? null : text(fields, name, charsMax, 1);
}

export function id(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || !ID.test(value)) throw new LineFault(`\`${name}\` must be an id`);
  return value;
}

export function ids(fields: Fields, name: string): string[] {
  const value = fields[name];
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string" && ID.test(each))) {
    throw new LineFault(`\`${name}\` must be a list of ids`);
  }
  return value;
}

/** What an export has only where there is some. */
export function metadata(fields: Fields, name: string): Metadata {
  const value = fields[name] ?? NO_METADATA;
  const fault = metadataFault(value);
  if (fault !== null) throw new LineFault(`\`${name}\` ${fault}`);
  return value as Metadata;
}

/** Short words, such as the names of cues. */
export function words(fields: Fields, name: string, most: number): string[] {
  const value = fields[name];
  const isWord = (each: unknown) => typeof each === "string" && textFault(each, 100, 1) === null;
  if (!Array.isArray(value) || value.length > most || !value.every(isWord)) {
    throw new LineFault(`\`${name}\` must be a list of at most ${most} short texts`);
  }
  return value;
}

export function oneOf<const T extends string>(fields: Fields, name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === fields[name]);
  if (found === undefined) throw new LineFault(`\`${name}\` must be one of ${choices.join(", ")}`);
  return found;
}

export function flag(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value !== "boolean") throw new LineFault(`\`${name}\` must be true or false`);
  return value;
}

export function count(fields: Fields, name: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = fields[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0 || value > most) {
    throw new LineFault(`\`${name}\` must be a whole number, 0 or more`);
  }
  return value;
}

export function number(fields: Fields, name: string, least: number, most: number): number {
  const value = fields[name];
  if (typeof value !== "number" || !(value >= least && value <= most)) {
    throw new LineFault(`\`${name}\` must be a number from ${least} to ${most}`);
  }
  return value;
}

/** Ms since the epoch. */
export function time(fields: Fields, name: string): number {
  const value = fields[name];
  const isMoment = typeof value === "string" && INSTANT.test(value);
  const at = isMoment ? Date.parse(value) : Number.NaN;
  if (!isWithinCalendar(at))
    throw new LineFault(`\`${name}\` must be an ISO 8601 moment, such as 2026-01-31T09:30:00Z`);
  if (isMoment && !hasRealDay(value)) throw new LineFault(`\`${name}\` names a day that no calendar has`);
  return at;
}

/** False for what is no number too. */
export function isWithinCalendar(at: number): boolean {
  return at >= TIME_MIN && at <= TIME_MAX;
}

export function timeOrNull(fields: Fields, name: string): number | null {
  return fields[name] === null || fields[name] === undefined ? null : time(fields, name);
}

export function coreSlug(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || !isCoreSlug(value)) throw new LineFault(`\`${name}\` must be the slug of a core`);
  return value;
}

export function userOrNull(fields: Fields, name: string): string | null {
  const value = fields[name];
  if (value === null) return null;
  if (typeof value !== "string" || !isUserId(value)) throw new LineFault(`\`${name}\` must be a user id, or null`);
  return value;
}

/** Little-endian float32 in base64; null where it is absent. */
export function vectorOrNull(fields: Fields, name: string): Float32Array | null {
  const value = fields[name];
  if (value === null || value === undefined) return null;
  if (typeof value !== "string") throw new LineFault(`\`${name}\` must be base64 or null`);
  const bytes = Buffer.from(value, "base64");
  if (bytes.byteLength !== DIMENSION * 4) throw new LineFault(`\`${name}\` must be ${DIMENSION} float32 in base64`);
  const vector = new Float32Array(DIMENSION);
  new Uint8Array(vector.buffer).set(bytes);
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
  if (length !== 0 && !(Math.abs(length - 1) <= LENGTH_ERROR)) {
    throw new LineFault(`\`${name}\` must have length 1`);
  }
  return vector;
}

/** SHA-256 in hex. */
export function sha256(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || !/^([0-9a-f]{64})?$/.test(value)) {
    throw new LineFault(`\`${name}\` must be a SHA-256 in hex`);
  }
  return value;
}
