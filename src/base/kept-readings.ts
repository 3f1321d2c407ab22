// Remembers what was read from the last texts: a conversation comes back to the same turns again and again.
import { RecentMap } from "./recent-map.ts";
import type { Steps } from "./steps.ts";

/** UTF-16 units of all texts that are kept: what is read of them takes some thirty times as much memory. */
const UNITS_MAX = 131_072;
/** A longer text is read each time: it would push out the rest. */
const TEXT_UNITS_MAX = 32_768;

/** What is read must depend on the text alone, and must not be changed. */
export class KeptReadings<T> {
  readonly #kept = new RecentMap<string, T>();
  #units = 0;

  *of(text: string, read: () => Steps<T>): Steps<T> {
    const known = this.#kept.get(text);
    if (known !== undefined) return known;
    const made = yield* read();
    if (text.length > TEXT_UNITS_MAX) return made;
    if (!this.#kept.has(text)) this.#units += text.length;
    this.#kept.set(text, made);
    for (const oldest of this.#kept.keys()) {
      if (this.#units <= UNITS_MAX) break;
      this.#kept.delete(oldest);
      this.#units -= oldest.length;
    }
    return made;
  }
}
