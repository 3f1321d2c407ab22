// An import that breaks off half way, and what stands in memory while it runs.
import { afterAll, expect, test } from "bun:test";
import { MemoryError } from "../../src/domain/errors.ts";
import { type ImportDeps, importMemory } from "../../src/portability/import-memory.ts";
import { decideAttributes } from "../../src/turns/decide-attributes.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

function chat(count: number, word: string): string {
  const messages = Array.from({ length: count }, (_, at) => [
    { role: "user", content: `${word} number${at}` },
    { role: "assistant", content: "ok" },
  ]);
  return JSON.stringify(messages.flat());
}

function depsOf(changes: Partial<ImportDeps> = {}): ImportDeps {
  const { service } = t;
  const onStored = service.onImported;
  return { ...service, decideAttributes, onStored, ...changes };
}

function inputOf(account: string, text: string) {
  const file = {
    async *read() {
      yield new TextEncoder().encode(text);
    },
  };
  const identity = { account, core: null, user: null };
  return { identity, core: null, user: null, format: null, subBrainsMax: null, file };
}

async function embedded(): Promise<void> {
  for (let round = 0; t.service.reembedding.progress() !== null; round += 1) {
    if (round > 2_000) throw new Error("the embeddings are never made");
    await Bun.sleep(5);
  }
}

test("a disk that fills up stops it between two writes, and the same file again goes on from there", async () => {
  const { name, admin } = await t.account();
  const { imports } = t.service;
  let writes = 0;
  const full: ImportDeps["imports"] = {
    ...imports,
    part: async (part) => {
      if (++writes === 3) throw new MemoryError("storage_full", "the disk is full: nothing was stored");
      return imports.part(part);
    },
  };
  const stopped = importMemory(depsOf({ imports: full }), inputOf(name, chat(250, "apple")));
  await expect(stopped).rejects.toMatchObject({ code: "storage_full", details: { stored: 200 } });
  expect((await admin.get<object>("/metrics")).body).toMatchObject({ turns: 200, memory_size: 200 });
  const report = await importMemory(depsOf(), inputOf(name, chat(250, "apple")));
  expect(report.packets).toEqual({ stored: 50, skipped: 200 });
  expect((await admin.get<object>("/metrics")).body).toMatchObject({ turns: 250, memory_size: 250 });
});

test("imports one after another into a brain that is being embedded all get their embeddings", async () => {
  const { name, admin } = await t.account();
  for (const word of ["pear", "plum", "fig", "lime"]) {
    await importMemory(depsOf(), inputOf(name, chat(40, word)));
    await Bun.sleep(3);
    await admin.post("/recall", { query: `${word} number7` });
  }
  await embedded();
  for (const word of ["pear", "plum", "fig", "lime"]) {
    const query = { query: `${word} number7`, limit: 1 };
    const { body } = await admin.post<{ sources: { text: string }[] }>("/recall", query);
    expect(body.sources.map(({ text }) => text)).toEqual([`${word} number7\nok`]);
  }
});

test("what is imported is learned from once it is embedded", async () => {
  const { name, admin } = await t.account();
  await importMemory(depsOf(), inputOf(name, chat(3, "always use metric units please")));
  await embedded();
  const { body } = await admin.post<{ packets_scanned: number; clusters: object[] }>("/synthesize/prepare", {});
  expect(body).toMatchObject({ packets_scanned: 3, clusters: [{ n_sources: 3 }] });
});
