// What pages ask a brain for. A key that is bound to a user names none: its own brain has the user null.
import { ask, type Brain, brainHeaders, client, type Model } from "./api.ts";
import { loadMost } from "./load-all.ts";
import { loadPage, type PageQuery } from "./load-page.ts";

/** A timeline's first page is there at once; those after it are larger, for who scrolls far. */
const FIRST_PAGE = 60;
const PAGE = 500;

export interface MemoryFilter {
  readonly q?: string;
  readonly session?: string;
  /** Moments, as ISO 8601. */
  readonly after?: string;
  readonly before?: string;
}

export interface Lessons {
  readonly live: readonly Model["Lesson"][];
  readonly superseded: readonly Model["Lesson"][];
  /** False: there are more than were read. */
  readonly isWhole: boolean;
}

export function readProfile(brain: Brain) {
  return ask(client.GET("/profile", { headers: brainHeaders(brain) }));
}

export function readMetrics(brain: Brain) {
  return ask(client.GET("/metrics", { headers: brainHeaders(brain) }));
}

export function readTimeline(brain: Brain, cursor: string | undefined, filter: MemoryFilter) {
  return readMemories(brain, cursor, filter, cursor === undefined ? FIRST_PAGE : PAGE);
}

export function readMemories(brain: Brain, cursor: string | undefined, filter: MemoryFilter = {}, limit = PAGE) {
  return loadPage(limit, cursor, (page) => {
    const query = { ...page, ...filter, detail: true };
    return ask(client.GET("/memory", { params: { query }, headers: brainHeaders(brain) }));
  });
}

export function readMemory(brain: Brain, id: string) {
  return ask(client.GET("/memory/{id}", { params: { path: { id } }, headers: brainHeaders(brain) }));
}

export function readSessions(brain: Brain, query: PageQuery) {
  return ask(client.GET("/sessions", { params: { query }, headers: brainHeaders(brain) }));
}

export async function readLessons(brain: Brain, page: PageQuery, superseded = false) {
  const params = { query: { ...page, superseded } };
  const { lessons, next_cursor } = await ask(client.GET("/lessons", { params, headers: brainHeaders(brain) }));
  return { items: lessons, next_cursor };
}

/** `most`: of live and of superseded ones each. Throws Failure. */
export async function loadLessons(brain: Brain, most = Number.POSITIVE_INFINITY): Promise<Lessons> {
  const listed = (superseded: boolean) => loadMost(most, (page) => readLessons(brain, page, superseded));
  const [live, superseded] = await Promise.all([listed(false), listed(true)]);
  return { live: live.items, superseded: superseded.items, isWhole: live.isWhole && superseded.isWhole };
}

export function deleteMemory(brain: Brain, id: string) {
  return ask(client.DELETE("/memory/{id}", { params: { path: { id } }, headers: brainHeaders(brain) }));
}

/** The memory of this one brain; keys stay. */
export async function eraseBrain(brain: Brain) {
  const { receipt } = await ask(client.DELETE("/memory", { headers: brainHeaders(brain) }));
  return { receipt, keys_revoked: 0 };
}
