// One page of a long list, as large as the operator allows.
import { asFailure } from "./load.ts";

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

/** `limit` is asked for where the operator's own is not lower. Throws Failure. */
export async function loadPage<T>(
  limit: number,
  cursor: string | undefined,
  load: (query: PageQuery) => Promise<T>,
): Promise<T> {
  const from = cursor === undefined ? {} : { cursor };
  return load({ limit, ...from }).catch((error: unknown) => {
    if (asFailure(error).details.field !== "limit") throw error;
    return load(from);
  });
}
