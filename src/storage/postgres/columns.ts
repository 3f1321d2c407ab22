// Kinds of columns that PostgreSQL's driver does not hand over as the service has them.
import { bigint, customType } from "drizzle-orm/pg-core";

/** Plain bytes: the driver's own are a Buffer, which is one. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** A whole number up to 2^53: a time in ms since the epoch, the number of a brain, a count. */
export const whole = () => bigint({ mode: "number" });

/**
 * A value as its JSON, in a column of text: jsonb would put its fields in another order, and an answer must be the same to
 * the byte whatever the engine.
 */
export function json<T>(name?: string) {
  const column = customType<{ data: T; driverData: string }>({
    dataType: () => "text",
    // A placeholder may stand for null.
    toDriver: (value) => (value === null ? (null as unknown as string) : JSON.stringify(value)),
    fromDriver: (stored) => JSON.parse(stored) as T,
  });
  return name === undefined ? column() : column(name);
}
