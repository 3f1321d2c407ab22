// Fields that many answers have.
import { Kind, type TLiteral, type TSchema, type TUnion, Type } from "@sinclair/typebox";
import type { Metadata } from "../domain/metadata.ts";
import { FIELD_DESCRIPTION } from "./document-schemas.ts";
import { METADATA_SHAPE } from "./kinds.ts";

export function Instant(description: string) {
  return Type.String({ format: "date-time", description, examples: ["2026-01-31T09:30:00.000Z"] });
}

export function Count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

export function Nullable<T extends TSchema>(schema: T, description: string): TUnion<[T, ReturnType<typeof Type.Null>]> {
  return Type.Union([schema, Type.Null()], { description });
}

/** One of a closed set of names; `title` is what generators call it. */
export function OneOf<V extends string>(
  title: string,
  values: readonly V[],
  description: string,
): TUnion<TLiteral<V>[]> {
  return Type.Union(
    values.map((value) => Type.Literal(value)),
    { title, description },
  );
}

export const NextCursor = Nullable(Type.String(), "Give it as `cursor` to read on; null at the end of the list.");

/** In an answer: it was checked when it came. */
export const MetadataModel = Type.Unsafe<Metadata>({
  [Kind]: "Any",
  ...METADATA_SHAPE,
  [FIELD_DESCRIPTION]: "What the caller attached to it; empty where nothing was.",
});
