// A data directory of its own for each test, with the real schema.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../../src/domain/ports/store.ts";
import type { RecordOutcome } from "../../../src/domain/ports/turn-store.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";

export const NOW = Date.UTC(2026, 0, 31, 9, 30);
export const WRITER_URL = new URL("../../../src/storage/sqlite/engine/writer-worker.ts", import.meta.url);

export async function withTempDir<T>(use: (dir: string) => T | Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "memoryd-"));
  try {
    return await use(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** `thread`: with the writer on a thread of its own, as the service has it. */
export async function withStore<T>(
  use: (store: Store, dir: string) => Promise<T>,
  options: { thread?: boolean } = {},
): Promise<T> {
  return withTempDir(async (dir) => {
    const store = await openStore({ dataDir: dir, now: NOW, writerUrl: options.thread === true ? WRITER_URL : null });
    try {
      await store.accounts.create("default", NOW);
      return await use(store, dir);
    } finally {
      await store.close();
    }
  });
}

export const BRAIN = { account: "default", core: "default", user: "ada" } as const;

/** A vector of length 1 that no other `seed` gives. */
export function vectorOf(seed: number): Float32Array {
  const vector = new Float32Array(384);
  vector[seed % 384] = Math.fround(0.6);
  vector[(seed * 7 + 1) % 384] = Math.fround(0.8);
  return vector;
}

export function hashOf(text: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher("sha256").update(text).digest());
}

export function turnOf(token: string, changes: Partial<Parameters<Store["turns"]["begin"]>[0]> = {}) {
  return {
    brain: BRAIN,
    tokenHash: hashOf(token),
    input: `input of ${token}`,
    inputVector: vectorOf(1),
    inputTokens: 3,
    session: null,
    occurredAt: null,
    signals: null,
    constitution: "default",
    sourceSeqs: [],
    coherence: null,
    createdAt: NOW,
    expiresAt: NOW + 1_000,
    retrievedLessonSeqs: [],
    lessonsExpireAt: NOW + 9_000,
    ...changes,
  };
}

/** Prepares and records one turn; returns the packet's seq. */
export async function recordOne(store: Store, token: string, answer = `answer of ${token}`): Promise<number> {
  const brain = await store.turns.begin(turnOf(token));
  return seqOfRecord(await store.turns.record(recordOf(token, brain.id, { answer, answerHash: hashOf(answer) })));
}

export function recordOf(token: string, brain: number, changes: Partial<Parameters<Store["turns"]["record"]>[0]> = {}) {
  const answer = `answer of ${token}`;
  return {
    tokenHash: hashOf(token),
    brain,
    answer,
    answerHash: hashOf(answer),
    packetId: `mem_${token}`,
    kind: "raw" as const,
    confidence: 0.5,
    cues: [],
    attributes: [],
    attributesVersion: 0,
    now: NOW + 10,
    ...changes,
  };
}

/** The seq of a first record. */
export function seqOfRecord(outcome: RecordOutcome): number {
  if (outcome.kind !== "recorded") throw new Error(`the record is ${outcome.kind}`);
  return outcome.seq;
}
