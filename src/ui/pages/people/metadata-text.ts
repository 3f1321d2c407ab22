// Metadata as lines that a person can write: `topic: travel`.
import type { Model } from "../../api.ts";

type Value = string | number | boolean;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

export interface ReadMetadata {
  readonly metadata: Model["Metadata"];
  /** The first line that says nothing, from 1; null: all of them do. */
  readonly faultLine: number | null;
}

/** Values are numbers, `true`, `false` or text; what is to be text all the same stands in quotes, as in JSON. */
export function readMetadata(text: string): ReadMetadata {
  const pairs: [string, Value][] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const pair = readLine(line.trim());
    if (pair === null) return { metadata: {}, faultLine: at + 1 };
    pairs.push(pair);
  }
  return { metadata: Object.fromEntries(pairs), faultLine: null };
}

function readLine(line: string): [string, Value] | null {
  const [, quoted, bare] = /^(?:("(?:[^"\\]|\\.)*")|([^":][^:]*)):/.exec(line) ?? [];
  const name = quoted === undefined ? bare?.trim() : unquoted(quoted);
  if (name === undefined || name === null || name === "") return null;
  const value = readValue(line.slice((quoted ?? bare ?? "").length + 1).trim());
  return value === null ? null : [name, value];
}

function readValue(text: string): Value | null {
  if (text === "true" || text === "false") return text === "true";
  if (NUMBER.test(text)) return Number(text);
  return text.startsWith('"') ? unquoted(text) : text;
}

function unquoted(text: string): string | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "string" ? read : null;
  } catch {
    return null;
  }
}

export function metadataText(metadata: Model["Metadata"]): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${plainOrQuoted(name, /^[^":\n\r][^:\n\r]*$/)}: ${shownValue(value)}`)
    .join("\n");
}

function shownValue(value: Value): string {
  if (typeof value !== "string") return String(value);
  return readValue(value) === value ? plainOrQuoted(value, /^[^\n\r]*$/) : JSON.stringify(value);
}

function plainOrQuoted(text: string, plain: RegExp): string {
  return plain.test(text) && text.trim() === text ? text : JSON.stringify(text);
}
