// Files that somebody hands to a command: text, and objects in JSON or TOML.
import { readFileSync } from "node:fs";
import { isObject, parseStrictJson, StrictJsonError } from "../base/strict-json.ts";
import { DataDirectoryError, readReasonOf } from "../storage/files/data-directory.ts";

/** `-`: standard input. `what` it should hold, for the message. Throws DataDirectoryError. */
export async function readText(file: string, what: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = file === "-" ? await Bun.stdin.bytes() : readFileSync(file);
  } catch (error) {
    throw new DataDirectoryError(`${file} cannot be read: ${readReasonOf(error)}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DataDirectoryError(`${file} holds no ${what}: it is not valid UTF-8`);
  }
}

/** JSON where it begins like an object of it, else TOML. */
export async function readDocument(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = (await readText(file, "JSON or TOML")).replace(/^\ufeff/, "");
  const value = /^\s*[{[]\s*["}{]/.test(text) ? readJson(file, text) : readToml(file, text);
  if (!isObject(value)) throw new DataDirectoryError(`${file} holds a list: it should be one object`);
  return value;
}

function readJson(file: string, text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    throw new DataDirectoryError(`${file} begins like JSON, and ${error.message}`);
  }
}

function readToml(file: string, text: string): unknown {
  try {
    return Bun.TOML.parse(text);
  } catch (error) {
    throw new DataDirectoryError(`${file} is neither JSON nor TOML: ${error instanceof Error ? error.message : ""}`);
  }
}
