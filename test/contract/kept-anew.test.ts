// A brain that stayed in memory through every kind of change answers as one does that somebody else reads anew.
import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { assembleRecall, openMath } from "../../src/app/assemble.ts";
import type { BrainKey } from "../../src/domain/brain.ts";
import { type RetrieveLessonsDeps, retrieveLessons } from "../../src/retrieval/retrieve-lessons.ts";
import { openStore } from "../../src/storage/sqlite/open-store.ts";
import { type RecallMemoryDeps, recallMemory } from "../../src/turns/recall-memory.ts";
import type { LessonPage, MemoryPage } from "../support/bodies.ts";
import { HOUR_MS, seededNumbers } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { hybrid } from "../support/hybrid.ts";
import { newDataDir, startTestService, type TestService } from "../support/test-service.ts";

setDefaultTimeout(60_000);

const ROUNDS = 25;
const CHANGES_OF_EACH = 3;
const LIMITS = [1, 8, 1_000];
const WORDS = "boiler cellar Ines Porto invoice cat garden gate May yes no ERR-1042 2024-118 the of".split(" ");
const NAMES = "Runa Tomek Ines Okello".split(" ");

interface Question {
  readonly query: string;
  readonly limit: number;
}

type Reader = RecallMemoryDeps & Pick<RetrieveLessonsDeps, "lessons">;
type Answered = Promise<{ readonly status: number }>;

/** What is said and done, each with its share of all changes. */
function changesBy(seed: number) {
  const next = seededNumbers(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!;
  const text = (most: number) => Array.from({ length: 1 + Math.floor(next() * most) }, () => pick(WORDS)).join(" ");
  const rule = () => `Always mention the ${pick(WORDS)} of the ${pick(WORDS)}.`;
  const statements = [
    () => text(6),
    () => `My name is ${pick(NAMES)}.`,
    () => `No, that is wrong: my name is ${pick(NAMES)}, not ${pick(NAMES)}.`,
    () => `Please always answer with the ${pick(WORDS)} of the ${pick(WORDS)}.`,
  ];
  const idOf = (items: readonly { readonly id: string }[]) => (items.length === 0 ? "none" : pick(items).id);
  const aLesson = async (client: Client) => idOf((await client.get<LessonPage>("/lessons?limit=1000")).body.lessons);
  const aMemory = async (client: Client) => idOf((await client.get<MemoryPage>("/memory?limit=1000")).body.items);
  const shares: Readonly<Record<string, readonly [number, (client: Client) => Answered]>> = {
    turn: [
      0.45,
      async (client) => {
        const { turn_token } = await client.prepare(pick(statements)(), { session: pick(["x", "y", "z"]) });
        return client.record(turn_token, text(12), { correction: next() < 0.1 });
      },
    ],
    erasure: [0.15, async (client) => client.delete(`/memory/${await aMemory(client)}`)],
    lesson: [0.1, (client) => client.post("/lessons", { text: rule() })],
    "reworded lesson": [0.1, async (client) => client.patch(`/lessons/${await aLesson(client)}`, { text: rule() })],
    "removed lesson": [
      0.05,
      async (client) => client.delete(`/lessons/${await aLesson(client)}?forget=${next() < 0.5}`),
    ],
    "learning pass": [0.03, (client) => client.post("/sync", {})],
    "erased brain": [0.01, (client) => client.delete("/memory")],
    question: [0.11, (client) => client.post("/recall", { query: text(4), limit: pick(LIMITS) })],
  };
  function pickChange(): [string, (client: Client) => Answered] {
    let left = next();
    for (const [what, [share, change]] of Object.entries(shares)) {
      left -= share;
      if (left < 0) return [what, change];
    }
    return pickChange();
  }
  const question = (limit: number): Question => ({ query: pick([rule, () => text(4)])(), limit });
  return { pickChange, pick, question, pause: () => Math.floor(next() * HOUR_MS), kinds: Object.keys(shares) };
}

/** Of either mode, and the lessons. */
async function answers(
  service: TestService,
  reader: Reader,
  brain: BrainKey,
  { query, limit }: Question,
): Promise<unknown[]> {
  const { embedder, clock } = service.service;
  const found: unknown[] = [];
  for (const mode of ["hybrid", "cosine"] as const) {
    const { sources } = await recallMemory(reader, { brain, query, limit, explain: true, mode });
    found.push(...sources);
  }
  const { id } = (await reader.brains.find(brain)) ?? {};
  if (id === undefined) return found;
  const { vector } = await embedder.embed({ text: query, role: "query", lane: "interactive" });
  const { similarityFloor } = embedder.model;
  const { retrieved, near } = await retrieveLessons({ ...reader, similarityFloor }, id, vector, clock.now());
  return [...found, ...retrieved, ...near];
}

test.each([1, 2, 3])("four at once change it, with questions among them (seed %d)", async (seed) => {
  const dataDir = newDataDir();
  const service = await startTestService({ dataDir, seed });
  const { embedder, clock } = service.service;
  const store = await openStore({ dataDir, now: clock.now(), writerUrl: null, migrate: false });
  const parts = { store, embedder, clock, memoryBytes: 64 * 1024 * 1024, math: await openMath(null) };
  const anew: Reader = { ...assembleRecall(parts), lessons: store.lessons };
  try {
    const { admin, name: account } = await hybrid(service);
    const { pickChange, pick, question, pause, kinds } = changesBy(seed);
    const done = new Set<string>();
    let compared = 0;

    async function change(client: Client): Promise<void> {
      const [what, make] = pickChange();
      service.clock.advance(pause());
      const { status } = await make(client);
      // Two may take the same one away.
      expect([200, 201, 404]).toContain(status);
      if (status !== 404) done.add(what);
    }

    for (let round = 0; round < ROUNDS; round++) {
      const user = pick(["ann", "bob"]);
      const changing = Array.from({ length: 4 }, async () => {
        for (let at = 0; at < CHANGES_OF_EACH; at++) await change(admin.at({ user }));
      });
      await Promise.all(changing);
      const brain = { account, core: "default", user };
      for (const asked of LIMITS.map(question)) {
        const kept = await answers(service, service.service, brain, asked);
        const { id } = (await store.brains.find(brain)) ?? {};
        if (id !== undefined) for (const index of [anew.words, anew.vectors]) index.forget(id);
        expect(kept).toEqual(await answers(service, anew, brain, asked));
        compared += kept.length;
      }
    }
    expect(compared).toBeGreaterThan(500);
    // The rarest may not come.
    expect(kinds.filter((kind) => !done.has(kind) && kind !== "erased brain")).toEqual([]);
  } finally {
    await store.close();
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
