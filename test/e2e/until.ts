// Waits for a state, never for a time.
const DEADLINE_MS = 60_000;
const LOOK_EVERY_MS = 5;

/** What `look` finds, as soon as it finds something; fails only where that never comes. */
export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = Date.now() + DEADLINE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await Bun.sleep(LOOK_EVERY_MS);
  }
}
