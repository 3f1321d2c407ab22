// What a question nearly brought back, and a mode of one question's own: both for admin keys.
import { afterAll, describe, expect, test } from "bun:test";
import type { MemoryPage, SourceItem } from "../support/bodies.ts";
import { HOUR_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

type Parts = Readonly<
  Record<"cosine" | "lexical" | "time" | "recency" | "session" | "neighbours" | "newest" | "confidence", number>
> & { readonly ranks: Readonly<Record<string, number>> };

interface Entry extends SourceItem {
  readonly explain?: Parts & { readonly entered_by?: string };
}

interface Recalled {
  readonly sources: readonly Entry[];
  readonly below?: readonly Entry[];
}

async function recall(client: Client, query: string, rest: object = {}): Promise<Recalled> {
  const { status, body } = await client.post<Recalled>("/recall", { query, ...rest });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const QUESTION = "sun moon stars sea";
/** From all of the question to nothing of it. */
const TEXTS = [
  "sun moon stars sea",
  "sun moon stars rain",
  "sun moon hail rain",
  "sun fog hail rain",
  "sun fog hail rain wind snow",
  "fog hail rain wind",
];
const textsOf = (entries: readonly Entry[] = []) => entries.map(({ text }) => text.split("\n")[0]);

/** Hours apart, so that none is another's neighbour. */
async function populate(client: Client, texts: readonly string[] = TEXTS): Promise<void> {
  for (const text of texts) {
    t.clock.advance(HOUR_MS);
    await client.turn(text, text);
  }
}

describe("`below`", () => {
  test("holds the best of what the floor kept out, best first, and is not there unasked", async () => {
    const { admin } = await t.account();
    await populate(admin);
    const plain = await recall(admin, QUESTION, { mode: "cosine" });
    expect(Object.keys(plain)).toEqual(["sources"]);
    const { sources, below } = await recall(admin, QUESTION, { mode: "cosine", below: 20 });
    expect(sources).toEqual(plain.sources);
    expect(textsOf(sources)).toEqual(TEXTS.slice(0, 4));
    expect(textsOf(below)).toEqual(TEXTS.slice(4));
    for (const entry of below ?? []) expect(Object.keys(entry).sort()).toEqual(["id", "score", "text"]);
    expect(textsOf((await recall(admin, QUESTION, { mode: "cosine", below: 1 })).below)).toEqual([TEXTS[4]!]);
    expect((await recall(admin, QUESTION, { mode: "cosine", below: 0 })).below).toEqual([]);
  });

  test("does not hold what entered, however few sources are asked for", async () => {
    const { admin } = await t.account();
    await populate(admin);
    for (const mode of ["cosine", "hybrid"]) {
      const all = await recall(admin, QUESTION, { mode, below: 20, limit: 1_000 });
      const few = await recall(admin, QUESTION, { mode, below: 20, limit: 1 });
      expect(few.sources).toEqual(all.sources.slice(0, 1));
      expect(few.below).toEqual(all.below!);
    }
  });

  test("with the sources it is the whole brain, each entry once, scores falling", async () => {
    const { admin } = await t.account();
    const words = QUESTION.split(" ");
    const texts = Array.from({ length: 34 }, (_, at) => `${words.slice(at % 5).join(" ")} filler${at} other${at}`);
    await populate(admin, texts);
    const known = (await admin.get<MemoryPage>("/memory?limit=1000")).body.items.map(({ id }) => id);
    for (const mode of ["cosine", "hybrid"]) {
      const { sources, below = [] } = await recall(admin, QUESTION, { mode, limit: 1_000, below: 20, explain: true });
      const ids = [...sources, ...below].map(({ id }) => id);
      expect(ids.toSorted()).toEqual(known.toSorted());
      expect(below.length).toBeGreaterThan(3);
      const scores = below.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
  });

  test("explained, each says its parts and places behind all that entered, and no way in", async () => {
    const { admin } = await t.account();
    await populate(admin);
    const { sources, below = [] } = await recall(admin, QUESTION, { mode: "cosine", below: 20, explain: true });
    for (const [place, { explain, score }] of below.entries()) {
      expect(explain).not.toHaveProperty("entered_by");
      const { cosine, lexical, time, recency, session, neighbours, newest, confidence, ranks } = explain!;
      expect([lexical, time, recency, session, neighbours, newest]).toEqual([0, 0, 0, 0, 0, 0]);
      expect(cosine).toBeLessThan(0.25);
      expect(Math.abs(cosine * confidence - score)).toBeLessThan(1e-9);
      const rank = sources.length + place + 1;
      expect(ranks).toMatchObject({ cosine: rank, neighbours: rank, confidence: rank, newest: rank });
    }
    expect(below).toHaveLength(2);
    expect(sources.every(({ explain }) => explain?.entered_by === "similarity")).toBe(true);
  });

  test("holds everything where a question is foreign to the brain, or a greeting", async () => {
    const { admin } = await t.account();
    await populate(admin, TEXTS.slice(0, 3));
    for (const query of ["Which volcano erupted in Iceland?", "Hello!"]) {
      const { sources, below } = await recall(admin, query, { mode: "hybrid", below: 20 });
      expect(sources).toEqual([]);
      expect(below).toHaveLength(3);
    }
  });

  test("keeps to the session, the moment, the metadata and the brain that are asked for", async () => {
    const { admin } = await t.account();
    await populate(admin.at({ user: "bob" }));
    const talk = { session: "talk" };
    const [far, other] = ["fog hail rain wind", "fog hail rain ice"];
    await admin.record((await admin.prepare(far, talk)).turn_token, "noted");
    const then = t.clock.iso();
    t.clock.advance(HOUR_MS);
    await admin.turn(other, "noted");
    for (const mode of ["cosine", "hybrid"]) {
      const found = async (rest: object) =>
        textsOf((await recall(admin, QUESTION, { mode, below: 20, ...rest })).below).toSorted();
      expect(await found({})).toEqual([other, far]);
      expect(await found(talk)).toEqual([far]);
      expect(await found({ as_of: then })).toEqual([far]);
      expect(await found({ metadata: { topic: "none" } })).toEqual([]);
    }
    expect(await recall(admin.at({ user: "nobody" }), QUESTION, { below: 3 })).toEqual({ sources: [], below: [] });
  });
});

describe("`mode`", () => {
  test("ranks as an account does that chose it, whatever this one chose", async () => {
    const { admin } = await t.account();
    await populate(admin, [...TEXTS, "moonlight in May", "the moon"]);
    const byMode = new Map<string, Recalled>();
    for (const mode of ["cosine", "hybrid"]) {
      await admin.patch("/admin/settings", { retrieval_mode: mode });
      byMode.set(mode, await recall(admin, "the moon in may", { explain: true }));
    }
    expect(byMode.get("cosine")).not.toEqual(byMode.get("hybrid")!);
    for (const chosen of ["cosine", "hybrid"]) {
      await admin.patch("/admin/settings", { retrieval_mode: chosen });
      for (const [mode, told] of byMode) {
        expect(await recall(admin, "the moon in may", { explain: true, mode })).toEqual(told);
      }
      expect((await admin.get<{ retrieval_mode: string }>("/admin/settings")).body.retrieval_mode).toBe(chosen);
    }
  });
});

test("both are for admin keys, and of their own form", async () => {
  const { admin, agent, key } = await t.account();
  const bound = await key({ scope: "agent", user: "ann" });
  for (const client of [agent, bound]) {
    for (const field of [{ mode: "cosine" }, { below: 3 }, { below: 0 }]) {
      expectError(await client.post("/recall", { query: "sun", ...field }), 403, "admin_required");
    }
    expect((await client.post("/recall", { query: "sun", mode: null, below: null, explain: false })).status).toBe(200);
  }
  for (const below of [-1, 21, 1.5, "3", true]) {
    expectError(await admin.post("/recall", { query: "sun", below }), 400, "invalid_request", "below");
  }
  expectError(await admin.post("/recall", { query: "sun", mode: "words" }), 400, "invalid_request", "mode");
});
