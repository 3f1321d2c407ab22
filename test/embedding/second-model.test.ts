// Other models than the one inside: their tokens and embeddings are those of their reference, in either role.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmbeddingRole } from "../../src/domain/model-spec.ts";
import { openModelFolder } from "../../src/embedding/model-folder.ts";
import { openEmbedder } from "../../src/embedding/open-embedder.ts";
import { createTextTokenizer } from "../../src/embedding/tokenizer.ts";
import { secondModels } from "../support/second-models.ts";
import { cosine, WORKER_URL } from "./support.ts";

// A tokenizer of 250,002 pieces takes its seconds to load; only a hang reaches this.
setDefaultTimeout(120_000);

const directory = mkdtempSync(join(tmpdir(), "memoryd-second-"));
afterAll(() => rmSync(directory, { recursive: true }));

describe.each(secondModels(directory))("$name", ({ folder, reference }) => {
  test("cuts every text of its reference into the reference's tokens", async () => {
    const { spec, tokenizerPath } = await openModelFolder(folder);
    const tokenizer = createTextTokenizer(await Bun.file(tokenizerPath).json(), spec);
    // The reference cuts a longer text off, where windows take it whole.
    const whole = reference.filter(({ input_ids }) => input_ids.length < spec.tokensMax);
    expect(whole.length).toBeGreaterThan(3);
    for (const { text, prefix, input_ids } of whole) {
      const role: EmbeddingRole = prefix === spec.queryPrefix ? "query" : "passage";
      const windows = tokenizer.cut(text, role);
      expect({ text, ids: windows.map(({ ids }) => Array.from(ids)) }).toEqual({ text, ids: [[...input_ids]] });
    }
  });

  test("embeds every text of its reference at cosine 0.99 or more", async () => {
    const embedder = await openEmbedder(folder, { workerUrl: WORKER_URL, workers: 1, queueMax: 99, onEvent: () => {} });
    try {
      const roles = new Set<string>();
      for (const { text, prefix, embedding } of reference) {
        const role: EmbeddingRole = prefix === embedder.model.queryPrefix ? "query" : "passage";
        roles.add(role);
        const { vector } = await embedder.embed({ text, role, lane: "interactive" });
        expect(cosine(vector, embedding), text).toBeGreaterThan(0.99);
      }
      expect([...roles].sort()).toEqual(["passage", "query"]);
    } finally {
      await embedder.close();
    }
  });
});
