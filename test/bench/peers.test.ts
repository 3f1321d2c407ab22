import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { WordEmbedder } from "../support/word-embedder.ts";
import { prepareVectors, readRows } from "./peers/clustered-vectors.ts";
import { answerEmbeddings } from "./peers/embeddings-endpoint.ts";
import { PEERS_DIR } from "./peers/install-peers.ts";
import { type MemoryRunner, measureMemory, startOurs } from "./peers/measure-memory.ts";
import { measureSearch, type SearchFigures, type SearchReport } from "./peers/measure-search.ts";
import { memoryTexts, TEXTS_MAX } from "./peers/memory-texts.ts";
import { installedSearchPeers, OUR_PEERS, type SearchPeer } from "./peers/peer-list.ts";
import { memoryLines, memoryLosses, searchLines, searchLosses } from "./peers/peers-report.ts";
import { SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";

const folder = temporaryFolder();
const EXECUTABLE = resolve(import.meta.dir, "../../dist/memoryd");
const ROWS = 300;
const data = await prepareVectors(folder, ROWS, 10);

function stub(id: string, change: Partial<SearchPeer> = {}): SearchPeer {
  const command = [process.execPath, join(import.meta.dir, "peers", "stub-peer.ts"), id];
  const usual = { isOurs: false, isExhaustive: true, rowsMax: ROWS, missing: null };
  return { id, label: `stub ${id}`, command, ...usual, ...change };
}

function measure(peers: readonly SearchPeer[]): Promise<SearchReport> {
  return measureSearch({ data, peers, rounds: 2, perRound: 5, budgetMs: 1_000, warmUpMs: 50, onProgress: () => {} });
}

function figuresOf(report: SearchReport, id: string): SearchFigures {
  const outcome = report.peers.find((peer) => peer.id === id)?.outcome;
  if (outcome === undefined || typeof outcome === "string") throw new Error(`${id} has no figures: ${outcome}`);
  return outcome;
}

test("the vectors have length 1, lie in clusters, and are the same in every run", async () => {
  const vectors = await readRows(data.vectorsFile, 0, ROWS);
  for (let row = 0; row < ROWS; row++) {
    expect(Math.hypot(...vectors.subarray(row * 384, (row + 1) * 384))).toBeCloseTo(1, 5);
  }
  const again = await prepareVectors(join(folder, "again"), ROWS, 10);
  expect(again.exact).toEqual(data.exact);
  expect(await readRows(again.vectorsFile, 0, ROWS)).toEqual(vectors);
  for (const { nearest } of data.exact) {
    expect(nearest[0]![1]).toBeGreaterThan(0.6);
    expect(nearest.at(-1)![1]).toBeLessThan(nearest[0]![1]);
  }
});

test(
  "bench:peers finds every near row with our searches, and says of each peer what it found or why not",
  async () => {
    const report = await measure([
      ...OUR_PEERS,
      stub("exact"),
      stub("search", { isExhaustive: false }),
      stub("build"),
      stub("die"),
      stub("absent", { missing: "not installed: there is no python3" }),
      stub("small", { rowsMax: ROWS - 1 }),
    ]);
    for (const id of ["memoryd", "memoryd-float32", "exact"]) {
      expect(figuresOf(report, id)).toMatchObject({ recall: 1, searches: 10 });
    }
    expect(figuresOf(report, "memoryd").diskBytes).toBeGreaterThan(ROWS * 384 * 4);
    expect(figuresOf(report, "exact").diskBytes).toBe(0);
    expect(figuresOf(report, "search").recall).toBe(0.5);
    const lines = searchLines(report);
    expect(lines.filter((line) => line.startsWith("stub")).map((line) => line.slice(0, 17).trim())).toEqual([
      "stub exact",
      "stub search *",
      "stub build",
      "stub die",
      "stub absent",
      "stub small",
    ]);
    const shown = lines.join("\n");
    expect(shown).toMatch(/^stub build +failed: no room for this index$/m);
    expect(shown).toMatch(/^stub die +failed: ended with 7: /m);
    expect(shown).toMatch(/^stub absent +not installed: there is no python3$/m);
    expect(shown).toMatch(/^stub small +left out: above 299 rows it takes too long$/m);
  },
  SCRIPT_TIMEOUT_MS,
);

test(
  "every peer that bench:peers has installed answers; the others are named aloud",
  async () => {
    const peers = await installedSearchPeers(PEERS_DIR);
    const absent = peers.filter(({ missing }) => missing !== null).map(({ id }) => id);
    if (absent.length > 0) console.warn(`Not measured, because not installed in ${PEERS_DIR}: ${absent.join(", ")}`);
    const installed = peers.filter(({ missing }) => missing === null);
    if (installed.length === 0) return;
    const report = await measure(installed);
    for (const { id } of installed) expect(figuresOf(report, id).recall).toBeGreaterThan(0.9);
  },
  SCRIPT_TIMEOUT_MS,
);

test("a loss is named where ours is more of something, and nowhere else", () => {
  const ours = {
    version: "",
    buildSeconds: 1,
    addMs: 1,
    searches: 1,
    p50Ms: 2,
    p95Ms: 3,
    recall: 1,
    rssBytes: 10,
    diskBytes: 10,
  };
  const row = (id: string, outcome: SearchFigures | string, isOurs = false) => {
    return { id, label: id, isOurs, isExhaustive: true, outcome };
  };
  const report = {
    rows: 1,
    queries: 1,
    cosines: { first: 1, last: 1 },
    peers: [
      row("ours", ours, true),
      row("fast", { ...ours, p50Ms: 0.5, recall: 0.5 }),
      row("forgetful", { ...ours, diskBytes: 0 }),
      row("broken", "failed: no"),
    ],
  };
  expect(searchLosses(report)).toEqual([{ label: "fast", column: "search p50", times: 4 }]);
  expect(searchLines(report).at(-1)).toBe("Ours does not win against fast: search p50 x4.00");
});

test("no sentence comes twice, and each question holds its sentence's words", () => {
  const texts = memoryTexts(TEXTS_MAX);
  expect(new Set(texts.map(({ question }) => question)).size).toBe(TEXTS_MAX);
  for (const { text, question } of texts) expect(text).toContain(question.slice("Who ".length, -1));
});

interface EmbeddingsAnswer {
  readonly data: readonly { readonly embedding: number[] | string }[];
}

test("the embeddings endpoint answers as OpenAI's does, in numbers and in base64", async () => {
  const embedder = new WordEmbedder();
  const ask = (body: object, path = "/v1/embeddings") =>
    answerEmbeddings(embedder, new Request(`http://localhost${path}`, { method: "POST", body: JSON.stringify(body) }));
  const answered = async (body: object) => (await (await ask(body)).json()) as EmbeddingsAnswer;
  const numbers = await answered({ input: ["a red boat", "a blue boat"], model: "m" });
  expect(numbers).toMatchObject({
    object: "list",
    model: "m",
    data: [{ index: 0 }, { index: 1 }],
    usage: { total_tokens: 6 },
  });
  const vectors = numbers.data.map(({ embedding }) => embedding as number[]);
  expect(vectors.map(({ length }) => length)).toEqual([384, 384]);
  expect(vectors[0]!.reduce((sum, x, i) => sum + x * vectors[1]![i]!, 0)).toBeCloseTo(2 / 3, 5);
  const encoded = await answered({ input: "a red boat", encoding_format: "base64" });
  const bytes = new Uint8Array(Buffer.from(encoded.data[0]!.embedding as string, "base64"));
  expect([...new Float32Array(bytes.buffer)]).toEqual(vectors[0]!);
  expect((await ask({ input: [1, 2] })).status).toBe(400);
  expect((await ask({ input: "a" }, "/v1/models")).status).toBe(404);
});

/** Finds every second text, and says so in no time. */
function stubMemory(): MemoryRunner {
  const held: string[] = [];
  return {
    label: "stub",
    version: "0",
    afterKill: "loses all",
    async add(texts) {
      held.push(...texts);
      return texts.map(() => 0.001);
    },
    async search(questions) {
      const found = questions.map((_, at) => (at % 2 === 0 ? held : []));
      return { ms: questions.map(() => 0.001), texts: found };
    },
    rssBytes: async () => 1,
    embedderRssBytes: async () => 1,
    diskBytes: async () => 0,
    stop: async () => {},
  };
}

test(
  "the whole path: the executable finds what it was told, and a peer that does not start has that in its row",
  async () => {
    if (!existsSync(EXECUTABLE)) throw new Error(`${EXECUTABLE} is not there: run \`bun run build\` first.`);
    const report = await measureMemory({
      texts: memoryTexts(6),
      questions: 4,
      starts: [
        { label: "memoryd", start: (dir) => startOurs(EXECUTABLE, dir) },
        { label: "stub", start: async () => stubMemory() },
        { label: "broken", start: () => Promise.reject(new Error("no module named mem0")) },
      ],
      onProgress: () => {},
    });
    expect(report).toMatchObject({
      texts: 6,
      questions: 4,
      peers: [
        { label: "memoryd", outcome: { found: 1, embedderRssBytes: null, afterKill: "keeps all" } },
        { label: "stub", outcome: { found: 0.5 } },
        { label: "broken", outcome: "failed: no module named mem0" },
      ],
    });
    expect(memoryLines(report).join("\n")).toMatch(/^broken +failed: no module named mem0$/m);
    expect(memoryLosses(report).map(({ label, column }) => `${label} ${column}`)).toContain("stub search p50");
  },
  SCRIPT_TIMEOUT_MS,
);
