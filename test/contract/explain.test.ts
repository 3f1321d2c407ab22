// What a source says of how it came to its place, and to whom.
import { afterAll, describe, expect, test } from "bun:test";
import type { MemoryPage, SourceItem, TurnBody } from "../support/bodies.ts";
import { HOUR_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const PARTS = ["cosine", "lexical", "time", "recency", "session", "neighbours", "newest"] as const;
const STEPS = ["cosine", "words", "time", "recency", "session", "neighbours", "confidence", "newest"] as const;

type Explain = Readonly<Record<(typeof PARTS)[number] | "confidence", number>> & {
  readonly entered_by: string;
  readonly ranks: Readonly<Record<(typeof STEPS)[number], number>>;
};

interface Explained extends SourceItem {
  readonly explain: Explain;
}

/** All but what lifts it above an older statement of the same. */
const sumOf = (e: Explain) => e.cosine + e.lexical + e.time + e.recency + e.session + e.neighbours;

const MODES = ["cosine", "hybrid"] as const;
const QUESTION = "What did we plant in the garden in May?";

/** A brain of which every memory is similar enough to the question to be among its sources. */
async function populate(admin: Client, mode: string): Promise<void> {
  await admin.patch("/admin/settings", { retrieval_mode: mode, sources_max: 100 });
  const texts = [
    "What did we plant in the garden? Tomatoes",
    "what did we in the house in may",
    "What did we plant in the garden in May? Beans",
    "we did plant garden",
    "What did we plant in the garden? Leeks",
    "what we did in the yard",
  ];
  for (let at = 0; at < 18; at += 1) {
    t.clock.advance(HOUR_MS / 4);
    const input = texts[at % texts.length] ?? "";
    const occurred_at = at % 5 === 0 ? `2025-05-${10 + at}T12:00:00Z` : t.clock.iso();
    const session = at % 4 === 0 ? {} : { session: `talk-${at % 2}` };
    const { turn_token } = await admin.prepare(input, { occurred_at, ...session });
    const more = at % 7 === 3 ? { correction: true } : {};
    expect((await admin.record(turn_token, at % 3 === 0 ? "noted" : input, more)).status).toBe(200);
  }
}

async function recallAll(admin: Client, query = QUESTION): Promise<readonly Explained[]> {
  const { status, body } = await admin.post<{ sources: Explained[] }>("/recall", {
    query,
    limit: 1_000,
    explain: true,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.sources;
}

/** Everything that a source says beside its explanation. */
function plain(sources: readonly SourceItem[]): SourceItem[] {
  return sources.map(({ id, text, score }) => ({ id, text, score }));
}

describe.each(MODES)("in %s mode", (mode) => {
  test("a source says all parts, and they make up its score", async () => {
    const { admin } = await t.account();
    await populate(admin, mode);
    const sources = await recallAll(admin);
    expect(sources).toHaveLength(18);
    for (const source of sources) {
      const { explain } = source;
      expect(Object.keys(source).sort()).toEqual(["explain", "id", "score", "text"]);
      expect(Object.keys(explain).sort()).toEqual([...PARTS, "confidence", "entered_by", "ranks"].sort());
      expect(Object.keys(explain.ranks).sort()).toEqual([...STEPS].sort());
      for (const part of PARTS) expect(explain[part]).toBeGreaterThanOrEqual(0);
      const sum = PARTS.reduce((all, part) => all + explain[part], 0);
      // The cosine's score is a float32, as the kernels make it.
      expect(Math.abs(sum * explain.confidence - source.score)).toBeLessThan(mode === "hybrid" ? 1e-9 : 1e-7);
      expect([0.5, 0.7]).toContain(explain.confidence);
      expect(["similarity", "words", "time", "nearest"]).toContain(explain.entered_by);
      if (explain.entered_by === "similarity") expect(explain.cosine).toBeGreaterThanOrEqual(0.25);
      else expect(explain.cosine).toBeLessThan(0.25);
    }
  });

  test("its ranks are the places that sorting all turns by the parts gives", async () => {
    const { admin } = await t.account();
    await populate(admin, mode);
    const sources = await recallAll(admin);
    const { items } = (await admin.get<MemoryPage>("/memory?limit=1000")).body;
    const ageOf = new Map(items.map(({ id }, at) => [id, at]));
    expect(items).toHaveLength(sources.length);
    const sums: Record<(typeof STEPS)[number], (explain: Explain) => number> = {
      cosine: (e) => e.cosine,
      words: (e) => e.cosine + e.lexical,
      time: (e) => e.cosine + e.lexical + e.time,
      recency: (e) => e.cosine + e.lexical + e.time + e.recency,
      session: (e) => sumOf(e) - e.neighbours,
      neighbours: sumOf,
      confidence: (e) => sumOf(e) * e.confidence,
      newest: (e) => (sumOf(e) + e.newest) * e.confidence,
    };
    for (const step of STEPS) {
      // Sums are made anew here, so what differs by a rounding alone is equal.
      const key = ({ explain }: Explained) => Math.round(sums[step](explain) * (mode === "hybrid" ? 1e12 : 1e6));
      const order = [...sources].sort((a, b) => key(b) - key(a) || ageOf.get(a.id)! - ageOf.get(b.id)!);
      expect(
        order.map(({ explain }) => explain.ranks[step]),
        step,
      ).toEqual(order.map((_, at) => at + 1));
    }
    expect(sources.map(({ explain }) => explain.ranks.newest)).toEqual(sources.map((_, at) => at + 1));
  });

  test("changes nothing else: sources and scores are those of a request without it", async () => {
    const { admin, agent } = await t.account();
    await populate(admin, mode);
    const told = await recallAll(admin);
    for (const asked of [{}, { explain: false }, { explain: null }]) {
      for (const client of [admin, agent]) {
        const { body } = await client.post<{ sources: SourceItem[] }>("/recall", {
          query: QUESTION,
          limit: 1_000,
          ...asked,
        });
        expect(body.sources).toEqual(plain(told));
        const { sources } = await client.prepare(QUESTION, { ...asked });
        expect(sources).toEqual(plain(sources));
        expect(sources.length).toBeGreaterThan(0);
      }
    }
    const [explained, without] = [
      (await admin.prepare(QUESTION, { explain: true })) as Omit<TurnBody, "sources"> & {
        sources: readonly Explained[];
      },
      await admin.prepare(QUESTION),
    ];
    expect(plain(explained.sources)).toEqual([...without.sources]);
    expect([explained.messages, explained.coherence]).toEqual([without.messages, without.coherence]);
    expect(explained.sources.map(({ explain }) => explain)).toEqual(
      told.slice(0, explained.sources.length).map(({ explain }) => explain),
    );
    expect(JSON.stringify(explained.messages)).not.toContain("entered_by");
  });

  test("is empty where nothing was found, or the brain is empty", async () => {
    const { admin } = await t.account();
    await admin.patch("/admin/settings", { retrieval_mode: mode });
    expect(await recallAll(admin)).toEqual([]);
    await admin.remember("unlike all of it");
    expect(await recallAll(admin, "zyxgloob")).toEqual([]);
    expect((await admin.prepare("zyxgloob", { explain: true })).sources).toEqual([]);
  });
});

test("in cosine mode the parts but the cosine are 0, and the steps change no rank but by confidence", async () => {
  const { admin } = await t.account();
  await populate(admin, "cosine");
  for (const { explain } of await recallAll(admin)) {
    const { entered_by, lexical, time, neighbours, newest, ranks } = explain;
    expect({ entered_by, lexical, time, neighbours, newest }).toEqual({
      entered_by: "similarity",
      lexical: 0,
      time: 0,
      neighbours: 0,
      newest: 0,
    });
    expect([ranks.words, ranks.time, ranks.neighbours]).toEqual([ranks.cosine, ranks.cosine, ranks.cosine]);
    expect(ranks.newest).toBe(ranks.confidence);
  }
});

test("in hybrid mode every part but the session's is above 0 somewhere, and every step moves somebody", async () => {
  const { admin } = await t.account();
  await populate(admin, "hybrid");
  const sources = await recallAll(admin);
  for (const part of PARTS.filter((each) => each !== "session"))
    expect(Math.max(...sources.map(({ explain }) => explain[part])), part).toBeGreaterThan(0);
  for (const [at, step] of STEPS.entries()) {
    const before = STEPS[at - 1];
    if (before === undefined || step === "session") continue;
    expect(
      sources.some(({ explain }) => explain.ranks[step] !== explain.ranks[before]),
      step,
    ).toBe(true);
  }
});

test("ranks count all turns, those without evidence of their own too", async () => {
  const { admin } = await t.account();
  await admin.patch("/admin/settings", { retrieval_mode: "hybrid" });
  const words = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`).join(" ");
  const say = async (text: string, session: string) => {
    const { turn_token } = await admin.prepare(text, { session });
    await admin.record(turn_token, text);
  };
  await say(`CODE-9 ${words("far", 40)}`, "a");
  await say(`garden ${words("near", 8)}`, "b");
  await say("garden of others", "c");
  const sources = await recallAll(admin, "garden CODE-9 lamp");
  const coded = sources.find(({ text }) => text.startsWith("CODE-9"));
  expect(sources.find(({ text }) => text.startsWith("garden near0"))?.explain.entered_by).toBe("nearest");
  expect(coded?.explain.entered_by).toBe("words");
  expect(coded?.explain.ranks.cosine).toBe(3);
  expect(coded?.explain.ranks.confidence).toBeLessThan(3);
});

describe("who may ask for it", () => {
  test("is an admin key, bound or not; an agent key is refused, and nothing is prepared", async () => {
    const account = await t.account();
    await populate(account.admin, "hybrid");
    const before = [await account.admin.state(), t.countRows("turns"), t.countRows("brains")];
    const agents = [account.agent, await account.key({ user: "ann" }), account.agent.at({ user: "nobody" })];
    for (const agent of agents) {
      for (const [path, body] of [
        ["/prepare", { input: QUESTION, explain: true }],
        ["/recall", { query: QUESTION, explain: true }],
        ["/recall", { query: QUESTION, explain: true, limit: 5 }],
      ] as const) {
        const answer = await agent.post(path, body);
        expectError(answer, 403, "admin_required");
        expect(JSON.stringify(answer.body)).not.toContain("turn_token");
      }
    }
    expect([await account.admin.state(), t.countRows("turns"), t.countRows("brains")]).toEqual(before);
    const bound = await account.key({ scope: "admin", user: "ann" });
    expect((await bound.post("/recall", { query: QUESTION, explain: true })).status).toBe(200);
  });

  test.each([["yes"], [1], ["true"], [{}], [[]]])("is nobody with %p instead of true or false", async (explain) => {
    const { admin } = await t.account();
    expectError(await admin.post("/recall", { query: QUESTION, explain }), 400, "invalid_request", "explain");
    expectError(await admin.post("/prepare", { input: QUESTION, explain }), 400, "invalid_request", "explain");
  });
});

test("the interface's description has the parameter, and the explanation field by field", async () => {
  interface Schema {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
    readonly items?: Schema;
    readonly $ref?: string;
    readonly allOf?: readonly Schema[];
    readonly type?: string | readonly string[];
    readonly description?: string;
  }
  interface Document {
    readonly paths: Record<
      string,
      Record<
        string,
        {
          requestBody: { content: Record<string, { schema: Schema }> };
          responses: Record<string, { content: Record<string, { schema: Schema }> }>;
        }
      >
    >;
    readonly components: { readonly schemas: Record<string, Schema> };
  }
  const { body: document } = await t.stranger.get<Document>("/openapi.json");
  const resolve = (schema: Schema | undefined): Schema => {
    if (schema === undefined) throw new Error("the description has no such schema");
    const { $ref, allOf } = schema;
    if ($ref !== undefined) return resolve(document.components.schemas[$ref.split("/").at(-1) ?? ""]);
    return allOf?.length === 1 ? resolve(allOf[0]) : schema;
  };
  const [json] = ["application/json"];
  for (const path of ["/prepare", "/recall"]) {
    const operation = document.paths[path]?.post;
    const asked = resolve(operation?.requestBody.content[json]?.schema);
    expect([asked.properties?.explain?.type].flat()).toContain("boolean");
    expect(asked.properties?.explain?.description).toContain("dmin");
    expect(asked.required).not.toContain("explain");
    const answer = resolve(operation?.responses["200"]?.content[json]?.schema);
    const source = resolve(resolve(answer.properties?.sources).items);
    expect(source.required).not.toContain("explain");
    const explain = resolve(source.properties?.explain);
    expect(Object.keys(explain.properties ?? {}).sort()).toEqual(
      [...PARTS, "confidence", "entered_by", "ranks"].sort(),
    );
    const ranks = resolve(explain.properties?.ranks);
    expect(Object.keys(ranks.properties ?? {}).sort()).toEqual([...STEPS].sort());
    for (const each of [...Object.values(explain.properties ?? {}), ...Object.values(ranks.properties ?? {})]) {
      expect(resolve(each).description?.length).toBeGreaterThan(0);
    }
  }
});
