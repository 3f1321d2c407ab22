// A turn as another program's file tells it, and what reading such a file needs.
import { hasRealDay } from "../base/iso-time.ts";
import { isUserId } from "../domain/brain.ts";
import { givenMetadataFault, type Metadata, metadataFault, NO_METADATA } from "../domain/metadata.ts";
import { SESSION_CHARS_MAX } from "../domain/turn.ts";
import { type Fields, isFields, isWithinCalendar, LineFault } from "./read-fields.ts";

export interface ForeignTurn {
  /** Which entry of the file it comes from, from 1. */
  readonly entry: number;
  /** Its id there, as far as it has one. */
  readonly sourceId: string | null;
  /** null: the file does not say whose it is. */
  readonly user: string | null;
  readonly input: string;
  /** "" for a fact that nobody answered: its embedding is then that of the fact alone. */
  readonly answer: string;
  readonly session: string | null;
  readonly occurredAt: number | null;
  readonly metadata: Metadata;
  /** What the user said, word for word: corrections and self-attributes are read from it. */
  readonly isSaid: boolean;
}

const DAY_CHARS = "2026-01-31".length;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?$/;
/** A number of seconds reaches this in the year 5138, one of milliseconds did in 1973. */
const SECONDS_BELOW = 1e11;

/** The first of the named fields that is there, as a moment; what has no offset is UTC. */
export function timeOf(fields: Fields, ...names: readonly string[]): number | null {
  const name = names.find((each) => fields[each] !== undefined && fields[each] !== null && fields[each] !== "");
  if (name === undefined) return null;
  const value = fields[name];
  const at = millisOf(value);
  if (!isWithinCalendar(at)) {
    throw new LineFault(`\`${name}\` must be a moment, such as 2026-01-31 or 2026-01-31T09:30:00Z`);
  }
  if (typeof value === "string" && !hasRealDay(value.slice(0, DAY_CHARS))) {
    throw new LineFault(`\`${name}\` names a day that no calendar has`);
  }
  return at;
}

function millisOf(value: unknown): number {
  if (typeof value === "number" && value > 0) return Math.round(value < SECONDS_BELOW ? value * 1_000 : value);
  if (value instanceof Date) return value.getTime();
  if (typeof value !== "string") return Number.NaN;
  if (DATE.test(value)) return Date.parse(`${value}T00:00:00Z`);
  const moment = MOMENT.exec(value);
  return moment === null ? Number.NaN : Date.parse(`${moment[1]}T${moment[2]}${moment[3] ?? "Z"}`);
}

/** The first of the named fields that holds a text. */
export function textOf(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return null;
}

export function userOf(fields: Fields, ...names: readonly string[]): string | null {
  const user = textOf(fields, ...names);
  if (user !== null && !isUserId(user)) {
    throw new LineFault("its user is no user id: say which user it is for, and it goes there");
  }
  return user;
}

/** Cut to what a session may have. */
export function sessionOf(name: string | null): string | null {
  if (name === null) return null;
  let session = "";
  let points = 0;
  for (const point of name) {
    if (point === "\u0000") continue;
    session += point.toWellFormed();
    points += 1;
    if (points === SESSION_CHARS_MAX) break;
  }
  return session === "" ? null : session;
}

/** As many of its fields, in their order, as metadata may have here: lists, objects and numbers that were read as others stay behind. */
export function metadataOf(value: unknown): Metadata {
  if (!isFields(value)) return NO_METADATA;
  let metadata: Metadata = {};
  for (const [name, each] of Object.entries(value)) {
    const more = { ...metadata, [name]: each };
    if (givenMetadataFault({ [name]: each }) !== null) continue;
    if (metadataFault(more) !== null) break;
    metadata = more as Metadata;
  }
  return metadata;
}
