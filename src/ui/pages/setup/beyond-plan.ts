// Which cores the account's plan does not cover: their answers say that another core served them.
import { askRaw, brainHeaders } from "../../api.ts";
import { firstBeyond } from "./first-beyond.ts";

const SERVED_HEADER = "X-Memory-Core-Served";

/** Slugs in order of creation: what the plan does not cover is always the newest ones. Throws Failure. */
export async function coresBeyond(slugs: readonly string[]): Promise<readonly string[]> {
  const first = await firstBeyond(slugs.length, async (index) => {
    const headers = brainHeaders({ core: slugs[index]!, user: null });
    return (await askRaw("/sessions?limit=1", { headers })).headers.has(SERVED_HEADER);
  });
  return slugs.slice(first);
}
