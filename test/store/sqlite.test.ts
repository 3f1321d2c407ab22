// The contract of the store, held by SQLite; the one file of this folder that knows an engine.
import { rmSync } from "node:fs";
import type { Store } from "../../src/domain/ports/store.ts";
import { openStore } from "../../src/storage/sqlite/open-store.ts";
import { bundledThreads } from "../support/bundled-threads.ts";
import { freshDataDir } from "../support/fresh-data.ts";
import { describeStore } from "./describe-store.ts";
import { NOW } from "./fixture.ts";
import type { OpenedStore } from "./opened-store.ts";

const { writer: WRITER } = await bundledThreads("writer");

async function openAt(writerUrl: URL | null): Promise<OpenedStore> {
  const dataDir = await freshDataDir(NOW);
  const open = (url: URL | null) => openStore({ dataDir, now: NOW, writerUrl: url });
  let store = await open(writerUrl);
  const others: Store[] = [];
  return {
    get store() {
      return store;
    },
    async beside() {
      // As a command has it: only one process keeps a writer on a thread.
      const other = await open(null);
      others.push(other);
      return other;
    },
    async reopen() {
      await store.close();
      store = await open(writerUrl);
      return store;
    },
    async close() {
      for (const each of [...others, store]) await each.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

describeStore("SQLite, writing on the thread that asks", () => openAt(null));
describeStore("SQLite, writing on a thread of its own", () => openAt(WRITER));
