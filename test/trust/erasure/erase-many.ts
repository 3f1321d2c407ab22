// Erases a brain of many packets while others ask, and looks for what is left of it.
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startExecutable } from "../../bench/start-executable.ts";
import { seedBrains } from "../../bench/suite/seed-brains.ts";
import { createMemoryMaker, embedTopics } from "../../bench/suite/seed-vectors.ts";
import { seededRandom } from "../../vectors/seeded-random.ts";
import { findInFolder, type Needle, textNeedles, vectorNeedles } from "./find-bytes.ts";

export interface ErasedMany {
  readonly packets: number;
  /** From the request to its answer. */
  readonly seconds: number;
  /** The receipt's count. */
  readonly erased: number;
  /** How long the slowest of the requests of others took meanwhile, and how many there were. */
  readonly othersSlowestMs: number;
  readonly others: number;
  /** By file of the data directory, a new backup among them. */
  readonly left: Readonly<Record<string, readonly string[]>>;
  /** Whether the other brain answers as before, to the byte. */
  readonly isUnharmed: boolean;
}

const MARK = "erasuremark7391";
const OTHER = { "X-Memory-User": "neighbour" };
const VICTIM = { "X-Memory-User": "victim" };
/** So many of the packets' own texts and vectors are looked for, spread over all of them. */
const SAMPLES = 12;

export interface EraseManyOptions {
  /** No pass has learned from them, so that each has the embedding of its input too. */
  readonly unlearned: boolean;
  /** Folder of the embedding model; null: the model inside. */
  readonly modelDir?: string | null;
}

export async function eraseMany(
  executable: string,
  packets: number,
  { unlearned, modelDir = null }: EraseManyOptions,
): Promise<ErasedMany> {
  const root = mkdtempSync(join(tmpdir(), "memoryd-erasure-"));
  const dataDir = join(root, "data");
  const options = { executable, dataDir, modelDir, environment: { MEMORYD_EMBEDDING_WORKERS: "1" } };
  try {
    await (await startExecutable(options)).stop();
    const maker = createMemoryMaker(await embedTopics(executable, modelDir), seededRandom(7));
    seedBrains(
      dataDir,
      [
        { user: "victim", packets, unlearned },
        { user: "neighbour", packets: 200 },
      ],
      maker,
    );
    const needles = samples(dataDir);
    const running = await startExecutable(options);
    const ask = async (method: string, path: string, headers: object, body?: object) => {
      const response = await fetch(running.url + path, {
        method,
        headers: { "X-API-Key": running.adminKey, "Content-Type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.text();
    };
    try {
      await ask("PATCH", "/admin/settings", {}, { retrieval_mode: "hybrid" });
      const turn = JSON.parse(await ask("POST", "/prepare", VICTIM, { input: `The word is ${MARK}.` }));
      await ask("POST", "/record", VICTIM, { turn_token: turn.turn_token, answer: `${MARK} it is.` });
      await ask("POST", "/lessons", VICTIM, { text: `Always say ${MARK}.` });
      await ask("POST", "/recall", VICTIM, { query: `Which word, ${MARK}?` });
      const state = async () => [
        await ask("GET", "/memory?limit=1000", OTHER),
        await ask("GET", "/lessons", OTHER),
        await ask("GET", "/metrics", OTHER),
        await ask("POST", "/recall", OTHER, { query: "What did we say of the harbour?" }),
      ];
      const before = await state();
      const meanwhile = { done: false, count: 0, slowestMs: 0 };
      const asking = askOn(meanwhile, () => ask("POST", "/recall", OTHER, { query: `And ${meanwhile.count % 9}?` }));
      const startedAt = performance.now();
      const { receipt } = JSON.parse(await ask("DELETE", "/memory", VICTIM)) as { receipt: { packets: number } };
      const seconds = (performance.now() - startedAt) / 1000;
      meanwhile.done = true;
      await asking;
      const backup = Bun.spawn([executable, "backup", "--data-dir", dataDir, join(dataDir, "new.backup")]);
      if ((await backup.exited) !== 0) throw new Error("The backup failed.");
      const left = findInFolder(dataDir, needles);
      const after = await state();
      return {
        packets,
        seconds,
        erased: receipt.packets,
        othersSlowestMs: meanwhile.slowestMs,
        others: meanwhile.count,
        left,
        isUnharmed: after.every((text, at) => text === before[at]),
      };
    } finally {
      await running.stop();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** One request after another until the erasure is done. */
async function askOn(
  meanwhile: { done: boolean; count: number; slowestMs: number },
  ask: () => Promise<string>,
): Promise<void> {
  while (!meanwhile.done) {
    const startedAt = performance.now();
    await ask();
    meanwhile.slowestMs = Math.max(meanwhile.slowestMs, performance.now() - startedAt);
    meanwhile.count += 1;
  }
}

/** Texts, terms and vectors of packets all over the victim's, as they lie in its rows before. */
function samples(dataDir: string): Needle[] {
  const db = new Database(join(dataDir, "memoryd.db"), { readonly: true });
  try {
    const rows = db
      .query<{ id: string; input: string; terms: string; vector: Uint8Array; heard: Uint8Array | null }, [number]>(
        `SELECT id, p.input, terms, e.vector, i.vector AS heard FROM packets p JOIN packet_terms USING (row)
         JOIN packet_embeddings e USING (row) LEFT JOIN input_embeddings i USING (row)
         WHERE row / 268435456 = (SELECT id FROM brains WHERE user = 'victim')
           AND row % max(1, (SELECT memory_size FROM brains WHERE user = 'victim') / ?) = 0`,
      )
      .all(SAMPLES);
    if (rows.length < SAMPLES) throw new Error("There are too few packets to look for.");
    return [
      ...textNeedles(MARK),
      ...rows.flatMap(({ id, vector, heard }) => [
        ...textNeedles(id),
        ...vectorNeedles(`${id}'s vector`, vector),
        ...(heard === null ? [] : vectorNeedles(`${id}'s input's vector`, heard)),
      ]),
    ];
  } finally {
    db.close();
  }
}
