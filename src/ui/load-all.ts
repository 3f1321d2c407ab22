// Lists that are shown whole: every page of them.
import { asFailure } from "./load.ts";

/** What one page may hold, unless the operator allows fewer. */
const LIMIT = 1_000;

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** Throws Failure. */
export async function loadAll<T>(
  load: (query: { limit?: number; cursor?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let limit: { limit?: number } = { limit: LIMIT };
  let cursor: { cursor?: string } = {};
  for (;;) {
    const page = await load({ ...limit, ...cursor }).catch((error: unknown) => {
      // The operator's own limit is lower: the service's default is not.
      if (limit.limit === undefined || asFailure(error).details.field !== "limit") throw error;
      limit = {};
      return load(cursor);
    });
    items.push(...page.items);
    if (page.next_cursor === null) return items;
    cursor = { cursor: page.next_cursor };
  }
}
