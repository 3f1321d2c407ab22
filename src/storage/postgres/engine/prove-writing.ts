// Whether the database takes writes again, tried in a transaction of its own.
import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { StorageFault } from "../../../domain/ports/store-health.ts";
import { auditHead } from "../schema.ts";
import type { Drizzle } from "./connections.ts";

/** More than the pages of a table have free, and nothing that compresses: the table must grow by it. */
const ROOM_BYTES = 256 * 1024;

/**
 * A row that is written in place needs no room, so after a full disk a table is made to grow: else the fault would end each
 * second, and begin with the next write. What it grew by is free for other rows after the next vacuum.
 */
export async function proveWriting(db: Drizzle, fault: StorageFault | null): Promise<void> {
  await db.update(auditHead).set({ one: sql`one` }).where(eq(auditHead.one, 1));
  if (fault?.outcome !== "storage_full") return;
  const name = `room ${randomBytes(8).toString("hex")}`;
  const bytes = randomBytes(ROOM_BYTES / 2).toString("hex");
  await db.execute(sql`INSERT INTO claims (name, holder, until) VALUES (${name}, ${bytes}, 0)`);
  await db.execute(sql`DELETE FROM claims WHERE name = ${name}`);
}
