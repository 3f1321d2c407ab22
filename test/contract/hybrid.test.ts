// Hybrid retrieval as a client sees it: what enters, in which order, and what is gone once it was erased.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { TurnBody } from "../support/bodies.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { idsOf } from "../support/expectations.ts";
import { type Explained, filler, hybrid, ids, recall, say } from "../support/hybrid.ts";
import { startTestService } from "../support/test-service.ts";

setDefaultTimeout(60_000);

/** Meaning is shared words here; see WordEmbedder. */
const t = await startTestService();
afterAll(() => t.close());

describe("the mode of an account", () => {
  test("is cosine until it is changed, and cosine reads no words and answers the same before and after", async () => {
    const service = await startTestService();
    try {
      const { admin } = await service.account();
      await say(admin, "sun moon stars", "sun moon");
      await say(admin, "sun moon sea", "sea", { correction: true });
      await say(admin, `${filler(30)} CODE-77`, "x");
      const ask = async () => [
        (await admin.prepare("sun moon stars CODE-77")).sources,
        (await admin.post("/recall", { query: "sun moon", limit: 5 })).body,
      ];
      const before = await ask();
      expect(service.service.words.stats().loads).toBe(0);
      await admin.patch("/admin/settings", { retrieval_mode: "hybrid" });
      expect(await ask()).not.toEqual(before);
      await admin.patch("/admin/settings", { retrieval_mode: "cosine" });
      expect(await ask()).toEqual(before);
    } finally {
      await service.close();
    }
  });
});

describe("without a session", () => {
  test.each([
    [29, true],
    [30, false],
  ])("a yes %d minutes after its question is found: %p", async (minutes, found) => {
    const { admin } = await hybrid(t);
    const talk = async (input: string, answer: string) => {
      const { turn_token } = await admin.prepare(input);
      await admin.record(turn_token, answer);
    };
    await talk("ferry Ithaca Friday", "ferry Ithaca Friday");
    t.clock.advance(minutes * MINUTE_MS);
    await talk("yes", "done");
    const [, second] = await recall(admin, "ferry Ithaca Friday");
    expect(second?.text).toBe(found ? "yes\ndone" : (undefined as never));
  });
});

describe("what enters", () => {
  test("is nothing by one common word", async () => {
    // The embedder knows some 380 words apart, and these are to have no other word in common.
    const service = await startTestService();
    try {
      const { admin } = await hybrid(service);
      for (let at = 0; at < 12; at += 1) await say(admin, `coffee ${filler(17)}`, "noted");
      expect(await recall(admin, "coffee or a walk by the lake", 1_000)).toEqual([]);
      expect(await recall(admin, "coffee", 1_000)).toEqual([]);
      expect(await recall(admin, "coffee filler10x", 1_000)).toEqual([]);
    } finally {
      await service.close();
    }
  });

  test("is what holds the name, number or address that is asked for, though its cosine is below the floor", async () => {
    const service = await startTestService();
    try {
      const { admin } = await hybrid(service);
      const long = (text: string) => say(admin, `${filler(15)} ${text} ${filler(15)}`, "noted");
      const named = await long("with Hallvard in the yard");
      const numbered = await long("invoice 20931 was late");
      const mailed = await long("write to runa@example.com");
      await long("nothing of it");
      for (const [question, id] of [
        ["Who is Hallvard?", named],
        ["What about 20931?", numbered],
        ["Whose is runa@example.com?", mailed],
      ] as const) {
        const sources = await recall(admin, question);
        expect(ids(sources), question).toEqual([id]);
        expect(sources[0]?.explain.entered_by).toBe("words");
        expect(sources[0]?.explain.cosine).toBeLessThan(0.25);
      }
    } finally {
      await service.close();
    }
  });

  test("is what the cosine lets in, in its order, where a question is stop words alone", async () => {
    const { admin } = await hybrid(t);
    const near = await say(admin, "is it the and", "is it the and");
    const far = await say(admin, "is it the lamp of those", "is it the lamp of those");
    await say(admin, filler(8), filler(8));
    const sources = await recall(admin, "is it the and");
    expect(ids(sources)).toEqual([near, far]);
    expect(sources.map(({ explain }) => explain.lexical)).toEqual([0, 0]);
    for (const question of ["?!", "the of and", "Is it?", "…"]) await recall(admin, question, 1_000);
  });

  test("is what lies in the time that is asked for, where the question says little else", async () => {
    const { admin } = await hybrid(t);
    const weekAgo = await say(admin, filler(6), filler(6), { occurred_at: t.clock.iso(-7 * DAY_MS) });
    await say(admin, filler(6), filler(6), { occurred_at: t.clock.iso(-40 * DAY_MS) });
    const sources = await recall(admin, "What did we talk about last week?");
    expect(sources.map(({ id, explain }) => [id, explain.entered_by])).toEqual([[weekAgo, "time"]]);
    expect(await recall(admin, "What did we talk about?")).toEqual([]);
  });

  test("is found in a short input that has a long answer as in one that has a short answer", async () => {
    const { admin } = await hybrid(t);
    const long = await say(admin, "boiler pin 4471", filler(400));
    const short = await say(admin, "cellar pin 9036", filler(4));
    for (let at = 0; at < 5; at += 1) await say(admin, filler(5), filler(5));
    const lexical = async (question: string, id: string) => {
      const [first] = await recall(admin, question);
      expect(first?.id).toBe(id);
      return first?.explain.lexical ?? 0;
    };
    expect(await lexical("boiler 4471", long)).toBeCloseTo(await lexical("cellar 9036", short), 10);
  });

  test("is nothing in an empty brain, for any question", async () => {
    const { admin } = await hybrid(t);
    for (const question of ["What did ERR-1042 mean last week?", "?", "the", "a".repeat(32_768)]) {
      expect(await recall(admin, question, 1_000)).toEqual([]);
    }
  });

  test("is decided for a question of 32,768 characters too", async () => {
    const { admin } = await hybrid(t);
    const id = await say(admin, "the locker code is XK-2291", "noted");
    const long = `XK-2291 ${"and so on, and so forth ".repeat(2_000)}`.slice(0, 32_768);
    const { status, body } = await admin.post<TurnBody>("/prepare", { input: long, explain: true });
    expect(status).toBe(200);
    expect(idsOf(body).length).toBeLessThanOrEqual(1);
    expect(ids(await recall(admin, "XK-2291"))).toEqual([id]);
  });
});

describe("the order", () => {
  test("a correction comes before an ordinary turn of equal similarity, though that is newer", async () => {
    const { admin } = await hybrid(t);
    const correction = await say(admin, "pear plum fig", "pear plum fig", { correction: true });
    t.clock.advance(HOUR_MS);
    const raw = await say(admin, "pear plum date", "pear plum date");
    const sources = await recall(admin, "pear plum");
    expect(ids(sources)).toEqual([correction, raw]);
    expect(sources.map(({ explain }) => explain.cosine)).toEqual([
      sources[0]!.explain.cosine,
      sources[0]!.explain.cosine,
    ]);
    expect(sources.map(({ explain }) => explain.confidence)).toEqual([0.7, 0.5]);
  });

  test("is newest first among equals, at every limit the head of the whole", async () => {
    const { admin } = await hybrid(t);
    const said: string[] = [];
    for (let at = 0; at < 45; at += 1) {
      t.clock.advance(HOUR_MS);
      said.push(await say(admin, at % 3 === 0 ? "equal words here" : "equal words", "equal words"));
    }
    const all = await recall(admin, "equal words", 1_000);
    expect(all).toHaveLength(45);
    const equal = ids(all).filter((id) => said.indexOf(id) % 3 !== 0);
    expect(equal).toEqual(said.filter((_, at) => at % 3 !== 0).reverse());
    for (const limit of [1, 2, 8, 31, 32, 33, 44, 45]) {
      expect(await recall(admin, "equal words", limit)).toEqual(all.slice(0, limit));
    }
    for (const sources_max of [1, 2, 8, 33]) {
      await admin.patch("/admin/settings", { sources_max });
      expect(idsOf(await admin.prepare("equal words"))).toEqual(ids(all).slice(0, sources_max));
    }
  });
});

describe("what was recorded", () => {
  test("is seen by the very next prepare, words and all, while its embedding is still being made", async () => {
    const { admin } = await hybrid(t);
    await say(admin, filler(5));
    const { turn_token } = await admin.prepare(`${filler(30)} PLATE-88`, { session: "s" });
    const release = t.words.holdBackground();
    await admin.record(turn_token, filler(30));
    const asked = recall(admin, "PLATE-88");
    for (let turn = 0; turn < 20; turn += 1) await Bun.sleep(0);
    release();
    const [first] = await asked;
    expect(first?.text).toContain("PLATE-88");
    expect(first?.explain.cosine).toBeGreaterThan(0);
  });

  test("is found by its words where it could not be embedded", async () => {
    const service = await startTestService();
    try {
      const { admin } = await hybrid(service);
      service.words.fault = (_, lane) => (lane === "background" ? new Error("no embedding") : null);
      const { turn_token } = await admin.prepare("the gate code is GATE-19");
      await admin.record(turn_token, "noted well");
      const sources = await recall(admin, "GATE-19");
      expect(sources.map(({ text, explain }) => [text, explain.entered_by, explain.cosine])).toEqual([
        ["the gate code is GATE-19\nnoted well", "words", 0],
      ]);
    } finally {
      await service.close();
    }
  });
});

describe("what was erased", () => {
  const CODE = "CODE-5150";

  /** A brain of which one memory holds the code; returns that one. */
  async function populate(client: Client): Promise<string> {
    for (let at = 0; at < 3; at += 1) await say(client, `door window ${filler(20)}`, "noted");
    return say(client, `${CODE} door ${filler(20)}`, "noted");
  }

  test("a memory takes its words along at once, out of every number", async () => {
    const { admin } = await hybrid(t);
    const [one, two] = [admin.at({ user: "one" }), admin.at({ user: "two" })];
    const texts = ["door window lamp", "door table lamp", "window lamp chair"];
    for (const client of [one, two]) for (const text of texts) await say(client, text, text);
    const gone = await say(two, `${CODE} lamp door window`, "door");
    expect(ids(await recall(two, CODE))).toEqual([gone]);
    expect((await two.delete(`/memory/${gone}`)).status).toBe(200);
    expect(await recall(two, CODE)).toEqual([]);
    const numbers = (sources: readonly Explained[]) =>
      sources.map(({ text, score, explain }) => [text, score, explain]);
    expect(numbers(await recall(two, "door lamp", 10))).toEqual(numbers(await recall(one, "door lamp", 10)));
  });

  test("a brain takes its words along at once, and a new start knows nothing of the old", async () => {
    const { admin } = await hybrid(t);
    const client = admin.at({ user: "ann" });
    const id = await populate(client);
    expect(ids(await recall(client, CODE))).toEqual([id]);
    expect((await client.delete("/memory")).body).toMatchObject({ packets: 4 });
    expect(await recall(client, CODE)).toEqual([]);
    const again = await populate(client);
    expect(ids(await recall(client, CODE))).toEqual([again]);
  });

  test("a core takes its words along, and one of the same name begins empty", async () => {
    const { admin } = await hybrid(t);
    await admin.post("/cores", { slug: "work", name: "Work" });
    const client = admin.at({ core: "work", user: "ann" });
    const id = await populate(client);
    expect(ids(await recall(client, CODE))).toEqual([id]);
    const { brains } = t.service.words.stats();
    expect((await admin.delete("/cores/work")).status).toBe(200);
    expect(t.service.words.stats().brains).toBe(brains - 1);
    await admin.post("/cores", { slug: "work", name: "Work" });
    expect(await recall(client, CODE)).toEqual([]);
  });

  test("stays away from every answer that begins after it, however many are under way", async () => {
    const { admin } = await hybrid(t);
    const client = admin.at({ user: "ann" });
    for (let round = 0; round < 12; round += 1) {
      const id = await populate(client);
      const waiting = Array.from({ length: 6 }, () => recall(client, CODE));
      const erased = round % 2 === 0 ? client.delete(`/memory/${id}`) : client.delete("/memory");
      const [, after] = await Promise.all([
        Promise.all(waiting),
        erased.then(() => Promise.all([recall(client, CODE), recall(client, CODE, 1_000)])),
      ]);
      expect(after).toEqual([[], []]);
    }
  });
});

describe("the words of one brain", () => {
  test("are found in no other user, core or account, and change no number there", async () => {
    const [one, two] = [await hybrid(t), await hybrid(t)];
    await one.admin.post("/cores", { slug: "work", name: "Work" });
    const own = one.admin.at({ user: "ann" });
    for (const text of ["garden gate KEY-31 rust", "garden bench", "gate lamp"]) await say(own, text, text);
    const before = await recall(own, "garden gate", 100);
    const others = [
      one.admin.at({ user: "bob" }),
      one.admin.at({ user: "ann", core: "work" }),
      one.admin,
      two.admin.at({ user: "ann" }),
    ];
    for (const other of others) {
      expect(await recall(other, "garden gate KEY-31", 1_000)).toEqual([]);
      for (let at = 0; at < 4; at += 1) await say(other, `garden gate ${at}`, "gate gate gate");
      expect(await recall(other, "KEY-31", 1_000)).toEqual([]);
    }
    expect(await recall(own, "garden gate", 100)).toEqual(before);
  });
});
