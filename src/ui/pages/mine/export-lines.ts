// Everything of one brain as lines of JSON, read page by page.
import type { Model } from "../../api.ts";

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** What the service is asked for. */
export interface ExportSource {
  readonly profile: () => Promise<Model["Profile"]>;
  readonly lessons: (cursor: string | undefined) => Promise<Page<Model["Lesson"]>>;
  readonly memories: (cursor: string | undefined) => Promise<Page<Model["MemoryItem"]>>;
}

export interface Exported {
  readonly lines: readonly string[];
  readonly memories: number;
  readonly lessons: number;
}

/**
 * First a header, last an end with the counts: a file without it broke off. `onProgress` is told how many memories are
 * there, of how many. Throws Failure, and what ended `signal`.
 */
export async function exportLines(
  source: ExportSource,
  header: Readonly<Record<string, unknown>>,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Exported> {
  const { lessons: _, ...profile } = await source.profile();
  const total = profile.counts.memory_size;
  onProgress(0, total);
  const lines = [line("header", { format: "memoryd-own-memory", version: 1, ...header }), line("profile", profile)];
  const lessons = await eachOf(source.lessons, signal, (items) =>
    lines.push(...items.map((each) => line("lesson", each))),
  );
  const memories = await eachOf(source.memories, signal, (items, done) => {
    lines.push(...items.map(({ detail, ...item }) => line("memory", { ...item, ...detail })));
    // More may come while it runs.
    onProgress(done, Math.max(total, done));
  });
  lines.push(line("end", { memories, lessons }));
  return { lines, memories, lessons };
}

function line(type: string, content: object): string {
  return `${JSON.stringify({ type, ...content })}\n`;
}

async function eachOf<T>(
  load: (cursor: string | undefined) => Promise<Page<T>>,
  signal: AbortSignal,
  take: (items: readonly T[], done: number) => void,
): Promise<number> {
  let done = 0;
  let cursor: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const { items, next_cursor: next } = await load(cursor);
    done += items.length;
    take(items, done);
    if (next === null) return done;
    cursor = next;
  }
}
