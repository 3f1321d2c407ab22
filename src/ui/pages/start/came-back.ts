// Whether what was said is among the sources of what was asked.
import type { Model } from "../../api.ts";

/** Of a long text the brief quotes passages: its beginning is enough to know it by. */
const KNOWN_BY_CHARS = 60;

/** Its place, 0 the best; -1: it is not there. */
export function placeOfSaid(sources: readonly Model["SourceEntry"][], said: string): number {
  const beginning = said.trim().slice(0, KNOWN_BY_CHARS);
  return sources.findIndex(({ text }) => text.includes(beginning));
}
