// Lists that are shown whole: every page of them.
import { loadPage } from "./load-page.ts";

/** What one page may hold, unless the operator allows fewer. */
const LIMIT = 1_000;

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** Throws Failure. */
export async function loadAll<T>(
  load: (query: { readonly limit?: number; readonly cursor?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await loadPage(LIMIT, cursor, load);
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
