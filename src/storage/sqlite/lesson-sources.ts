// Which packets lessons were distilled from.
import { asc, inArray } from "drizzle-orm";
import type { Drizzle } from "./engine/open-database.ts";
import { lessonSources } from "./schema.ts";

/** Ids of the packets that each lesson was distilled from, by its row. */
export function sourcesOf(db: Drizzle, rows: readonly number[]): ReadonlyMap<number, string[]> {
  const links = new Map<number, string[]>(rows.map((row) => [row, []]));
  if (rows.length === 0) return links;
  const found = db
    .select()
    .from(lessonSources)
    .where(inArray(lessonSources.lessonRow, [...rows]))
    .orderBy(asc(lessonSources.lessonRow), asc(lessonSources.packetId))
    .all();
  for (const link of found) links.get(link.lessonRow)?.push(link.packetId);
  return links;
}
