import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryError } from "../../src/domain/errors.ts";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import type { EmbeddingPool, PoolEvent } from "../../src/embedding/pool.ts";
import { MORTAL_WORKER_URL, openTinyPools, type startPool, until } from "./support.ts";

setDefaultTimeout(60_000);

const startTiny = await openTinyPools();
let folder = "";
let events: PoolEvent[] = [];
let pool: EmbeddingPool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "memoryd-deaths-"));
  events = [];
});
afterEach(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

function start(options: Parameters<typeof startPool>[0]): EmbeddingPool {
  pool = startTiny({ workerUrl: MORTAL_WORKER_URL, onEvent: (event) => void events.push(event), ...options });
  return pool;
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe("a worker that dies over a text", () => {
  test("is replaced, and the text is embedded by its successor", async () => {
    start({ workers: 1 });
    const text = `die once ${join(folder, "mark")}`;
    const first = await pool.embed({ text, role: "query", lane: "interactive" });
    expect(pool.stats()).toMatchObject({ deaths: 1, workersOpen: 1, texts: 1 });
    expect(await pool.embed({ text, role: "query", lane: "interactive" })).toEqual(first);
  });

  test("between two windows of a long text costs neither of them", async () => {
    start({ workers: 1 });
    const text = `die at the second window ${join(folder, "mark")} ${"and so it goes on ".repeat(200)}`;
    const embedding = await pool.embed({ text, role: "query", lane: "interactive" });
    expect(pool.stats().deaths).toBe(1);
    expect(await pool.embed({ text, role: "query", lane: "interactive" })).toEqual(embedding);
    expect(pool.stats().deaths).toBe(1);
  });

  for (const deadly of ["die always", "throw always"]) {
    test(`twice fails that text alone: "${deadly}"`, async () => {
      start({ workers: 2 });
      const failing = errorOf(pool.embed({ text: deadly, role: "query", lane: "interactive" }));
      const others = Array.from({ length: 12 }, (_, i) =>
        pool.embed({ text: `text ${i}`, role: "query", lane: "interactive" }),
      );
      const error = await failing;
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(MemoryError);
      expect((error as Error).message).toBe("Two embedding workers died over one text.");
      expect(await Promise.all(others)).toHaveLength(12);
      await until(() => pool.stats().workersOpen === 2);
      expect(pool.stats()).toMatchObject({ deaths: 2, texts: 12, interactive: 0 });
      expect(events.filter(({ event }) => event === "embedding_worker_died")).toHaveLength(2);
    });
  }
});

describe("workers that cannot start", () => {
  const cases = [
    ["because their program throws", "broken-worker.ts", {}],
    ["because they never answer", "silent-worker.ts", { answerTimeoutMs: 200 }],
    ["because their file is not there", "no-such-worker.ts", {}],
  ] as const;
  for (const [why, file, options] of cases) {
    test(`are given up after three attempts, ${why}`, async () => {
      start({ workerUrl: new URL(`./fixtures/${file}`, import.meta.url), ...options });
      const waiting = errorOf(pool.embed({ text: "early", role: "query", lane: "background" }));
      expect(await errorOf(pool.ready)).toMatchObject({ code: "not_ready" });
      expect(await waiting).toMatchObject({ code: "not_ready" });
      expect(await errorOf(pool.embed({ text: "late", role: "query", lane: "interactive" }))).toMatchObject({
        code: "not_ready",
      });
      expect(events.map(({ event }) => event)).toEqual([
        "embedding_worker_died",
        "embedding_worker_died",
        "embedding_worker_died",
        "embedding_failed",
      ]);
    });
  }

  test("because the model is broken make the pool fail with the model's own fault in its event", async () => {
    const broken = join(folder, "model.onnx");
    await Bun.write(broken, "not a model");
    start({ workers: 2, model: { ...embeddedModel(), onnxPath: broken } });
    expect(await errorOf(pool.ready)).toMatchObject({ code: "not_ready" });
    const reason = events.find(({ event }) => event === "embedding_failed");
    expect(JSON.stringify(reason)).toContain("protobuf");
  });
});
