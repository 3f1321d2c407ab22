// Lists that are shown whole: every page of them.
import { loadPage, type PageQuery } from "./load-page.ts";

/** What one page may hold, unless the operator allows fewer. */
const LIMIT = 1_000;

type LoadPage<T> = (query: PageQuery) => Promise<{ readonly items: readonly T[]; readonly next_cursor: string | null }>;

/** Throws Failure. */
export async function loadAll<T>(load: LoadPage<T>): Promise<readonly T[]> {
  return (await loadMost(Number.POSITIVE_INFINITY, load)).items;
}

/** Reads no further page once `most` are there. Throws Failure. */
export async function loadMost<T>(most: number, load: LoadPage<T>) {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await loadPage(LIMIT, cursor, load);
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && items.length < most);
  return { items, isWhole: cursor === undefined };
}
