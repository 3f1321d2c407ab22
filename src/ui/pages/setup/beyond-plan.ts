// Which cores the account's plan does not cover: their answers say that another core served them.
import { askRaw, brainHeaders } from "../../api.ts";

const SERVED_HEADER = "X-Memory-Core-Served";

/** The first of `count` for which `isBeyond` holds, where it holds for all after that one; `count`: none. */
export async function firstBeyond(count: number, isBeyond: (index: number) => Promise<boolean>): Promise<number> {
  let covered = 0;
  let beyond = count;
  // Mostly all are covered, which the last one tells.
  let probe = count - 1;
  while (covered < beyond) {
    if (await isBeyond(probe)) beyond = probe;
    else covered = probe + 1;
    probe = Math.floor((covered + beyond) / 2);
  }
  return covered;
}

/** Slugs in order of creation: what the plan does not cover is always the newest ones. Throws Failure. */
export async function coresBeyond(slugs: readonly string[]): Promise<readonly string[]> {
  const first = await firstBeyond(slugs.length, async (index) => {
    const headers = brainHeaders({ core: slugs[index]!, user: null });
    return (await askRaw("/sessions?limit=1", { headers })).headers.has(SERVED_HEADER);
  });
  return slugs.slice(first);
}
