// A brain's rules, all of them.
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";
import { loadAll } from "../../load-all.ts";

export interface Lessons {
  readonly live: readonly Model["Lesson"][];
  readonly replaced: readonly Model["Lesson"][];
}

/** Throws Failure. */
export async function loadLessons(brain: Brain): Promise<Lessons> {
  const [live, replaced] = await Promise.all([listed(brain, false), listed(brain, true)]);
  return { live, replaced };
}

function listed(brain: Brain, superseded: boolean) {
  return loadAll(async (page) => {
    const query = { ...page, superseded };
    const { lessons, next_cursor } = await ask(
      client.GET("/lessons", { params: { query }, headers: brainHeaders(brain) }),
    );
    return { items: lessons, next_cursor };
  });
}
