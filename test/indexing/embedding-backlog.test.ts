import { describe, expect, test } from "bun:test";
import { MemoryError } from "../../src/domain/errors.ts";
import type { ModelSpec } from "../../src/domain/model-spec.ts";
import type { Embedder } from "../../src/domain/ports/embedder.ts";
import type { Store } from "../../src/domain/ports/store.ts";
import type { VectorChunk, VectorIndex } from "../../src/domain/ports/vector-index.ts";
import { joinEmbeddings } from "../../src/indexing/embed-packet.ts";
import { EmbeddingBacklog } from "../../src/indexing/embedding-backlog.ts";
import { createLexicalIndex } from "../../src/lexical/lexical-index.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { withStore } from "../storage/sqlite/temp-data.ts";
import { BRAIN, recordOne, vectorOf } from "../store/fixture.ts";

const MODEL = { queryPrefix: "", passagePrefix: "" } as ModelSpec;

/** Embeds when it is let; texts that begin with "poison" fail. */
function controlledEmbedder(options: { model?: ModelSpec; fail?: () => Error | null } = {}) {
  const asked: string[] = [];
  const embedder: Embedder = {
    model: options.model ?? MODEL,
    async embed({ text, role }) {
      asked.push(`${role}:${text}`);
      await Bun.sleep(0);
      const failure = options.fail?.() ?? (text.startsWith("poison") ? new Error("a worker died") : null);
      if (failure !== null) throw failure;
      return { vector: vectorOf(text.length), tokens: 3 };
    },
  };
  return { embedder, asked };
}

function seenVectors() {
  const seqs: number[] = [];
  const append: VectorIndex["append"] = (_set, _brain, rows: VectorChunk) => void seqs.push(...rows.seqs);
  return { seqs, vectors: { append } as unknown as VectorIndex };
}

function backlogOf(store: Store, embedder: Embedder, vectors: VectorIndex) {
  const failures: { error: unknown; seq: number | undefined }[] = [];
  const backlog = new EmbeddingBacklog({
    packets: store.packets,
    embedder,
    vectors,
    words: createLexicalIndex({ source: store.lexicalSource, reading: readInPlace(), budgetBytes: 0 }),
    onFailure: (error, where) => void failures.push({ error, seq: where.seq }),
  });
  return { backlog, failures };
}

async function brainId(store: Store): Promise<number> {
  return (await store.brains.find(BRAIN))?.id ?? 0;
}

describe("the backlog", () => {
  test("embeds every packet, in order, and whoever settles waits for all of them", () =>
    withStore(async (store) => {
      const { embedder } = controlledEmbedder();
      const { seqs, vectors } = seenVectors();
      const { backlog } = backlogOf(store, embedder, vectors);
      const expected: number[] = [];
      for (let at = 0; at < 40; at += 1) {
        const seq = await recordOne(store, `t${at}`);
        expected.push(seq);
        backlog.add(await brainId(store), seq);
      }
      await backlog.settle(await brainId(store));
      expect(seqs).toEqual(expected);
      expect((await store.vectorSource.scan("packets", await brainId(store), -1, 99)).count).toBe(40);
      expect(await store.packets.brainsPending()).toEqual([]);
    }));

  test("lets a brain without waiting packets go on at once", () =>
    withStore(async (store) => {
      const { backlog } = backlogOf(store, controlledEmbedder().embedder, seenVectors().vectors);
      await backlog.settle(12345);
    }));

  test("goes on after a packet that cannot be embedded, tells of it, and does not try it again", () =>
    withStore(async (store) => {
      const { embedder, asked } = controlledEmbedder();
      const { seqs, vectors } = seenVectors();
      const { backlog, failures } = backlogOf(store, embedder, vectors);
      const good = await recordOne(store, "a");
      const bad = await recordOne(store, "b", "poison");
      backlog.add(await brainId(store), good);
      backlog.add(await brainId(store), bad);
      await backlog.settle(await brainId(store));
      const later = await recordOne(store, "c");
      backlog.add(await brainId(store), later);
      await backlog.settle(await brainId(store));
      expect(seqs).toEqual([good, later]);
      expect(failures.map((each) => each.seq)).toEqual([bad]);
      expect(asked.filter((text) => text === "passage:poison")).toHaveLength(1);
      expect(await store.packets.pending(await brainId(store), 9)).toHaveLength(1);
    }));

  test("takes up after a restart what an earlier run left", () =>
    withStore(async (store) => {
      const seq = await recordOne(store, "a");
      const { seqs, vectors } = seenVectors();
      const { backlog } = backlogOf(store, controlledEmbedder().embedder, vectors);
      await backlog.resume();
      await backlog.settle(await brainId(store));
      expect(seqs).toEqual([seq]);
    }));

  test("frees those who wait when no model starts, and tries again later", () =>
    withStore(async (store) => {
      let failing = true;
      const { embedder } = controlledEmbedder({
        fail: () => (failing ? new MemoryError("not_ready", "no model") : null),
      });
      const { seqs, vectors } = seenVectors();
      const { backlog, failures } = backlogOf(store, embedder, vectors);
      const seq = await recordOne(store, "a");
      backlog.add(await brainId(store), seq);
      await backlog.settle(await brainId(store));
      expect(seqs).toEqual([]);
      expect(failures).toHaveLength(1);
      failing = false;
      await backlog.settle(await brainId(store));
      expect(seqs).toEqual([seq]);
    }));

  test("embeds the input again only where the model has two prefixes", () =>
    withStore(async (store) => {
      const model = { queryPrefix: "query: ", passagePrefix: "passage: " } as ModelSpec;
      for (const [spec, texts] of [
        [MODEL, ["passage:answer of a"]],
        [model, ["passage:answer of b", "passage:input of b"]],
      ] as const) {
        const { embedder, asked } = controlledEmbedder({ model: spec });
        const { backlog } = backlogOf(store, embedder, seenVectors().vectors);
        const seq = await recordOne(store, spec === MODEL ? "a" : "b");
        backlog.add(await brainId(store), seq);
        await backlog.settle(await brainId(store));
        expect(asked.sort()).toEqual([...texts]);
      }
    }));
});

describe("a packet's embedding", () => {
  const input = { vector: vectorOf(1), tokens: 10 };
  const answer = { vector: vectorOf(2), tokens: 5 };

  test("is the normalized sum, the answer weighing by its length and no more than the input", () => {
    const half = joinEmbeddings(input, answer);
    const same = joinEmbeddings(input, { ...answer, tokens: 1_000 });
    const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
    expect(dot(half, half)).toBeCloseTo(1, 6);
    expect(dot(half, input.vector) / dot(half, answer.vector)).toBeCloseTo(2, 5);
    expect(dot(same, input.vector)).toBeCloseTo(dot(same, answer.vector), 6);
  });

  test("is the input's where the answer has no token, and zero where all is zero", () => {
    expect(joinEmbeddings(input, { ...answer, tokens: 0 })).toEqual(input.vector);
    const zero = { vector: new Float32Array(384), tokens: 0 };
    expect(joinEmbeddings(zero, zero)).toEqual(new Float32Array(384));
  });
});
