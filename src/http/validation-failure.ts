// Turns the first broken rule of a schema into words: the field and the rule, never the caller's text.
import { Kind, OptionalKind, type TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import type { ValidationError } from "elysia";
import { invalidRequest, type MemoryError } from "../domain/errors.ts";
import { brokenRule } from "./kinds.ts";

const PLACE: Readonly<Record<string, string>> = {
  body: "the body",
  query: "the query",
  params: "the path",
  headers: "the headers",
};

export function validationFailure(error: ValidationError): MemoryError {
  const first = error.valueError as ValueError | undefined;
  const place = PLACE[error.type] ?? "the request";
  if (first?.type === ValueErrorType.ObjectMinProperties) {
    const fields: Record<string, TSchema> = first.schema.properties;
    // One that may be null alone is one that is refused.
    const names = Object.keys(fields).filter((name) => fields[name]?.type !== "null");
    return invalidRequest(`${capital(place)} must name ${oneOf(names)}.`, names[0]);
  }
  if (first === undefined || first.path === "") return invalidRequest(`${capital(place)} is not valid.`);
  const field = fieldName(first.path);
  return invalidRequest(`\`${field}\` in ${place} ${rule(first)}.`, field);
}

/** `/gates/0/pattern` as `gates[0].pattern`: the names come from our schema and the numbers are positions. */
function fieldName(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .map((part, i) => (/^\d+$/.test(part) ? `[${part}]` : i === 0 ? part : `.${part}`))
    .join("");
}

function rule(error: ValueError): string {
  const schema: TSchema = error.schema;
  if (error.value === undefined && !(OptionalKind in schema)) return "is required";
  const own = brokenRule(schema, error.value);
  if (own !== null) return own;
  switch (error.type) {
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${schema.maxItems} entries`;
    case ValueErrorType.ArrayMinItems:
      return `must have at least ${schema.minItems} entries`;
    case ValueErrorType.Boolean:
      return "must be true or false";
    case ValueErrorType.Integer:
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.IntegerMaximum:
      return `must be a whole number${range(schema)}`;
    case ValueErrorType.Number:
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.NumberMaximum:
      return `must be a number${range(schema)}`;
    case ValueErrorType.Union:
      return `must be ${choices(schema)}`;
    case ValueErrorType.Literal:
      return `must be ${JSON.stringify(schema.const)}`;
    case ValueErrorType.Array:
      return "must be an array";
    case ValueErrorType.Object:
      return "must be an object";
    default:
      return `must be ${withArticle(typeof schema.type === "string" ? schema.type : String(schema[Kind]).toLowerCase())}`;
  }
}

function oneOf(names: readonly string[]): string {
  return `at least one of ${names.map((name) => `\`${name}\``).join(", ")}`;
}

function range(schema: TSchema): string {
  const { minimum, maximum } = schema;
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

function choices(schema: TSchema): string {
  const members: TSchema[] = Array.isArray(schema.anyOf) ? schema.anyOf.flatMap((each) => each.anyOf ?? [each]) : [];
  const names = members.map((member) => ("const" in member ? JSON.stringify(member.const) : String(member.type)));
  return names.length === 0 ? "one of the documented forms" : `one of ${names.join(", ")}`;
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
