// What tests of a store put in: plain data, the same for every engine.
import type { Store } from "../../src/domain/ports/store.ts";
import type { NewTurn, RecordedTurn, RecordOutcome } from "../../src/domain/ports/turn-store.ts";

export const NOW = Date.UTC(2026, 0, 31, 9, 30);
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

export function turnOf(token: string, changes: Partial<NewTurn> = {}): NewTurn {
  return {
    brain: BRAIN,
    tokenHash: hashOf(token),
    input: `input of ${token}`,
    inputVector: vectorOf(1),
    inputTokens: 3,
    session: null,
    occurredAt: null,
    metadata: {},
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

export function recordOf(token: string, brain: number, changes: Partial<RecordedTurn> = {}): RecordedTurn {
  const answer = `answer of ${token}`;
  return {
    tokenHash: hashOf(token),
    brain,
    answer,
    answerHash: hashOf(answer),
    packetId: `mem_${token}`,
    kind: "raw",
    confidence: 0.5,
    cues: [],
    teaches: false,
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

/** Prepares and records one turn; returns the packet's seq. */
export async function recordOne(store: Store, token: string, answer = `answer of ${token}`): Promise<number> {
  return (await recordIn(store, BRAIN, token, { answer, answerHash: hashOf(answer) })).seq;
}

/** The same in any brain, which it makes. */
export async function recordIn(
  store: Store,
  brain: NewTurn["brain"],
  token: string,
  changes: Partial<RecordedTurn> = {},
): Promise<{ brain: number; seq: number }> {
  const { id } = await store.turns.begin(turnOf(token, { brain }));
  return { brain: id, seq: seqOfRecord(await store.turns.record(recordOf(token, id, changes))) };
}

export async function brainOf(store: Store, key: NewTurn["brain"] = BRAIN): Promise<number> {
  return (await store.brains.find(key))?.id ?? 0;
}
