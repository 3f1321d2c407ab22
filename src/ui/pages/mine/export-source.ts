// Reads what the export of one's own memory is made of.
import type { Brain } from "../../api.ts";
import { readLessons, readMemories, readProfile } from "../../brain-requests.ts";
import { asFailure } from "../../load.ts";
import { loadPage } from "../../load-page.ts";
import type { ExportSource } from "./export-lines.ts";

const LESSONS_PAGE = 200;
const TRIES_MAX = 5;
const WAIT_MS = 1_000;

export function exportSource(brain: Brain): ExportSource {
  return {
    profile: () => patiently(() => readProfile(brain)),
    lessons: (cursor) => patiently(() => loadPage(LESSONS_PAGE, cursor, (page) => readLessons(brain, page))),
    memories: (cursor) => patiently(() => readMemories(brain, cursor)),
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
