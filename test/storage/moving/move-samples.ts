// Data to be moved, with something in every table, and moves of it as the command makes them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { NO_PROGRESS, type WorkProgress } from "../../../src/domain/ports/data-files.ts";
import type { Store } from "../../../src/domain/ports/store.ts";
import type { TargetSide } from "../../../src/storage/moving/data-sides.ts";
import { type MoveReport, moveData } from "../../../src/storage/moving/move-data.ts";
import { useSqliteSource, useSqliteTarget } from "../../../src/storage/moving/open-sqlite.ts";
import { usePostgresSource, usePostgresTarget } from "../../../src/storage/moving/postgres-side.ts";
import { parseDatabaseUrl } from "../../../src/storage/postgres/engine/database-url.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";
import { BRAIN, hashOf, NOW, recordIn, turnOf, vectorOf } from "../../store/fixture.ts";
import { freshDataDir } from "../../support/fresh-data.ts";
import { freshDatabase } from "../../support/postgres.ts";

/** From a directory to a database, or the other way about. */
export function move(
  from: string,
  to: string,
  progress: WorkProgress = NO_PROGRESS,
  through: (target: TargetSide) => TargetSide = (target) => target,
): Promise<MoveReport> {
  const isToDatabase = to.startsWith("postgres:");
  return isToDatabase
    ? useSqliteSource(from, (source) =>
        usePostgresTarget(parseDatabaseUrl(to), source, (target) => moveData(source, through(target), progress)),
      )
    : usePostgresSource(parseDatabaseUrl(from), (source) =>
        useSqliteTarget(to, source, (target) => moveData(source, through(target), progress)),
      );
}

export interface Places {
  /** Of sample data. */
  readonly dir: string;
  /** Of an empty database. */
  readonly url: string;
  /** A name for a directory. */
  readonly back: string;
}

export async function withPlaces(
  use: (places: Places) => Promise<void>,
  fill: typeof fillData = fillData,
): Promise<void> {
  const dir = await freshDataDir(NOW);
  const folder = mkdtempSync(join(tmpdir(), "memoryd-test-"));
  const { url, drop } = await freshDatabase();
  try {
    const store = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
    await fill(store);
    await store.close();
    await use({ dir, url, back: join(folder, "back") });
  } finally {
    await drop();
    for (const each of [dir, folder]) rmSync(each, { recursive: true, force: true });
  }
}

/** Runs statements in the database, as somebody who is none of memoryd's. */
export async function inDatabase<T>(url: string, use: (client: SQL) => Promise<T>): Promise<T> {
  const client = new SQL(url, { max: 1 });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const ODD = "ß 'quoted' \"twice\" \\ back\nline\ttab 日本語 🧠 \u0001";
const WORDS = {
  language: "en",
  inputLength: 2,
  answerLength: 3,
  terms: Buffer.from("ärger\nwort"),
  counts: hashOf("w"),
};
const UNUSED = { lastUsedAt: null, revokedAt: null, replacedBy: null };
const CONFIRM = { attribute: "name", value: "Ada", outcome: "confirm", confirms: [] } as const;

/** At least a row in every table; brains and cores that are gone had the highest numbers. */
export async function fillData(store: Store): Promise<void> {
  for (const account of ["default", "acme"]) await store.accounts.create(account, NOW);
  await store.accounts.changeSettings("acme", { sourcesMax: 3 });
  await store.model.adopt({ id: "m", sha256: "a".repeat(64) });
  for (const slug of ["work", "gone"]) await store.cores.create("acme", { slug, name: ODD, context: "" }, NOW);
  await store.cores.remove("acme", "gone");
  const constitution = { name: "strict", text: ODD, gates: [{ pattern: "a", reason: "b" }], prohibitions: [] };
  await store.constitutions.put("acme", constitution, NOW);
  const key = { id: "key00001", account: "acme", name: "k", scope: "agent", core: "work", user: null } as const;
  await store.keys.add({ ...key, hash: hashOf("key"), createdAt: NOW, expiresAt: null, ...UNUSED });
  const first = await recordIn(store, BRAIN, "a", { attributes: [CONFIRM], kind: "correction", confidence: 0.1 + 0.2 });
  const { version } = await store.brains.attributes(first.brain);
  const claim = { ...CONFIRM, value: "Eve", outcome: "claim" as const };
  const second = await recordIn(store, BRAIN, "b", { attributes: [claim], attributesVersion: version, answer: ODD });
  await store.packets.saveEmbeddings([{ ...first, vector: vectorOf(1) }]);
  await fillLessons(store, first.brain, [first.seq, second.seq]);
  const told = { session: "s", occurredAt: -1, metadata: { project: ODD, count: 3 }, coherence: 1 / 3 };
  await store.turns.begin(turnOf("open", told));
  await recordIn(store, { account: "acme", core: "work", user: null }, "shared", {
    restated: { input: ODD, session: null, inputTokens: 1, inputVector: vectorOf(2), metadata: { topic: "x" } },
  });
  await recordIn(store, { account: "acme", core: "work", user: "gone" }, "gone");
  await store.users.remove({ account: "acme", core: null }, "gone");
  await store.imports.part(importedPart());
}

async function fillLessons(store: Store, brain: number, seqs: readonly number[]): Promise<void> {
  const times = { createdAt: NOW, expiresAt: NOW + 1e9 };
  const lesson = { brain: BRAIN, text: ODD, isGeneral: true, ...times };
  await store.lessons.add({ ...lesson, id: "les_1", vector: vectorOf(8), sourceLink: ["mem_a", "mem_b"] });
  await store.lessons.add({ ...lesson, id: "les_2", vector: vectorOf(9), sourceLink: [] });
  await store.lessons.remove(brain, "les_2", true, NOW);
  const plan = { tokenHash: hashOf("plan"), brain, after: 0, through: 2, packetsScanned: 2, createdAt: NOW };
  await store.learning.savePlan({ ...plan, expiresAt: NOW + 5, clusters: [{ id: "c1", seqs: [...seqs] }] });
  const counts = { packetsScanned: 1, clusters: 0, skipped: 0, writeFailed: 0, llmCost: 0.1 };
  const nothing = { lessons: [], merges: [], replaced: [], ended: [], learnedSeqs: [], tokenHash: null };
  const limits = { forgottenSimilarity: 0.9, cosineBaseline: 0 };
  await store.learning.finishPass({
    ...{ brain, distiller: "d", status: "failed" as const, after: 0, through: 1, error: ODD, now: NOW },
    ...{ ...counts, ...nothing, ...limits },
  });
}

function importedPart() {
  const packet = {
    ...{ id: "mem_i", kind: "raw" as const, input: "", answer: ODD, confidence: 0.5, unconfirmedOverwrite: true },
    ...{ cues: ["lasting-preference"], session: "", occurredAt: 2 ** 45, createdAt: NOW, inputTokens: 1 },
    ...{ metadata: { place: "here" }, attributes: [], learned: true, learnable: true, vector: null, inputVector: null },
    ...{ line: 1, words: { version: 1, terms: WORDS } },
  };
  return {
    brain: { account: "acme", core: "default", user: "ada" },
    ...{ reach: { core: null, user: null }, createdAt: NOW, subBrainsMax: null, counters: null },
    ...{ packets: [packet], lessons: [], rules: [] },
  };
}

/** Texts that no lot holds all of: a move has several moments at which it may end. */
export async function fillMuch(store: Store): Promise<void> {
  await fillData(store);
  for (let number = 0; number < 180; number++) {
    const part = importedPart();
    const [packet] = part.packets;
    if (packet === undefined) throw new Error("the part is empty");
    const long = { ...packet, id: `mem_${number}`, answer: `${number} `.repeat(30_000) };
    await store.imports.part({ ...part, packets: [long] });
  }
}
