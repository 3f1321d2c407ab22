// Reads the target of a request: its path, its query and its percent-encoding.
import type { TObject } from "@sinclair/typebox";
import { invalidRequest } from "../domain/errors.ts";
import { isSoundText } from "../domain/sound-text.ts";
import { unknownField } from "./unknown-field.ts";

export interface Target {
  readonly path: string;
  /** Without its question mark; "" where there is none. */
  readonly query: string;
}

/** Bun gives a bare target where the Host header is absent or odd, so an address is not always one for `new URL`. */
export function targetOf(address: string): Target {
  const scheme = address.startsWith("/") ? -1 : address.indexOf("://");
  const start = scheme === -1 ? 0 : address.indexOf("/", scheme + 3);
  const target = start === -1 ? "/" : address.slice(start);
  const mark = target.indexOf("?");
  return mark === -1 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Throws 400 for a path whose percent-encoding is broken, or that holds a NUL. */
export function checkPath(path: string): void {
  const decoded = decodePercent(path);
  if (decoded === null) throw invalidRequest("The percent-encoding of the path is broken.");
  if (!isSoundText(decoded)) throw invalidRequest("The path must not hold a NUL or a lone surrogate.");
}

/**
 * The parameters that `schema` declares, numbers read as numbers. Throws `unknown_field` for any other, and
 * `invalid_request` for one that is there twice, or for broken percent-encoding.
 */
export function readQuery(query: string, schema: TObject | undefined): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decodeForm(equals === -1 ? pair : pair.slice(0, equals));
    const value = decodeForm(equals === -1 ? "" : pair.slice(equals + 1));
    if (name === null || value === null) throw invalidRequest("The percent-encoding of the query is broken.");
    if (schema === undefined || !Object.hasOwn(schema.properties, name)) {
      throw unknownField("the query", "", name, Object.keys(schema?.properties ?? {}));
    }
    if (Object.hasOwn(read, name)) throw invalidRequest(`\`${name}\` in the query must stand there once.`, name);
    read[name] = schema.properties[name]?.type === "integer" ? readInteger(value) : value;
  }
  return read;
}

/** Text that is no plain decimal number stays text, and the schema refuses it. */
function readInteger(value: string): number | string {
  return /^(0|[1-9]\d{0,8})$/.test(value) ? Number(value) : value;
}

function decodeForm(part: string): string | null {
  return decodePercent(part.replaceAll("+", " "));
}

function decodePercent(part: string): string | null {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
