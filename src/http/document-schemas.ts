// The schemas of the OpenAPI document as generators like them: whatever has a title is a component, by that name.

import { isObject } from "../base/strict-json.ts";

export type Json = Record<string, unknown>;

const COMPONENT = "#/components/schemas/";

/** What a field says of itself beside the description of the component that is its type; it stands in no component. */
export const FIELD_DESCRIPTION = "x-field-description";

/** Keywords that hold a schema, or a list of them. */
const INNER: ReadonlySet<string> = new Set([
  ...["items", "anyOf", "allOf", "oneOf", "not", "schema", "contentSchema", "additionalProperties"],
]);

export interface DocumentSchemas {
  /** A schema of what is answered, or of a parameter. */
  answered(schema: unknown): unknown;
  /** A schema of a JSON body: null equals absent where a field is optional, and no other field is taken. */
  asked(schema: unknown): unknown;
  /** Those with a title that `answered` and `asked` have met, in this order. */
  readonly components: Readonly<Record<string, Json>>;
}

/** `declared`: what the plugin refers to by name. */
export function documentSchemas(declared: Readonly<Record<string, unknown>>): DocumentSchemas {
  const components: Record<string, Json> = {};

  function finish(schema: unknown, isAsked: boolean): unknown {
    if (Array.isArray(schema)) return schema.map((each) => finish(each, isAsked));
    if (!isObject(schema)) return schema;
    if (typeof schema.$ref === "string") return finish(declared[schema.$ref.slice(COMPONENT.length)], isAsked);
    const { [FIELD_DESCRIPTION]: ofField, ...rest } = withClosedSet(schema);
    let finished: Json = {};
    for (const [key, value] of Object.entries(rest)) {
      // Elysia's alone; and what would forbid us ever to add a field to an answer.
      if (key === "noValidate" || (key === "additionalProperties" && value === false)) continue;
      if (key === "patternProperties" && isObject(value)) {
        finished.additionalProperties = finish(Object.values(value)[0], isAsked);
      } else if (key === "properties" && isObject(value)) finished.properties = fieldsOf(rest, value, isAsked);
      else finished[key] = INNER.has(key) ? finish(value, isAsked) : value;
    }
    if (isAsked && "properties" in finished) finished.additionalProperties ??= false;
    finished = withNullInType(finished);
    if (typeof finished.title !== "string") return finished;
    return {
      ...refer(components, finished.title, finished),
      ...(ofField === undefined ? {} : { description: ofField }),
    };
  }

  function fieldsOf({ required }: Json, properties: Json, isAsked: boolean): Json {
    const names: readonly unknown[] = Array.isArray(required) ? required : [];
    const fields = Object.entries(properties).flatMap(([name, property]) => {
      // A field that may be null alone is one that is refused, with a message of its own.
      if (isAsked && isObject(property) && property.type === "null") return [];
      const field = described(finish(property, isAsked));
      return [[name, isAsked && !names.includes(name) ? orNull(field) : field]];
    });
    return Object.fromEntries(fields);
  }

  /** A field says what it is where it stands, for the comments of generated code. */
  function described(field: unknown): unknown {
    if (!isObject(field) || typeof field.$ref !== "string" || field.description !== undefined) return field;
    const description = components[field.$ref.slice(COMPONENT.length)]?.description;
    return description === undefined ? field : { ...field, description };
  }

  return { answered: (schema) => finish(schema, false), asked: (schema) => finish(schema, true), components };
}

/** Throws where two schemas have one title. */
function refer(components: Record<string, Json>, title: string, schema: Json): Json {
  const known = components[title];
  if (known === undefined) components[title] = schema;
  else if (!Bun.deepEquals(known, schema)) throw new Error(`two schemas of the interface have the title ${title}`);
  return { $ref: `${COMPONENT}${title}` };
}

/** A union of constants as an `enum`. */
function withClosedSet(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  const constants = Array.isArray(anyOf) ? anyOf.map((each) => (isObject(each) ? each.const : undefined)) : [];
  const isClosed = constants.length > 1 && constants.every((each) => typeof each === "string");
  return isClosed ? { type: "string", enum: constants, ...rest } : schema;
}

/** `string or null` as the two types that it is. */
function withNullInType(schema: Json): Json {
  if (!Array.isArray(schema.anyOf) || schema.anyOf.length !== 2) return schema;
  const [first, second] = schema.anyOf;
  if (!isObject(first) || !isObject(second) || second.type !== "null" || typeof first.type !== "string") return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...first, ...rest, type: [first.type, "null"] };
}

function orNull(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { $ref, anyOf, ...rest } = schema;
  if (typeof $ref === "string") return { ...rest, anyOf: [{ $ref }, { type: "null" }] };
  if (typeof schema.type === "string") return { ...schema, type: [schema.type, "null"] };
  const isNullable = !Array.isArray(anyOf) || anyOf.some((each) => isObject(each) && each.type === "null");
  return isNullable ? schema : { ...rest, anyOf: [...anyOf, { type: "null" }] };
}
