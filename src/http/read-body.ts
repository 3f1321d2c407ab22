// Reads a JSON body with a counter in hand: size first, then type, then form.
import { Kind, OptionalKind, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { isObject, parseStrictJson, type StrictJsonRules } from "../base/strict-json.ts";
import { invalidRequest, MemoryError } from "../domain/errors.ts";
import { isFreeForm } from "./kinds.ts";
import { unknownField } from "./unknown-field.ts";

/** From the moment that its headers are there: 1 MiB comes at 18 kB a second. */
const BODY_WITHIN_MS = 60_000;
const JSON_TYPE = /^application\/json\s*(;.*)?$/i;

export interface BodyRoom {
  readonly bytesMax: number;
  /** Told of bytes before they are read, all in all at most `bytesMax`. Throws `overloaded`. */
  readonly hold: (bytes: number) => void;
  /** How long it may take to come; absent: a minute. */
  readonly withinMs?: number;
}

/** The fields of the body; throws 413, 503, 415 and 400, in that order. The rules of the fields come later. */
export async function readJsonBody(
  request: Request,
  room: BodyRoom,
  schema: TObject,
): Promise<Record<string, unknown>> {
  const bytes = await readWithin(request, room);
  if (bytes.length === 0) throw invalidRequest("A JSON body is required.");
  return objectIn(request, bytes, schema);
}

/**
 * For routes that take no body, or may do without: nothing, or a JSON object with the fields of the schema. Throws as
 * `readJsonBody` does. Its answer says that the body was read: for nothing at all Elysia would try to read it again.
 */
export async function readBodyOrNone(
  request: Request,
  room: BodyRoom,
  schema: TObject = NO_FIELDS,
): Promise<Record<string, unknown>> {
  if (request.body === null || request.headers.get("content-length") === "0") return {};
  const bytes = await readWithin(request, room);
  return bytes.length > 0 ? objectIn(request, bytes, schema) : {};
}

const NO_FIELDS = Type.Object({});

/** A body of any JSON, as it came: nested at most 64 deep, no field twice. Throws as `readJsonBody` does. */
export async function readAnyJson(request: Request, room: BodyRoom, rules: StrictJsonRules = {}): Promise<unknown> {
  const bytes = await readWithin(request, room);
  checkMediaType(request);
  return parsedBy((source) => parseStrictJson(source, rules), bytes);
}

function readWithin(request: Request, room: BodyRoom): Promise<Uint8Array> {
  refuseDeclaredLength(request, room.bytesMax);
  return inTime(readBytes(request, room), room.withinMs ?? BODY_WITHIN_MS);
}

function objectIn(request: Request, bytes: Uint8Array, schema: TObject): Record<string, unknown> {
  checkMediaType(request);
  const value = parsedBy(JSON.parse, bytes);
  if (!isObject(value)) throw invalidRequest("The body must be a JSON object.");
  return declaredFields(schema, value, "");
}

/** A body that says it is too large is refused before it is read. */
function refuseDeclaredLength(request: Request, bytesMax: number): void {
  const declared = request.headers.get("content-length");
  if (declared !== null && /^\d+$/.test(declared) && Number(declared) > bytesMax) throw tooLarge(bytesMax);
}

/**
 * Bun hands over no body of a GET or HEAD, so that its fields stay unread: one that says that it is there is refused as
 * what it may hold would be. Throws `unknown_field`.
 */
export function refuseUnreadBody({ headers }: Request): void {
  if (Number(headers.get("content-length")) === 0 && !headers.has("transfer-encoding")) return;
  throw new MemoryError(
    "unknown_field",
    "A GET takes no body: what it asks for stands in the path, the query and the headers.",
  );
}

/** Who sends a byte now and then would keep its place for ever. */
async function inTime(reading: Promise<Uint8Array>, withinMs: number): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(invalidRequest("The body took too long.")), withinMs);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readBytes(request: Request, { bytesMax, hold }: BodyRoom): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const declared = request.headers.get("content-length");
  // Its framing bounds it, so it can be read in one go.
  if (declared !== null) {
    hold(Number(declared) || 0);
    return readWhole(request, bytesMax);
  }
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of request.body) {
      total += chunk.byteLength;
      if (total > bytesMax) throw tooLarge(bytesMax);
      hold(chunk.byteLength);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof MemoryError) throw error;
    throw brokenOff();
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

async function readWhole(request: Request, bytesMax: number): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await request.bytes();
  } catch {
    throw brokenOff();
  }
  if (bytes.byteLength > bytesMax) throw tooLarge(bytesMax);
  return bytes;
}

/** The client went away or broke its own framing: nobody is left to read the answer. */
function brokenOff(): MemoryError {
  return invalidRequest("The body broke off.");
}

function tooLarge(bytesMax: number): MemoryError {
  return new MemoryError("body_too_large", `The body is larger than ${bytesMax} bytes.`, { bytes_max: bytesMax });
}

function checkMediaType(request: Request): void {
  const encoding = request.headers.get("content-encoding");
  if (JSON_TYPE.test(request.headers.get("content-type") ?? "") && (encoding === null || encoding === "identity"))
    return;
  throw new MemoryError("unsupported_media_type", "The body must be application/json, without a content encoding.");
}

function parsedBy(parse: (source: string) => unknown, bytes: Uint8Array): unknown {
  let source: string;
  try {
    source = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new MemoryError("invalid_json", "The body is not valid UTF-8.");
  }
  try {
    return parse(source);
  } catch {
    throw new MemoryError("invalid_json", "The body is not valid JSON.");
  }
}

/**
 * A new object with the fields of the value, level by level; a null where a field is optional becomes an absent field,
 * unless null is one of its values. What has the wrong type is left for the schema, but empty, and one entry beyond the
 * most of a list: a validator that writes down what it found would take a time that grows with the square of its depth.
 * Throws `unknown_field` for a field that the schema does not declare; `path`: where the object stands.
 */
function declaredFields(schema: TSchema, value: Record<string, unknown>, path: string): Record<string, unknown> {
  const known = Object.keys(schema.properties);
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    if (!Object.hasOwn(schema.properties, name)) throw unknownField("the body", path, name, known);
    const property: TSchema = schema.properties[name];
    if (field === null && OptionalKind in property && !takesNull(property)) continue;
    fields[name] = declaredValue(property, field, `${path}${name}`);
  }
  return fields;
}

function takesNull(schema: TSchema): boolean {
  return schema[Kind] === "Union" && schema.anyOf.some((choice: TSchema) => choice[Kind] === "Null");
}

function declaredValue(schema: TSchema, value: unknown, path: string): unknown {
  if (!isObject(value) && !Array.isArray(value)) return value;
  if (isFreeForm(schema)) return Array.isArray(value) ? [] : plainFields(schema, value);
  const choices: readonly TSchema[] = schema[Kind] === "Union" ? schema.anyOf : [schema];
  const declared = choices.find((choice) => choice[Kind] === (Array.isArray(value) ? "Array" : "Object"));
  if (!Array.isArray(value)) return declared === undefined ? {} : declaredFields(declared, value, `${path}.`);
  if (declared === undefined) return [];
  const { maxItems = value.length } = declared;
  return value.slice(0, maxItems + 1).map((entry, at) => declaredValue(declared.items, entry, `${path}[${at}]`));
}

/** One field beyond the most, and null for what is nested: no free form takes it, and its own rule refuses null. */
function plainFields({ maxProperties }: TSchema, value: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(value).slice(0, maxProperties + 1);
  return Object.fromEntries(fields.map(([name, field]) => [name, typeof field === "object" ? null : field]));
}
