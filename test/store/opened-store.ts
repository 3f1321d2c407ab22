// What an engine hands to the suite of the store's contract: a store on data of its own, and other looks at that data.
import type { Store } from "../../src/domain/ports/store.ts";

export interface OpenedStore {
  readonly store: Store;
  /** A further store on the same data, as another process has it; it is closed with the rest. */
  beside(): Promise<Store>;
  /** Closes the store, and opens one on the same data. */
  reopen(): Promise<Store>;
  close(): Promise<void>;
}

/** With an account `default`, and nothing else. */
export type WithStore = (use: (store: Store, opened: OpenedStore) => Promise<void>) => Promise<void>;

/** The code of the MemoryError that it is refused with. */
export async function codeOf(refused: Promise<unknown>): Promise<string> {
  try {
    await refused;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
  return "not refused";
}

/** What holds for whoever asks: the store itself, another process, and the store after a restart, in this order. */
export async function everywhere(opened: OpenedStore, look: (store: Store) => Promise<void>): Promise<void> {
  await look(opened.store);
  await look(await opened.beside());
  await look(await opened.reopen());
}
