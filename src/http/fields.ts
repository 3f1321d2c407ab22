// Fields that many answers have.
import { type TSchema, type TUnion, Type } from "@sinclair/typebox";

export function Instant(description: string) {
  return Type.String({ format: "date-time", description, examples: ["2026-01-31T09:30:00.000Z"] });
}

export function Count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

export function Nullable<T extends TSchema>(schema: T, description: string): TUnion<[T, ReturnType<typeof Type.Null>]> {
  return Type.Union([schema, Type.Null()], { description });
}

export const NextCursor = Nullable(Type.String(), "Give it as `cursor` to read on; null at the end of the list.");
