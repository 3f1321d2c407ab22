// The requests of one's own memory. Whose it is says the key: no user is named.
import { ask, brainHeaders, client } from "../../api.ts";
import { asFailure } from "../../load.ts";
import { loadPage } from "../../load-page.ts";
import type { ExportSource } from "./export-lines.ts";

const EXPORT_PAGE = 500;
const LESSONS_PAGE = 200;
const TRIES_MAX = 5;
const WAIT_MS = 1_000;

export interface TimelineFilter {
  readonly q?: string;
  readonly session?: string;
}

function headersOf(core: string) {
  return brainHeaders({ core, user: null });
}

export function readProfile(core: string) {
  return ask(client.GET("/profile", { headers: headersOf(core) }));
}

export function readMemories(core: string, cursor: string | undefined, limit: number, filter: TimelineFilter = {}) {
  return loadPage(limit, cursor, (page) =>
    ask(client.GET("/memory", { params: { query: { ...page, ...filter, detail: true } }, headers: headersOf(core) })),
  );
}

export async function readLessons(core: string, cursor: string | undefined) {
  const { lessons, next_cursor } = await loadPage(LESSONS_PAGE, cursor, (query) =>
    ask(client.GET("/lessons", { params: { query }, headers: headersOf(core) })),
  );
  return { items: lessons, next_cursor };
}

export function readSessions(core: string, query: { limit?: number; cursor?: string }) {
  return ask(client.GET("/sessions", { params: { query }, headers: headersOf(core) }));
}

export function deleteTurn(core: string, id: string) {
  return ask(client.DELETE("/memory/{id}", { params: { path: { id } }, headers: headersOf(core) }));
}

export async function eraseAll(core: string) {
  return (await ask(client.DELETE("/memory", { headers: headersOf(core) }))).receipt;
}

export function exportSource(core: string): ExportSource {
  return {
    profile: () => patiently(() => readProfile(core)),
    lessons: (cursor) => patiently(() => readLessons(core, cursor)),
    memories: (cursor) => patiently(() => readMemories(core, cursor, EXPORT_PAGE)),
  };
}

/** Many pages one after another may be more than a key may ask for in a second: such a one is asked for again. */
async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      const isBusy = asFailure(error).status === 429 && tries < TRIES_MAX;
      if (!isBusy) throw error;
      await new Promise((resolve) => setTimeout(resolve, tries * WAIT_MS));
    }
  }
}
