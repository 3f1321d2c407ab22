// The database's clock: those of the nodes may differ.
import { sql } from "drizzle-orm";

/** Milliseconds since 1970, at the moment itself. */
export const NOW_MS = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;
