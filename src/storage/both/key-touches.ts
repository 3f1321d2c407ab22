// When keys were used last: gathered, and written now and then.
import type { KeyStore } from "../../domain/ports/key-store.ts";

export type KeyUse = { readonly id: string; readonly at: number };

/** Uses of a key are written at most this often. */
const TOUCH_EVERY_MS = 30_000;

/** What could not be written is kept for the next time. */
export function gatherTouches(
  write: (uses: readonly KeyUse[]) => Promise<unknown>,
): Pick<KeyStore, "touch" | "flushTouches"> {
  const touched = new Map<string, number>();
  const written = new Map<string, number>();
  return {
    touch(id, now) {
      if (Math.abs(now - (written.get(id) ?? Number.NEGATIVE_INFINITY)) >= TOUCH_EVERY_MS) touched.set(id, now);
    },
    async flushTouches() {
      const uses = [...touched].map(([id, at]) => ({ id, at }));
      if (uses.length === 0) return;
      touched.clear();
      for (const use of uses) written.set(use.id, use.at);
      // Keys come and go: of one that was not used lately nothing need be known.
      const latest = Math.max(...uses.map(({ at }) => at));
      for (const [id, at] of written) if (latest - at >= TOUCH_EVERY_MS) written.delete(id);
      try {
        await write(uses);
      } catch (error) {
        for (const { id, at } of uses) {
          if (!touched.has(id)) touched.set(id, at);
        }
        throw error;
      }
    },
  };
}
