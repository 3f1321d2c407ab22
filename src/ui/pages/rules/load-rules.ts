// Reads all rules of a brain: its lists are counted, and few are longer than a page.
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";

type Lesson = Model["Lesson"];

const PAGE = 200;
const PAGES_MAX = 25;

export interface Rules {
  readonly live: readonly Lesson[];
  readonly superseded: readonly Lesson[];
  /** False: there are more live ones than were read. */
  readonly isWhole: boolean;
}

export async function loadRules(brain: Brain): Promise<Rules> {
  const [live, superseded] = await Promise.all([readAll(brain, false), readAll(brain, true)]);
  return { live: live.lessons, superseded: superseded.lessons, isWhole: live.isWhole && superseded.isWhole };
}

async function readAll(brain: Brain, superseded: boolean) {
  const lessons: Lesson[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query: { limit: number; superseded: boolean; cursor?: string } = { limit: PAGE, superseded };
    if (cursor !== null) query.cursor = cursor;
    const read: Model["LessonList"] = await ask(
      client.GET("/lessons", { params: { query }, headers: brainHeaders(brain) }),
    );
    lessons.push(...read.lessons);
    cursor = read.next_cursor;
    if (cursor === null) break;
  }
  return { lessons, isWhole: cursor === null };
}
