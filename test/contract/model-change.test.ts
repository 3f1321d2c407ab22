// Data that another model made: served at once, found by its words meanwhile, and in the end as if this model had made it.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { SourceItem } from "../support/bodies.ts";
import { DAY_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { recall, say } from "../support/hybrid.ts";
import { learnRule, lessonsOf, openPlanOf, planOf, recordRules, rulesOf, sayTwice, sync } from "../support/learning.ts";
import { adminOf, allRenewed, ChangingModels, NamedModel } from "../support/model-change.ts";

let data: ChangingModels;
let first: NamedModel;
let second: NamedModel;
beforeEach(() => {
  data = new ChangingModels();
  first = new NamedModel("first");
  second = new NamedModel("second");
});
afterEach(async () => {
  second.release();
  first.release();
  await data.close();
  rmSync(data.dataDir, { recursive: true, force: true });
});

const TURNS = [
  ["I keep my passport in the blue drawer", "Noted."],
  ["My sister Ines lives in Porto", "How nice!"],
  ["The boiler code is 4711", "I'll remember it."],
  ["Lunch is at noon on Fridays", "Sure."],
] as const;

async function sayAll(client: Client): Promise<string[]> {
  const ids: string[] = [];
  for (const [input, answer] of TURNS) ids.push(await say(client, input, answer));
  await settle(client);
  return ids;
}

/** A question is answered once every turn before it has its embedding. */
async function settle(client: Client): Promise<void> {
  await recall(client, "anything");
}

const QUESTION = "Where does my sister Ines live?";

describe.each(["cosine", "hybrid"])("in %s mode, before anything is embedded anew,", (mode) => {
  async function reopen() {
    const before = await data.start(first);
    const account = await before.account();
    await account.admin.patch("/admin/settings", { retrieval_mode: mode });
    const ids = await sayAll(account.admin);
    second.hold((text) => TURNS.some(([input, answer]) => text === input || text === answer));
    const after = await data.start(second);
    return { ids, after, client: adminOf(after, account) };
  }

  test("a memory is found by its words, and by them alone", async () => {
    const { ids, after, client } = await reopen();
    const sources = await recall(client, QUESTION);
    expect(sources.map(({ id }) => id)).toEqual([ids[1]!]);
    expect(sources[0]?.explain).toMatchObject({ cosine: 0, entered_by: "words" });
    const { sources: brought } = await client.prepare(QUESTION);
    expect(brought.map(({ id }) => id)).toEqual([ids[1]!]);
    expect(after.service.reembedding.progress()).toEqual({ total: 4, done: 0 });
  });

  test("the other model's vectors are compared with nothing", async () => {
    const { after, client } = await reopen();
    // The first words that this model meets lie where the other's first ones did: in the first turn.
    const probe = "aaa bbb ccc ddd eee fff ggg hhh";
    expect(await recall(client, probe)).toEqual([]);
    const brain = await after.service.brains.find({ account: "account-1", core: "default", user: null });
    const { vector } = await second.embed({ text: probe, role: "query", lane: "interactive" });
    const rank = { query: vector, limit: 9, floor: 0 };
    expect(await after.service.vectors.rank("packets", brain?.id ?? 0, rank)).toEqual([]);
    expect((await after.service.vectors.compareAll("packets", brain?.id ?? 0, vector)).count).toBe(0);
  });

  test("as of an earlier moment a memory of then is found by its words, and a turn of now is not there", async () => {
    const { ids, after, client } = await reopen();
    const as_of = after.clock.iso();
    after.clock.advance(DAY_MS);
    await say(client, QUESTION, "In Porto.");
    for (const explain of [false, true]) {
      const { body } = await client.post<{ sources: SourceItem[] }>("/recall", { query: QUESTION, as_of, explain });
      expect(body.sources.map(({ id }) => id)).toEqual([ids[1]!]);
    }
    expect(await recall(client, QUESTION)).toHaveLength(2);
  });

  test("a turn recorded now is found by its embedding by the very next question", async () => {
    const { ids, client } = await reopen();
    const id = await say(client, "My cousin Tomas grows oranges", "Lovely.");
    const [found] = await recall(client, "cousin oranges Tomas grows");
    expect(found?.id).toBe(id);
    expect(found?.explain.cosine).toBeGreaterThan(0.5);
    // And the older ones by their words still, beside it.
    expect((await recall(client, QUESTION)).map((each) => each.id)).toContain(ids[1]!);
  });
});

test("in the end every answer is that of data which this model made from the beginning", async () => {
  const before = await data.start(first);
  const account = await before.account();
  const taught = await account.admin.teach("Always answer in metric units");
  await sayAll(account.admin);
  await say(account.admin, "Call me Dana", "Hello Dana.");
  const after = await data.start(second);
  await allRenewed(after);
  const fresh = new ChangingModels();
  try {
    const other = new NamedModel("second");
    const made = await fresh.start(other);
    const twin = await made.account();
    await twin.admin.teach("Always answer in metric units");
    await sayAll(twin.admin);
    await say(twin.admin, "Call me Dana", "Hello Dana.");
    for (const mode of ["cosine", "hybrid"]) {
      for (const [client, question] of [
        [adminOf(after, account), "boiler code"],
        [adminOf(after, account), QUESTION],
        [adminOf(after, account), "passport drawer lunch Fridays"],
      ] as const) {
        await client.patch("/admin/settings", { retrieval_mode: mode });
        await twin.admin.patch("/admin/settings", { retrieval_mode: mode });
        const asText = (sources: Awaited<ReturnType<typeof recall>>) =>
          sources.map(({ text, score, explain }) => ({ text, score: score.toFixed(5), by: explain.entered_by }));
        const expected = asText(await recall(twin.admin, question));
        expect(expected.length).toBeGreaterThan(0);
        expect(asText(await recall(client, question))).toEqual(expected);
      }
    }
    const brief = await adminOf(after, account).prepare("metric units answer");
    expect(brief.messages[0]?.content).toContain("Always answer in metric units");
    expect((await lessonsOf(adminOf(after, account)))[0]).toMatchObject({ id: taught.id, use_count: 1 });
  } finally {
    await fresh.close();
    rmSync(fresh.dataDir, { recursive: true, force: true });
  }
  for (const table of ["packet_embeddings", "input_embeddings", "lesson_embeddings"] as const) {
    expect(new Set(data.modelsOf(table)), table).toEqual(new Set([2]));
  }
});

test("the input is embedded in the role of a question where the prefixes differ, and the packet as what is stored", async () => {
  const before = await data.start(first);
  const account = await before.account();
  await say(account.admin, "green tea", "noted");
  await settle(account.admin);
  const prefixed = new NamedModel("prefixed", { queryPrefix: "query: ", passagePrefix: "passage: " });
  await allRenewed(await data.start(prefixed));
  expect(
    prefixed.asked
      .filter(({ lane }) => lane === "background")
      .map(({ text, role }) => `${role} ${text}`)
      .sort(),
  ).toEqual(["passage green tea", "passage noted", "query green tea"]);
});

test("a turn that was prepared before is recorded after, embedded by this model, and learned from", async () => {
  const before = await data.start(first);
  const account = await before.account();
  const turns = [await account.admin.prepare("green tea please"), await account.admin.prepare("green tea please now")];
  const after = await data.start(second);
  const client = adminOf(after, account);
  for (const turn of turns) expect((await client.record(turn.turn_token, "noted")).status).toBe(200);
  expect((await planOf(client)).clusters).toHaveLength(1);
  expect(data.modelsOf("input_embeddings")).toEqual([2, 2]);
  expect(data.modelsOf("packet_embeddings")).toEqual([2, 2]);
  const [found] = await recall(client, "green tea please");
  expect(found?.explain.cosine).toBeGreaterThan(0.8);
});

test("what the service had not embedded when it was stopped is embedded by the model that comes after", async () => {
  first.hold();
  const before = await data.start(first);
  const account = await before.account();
  const { turn_token } = await account.admin.prepare("green tea please");
  await account.admin.record(turn_token, "green tea please");
  const after = await data.start(second);
  const [found] = await recall(adminOf(after, account), "green tea please");
  expect(found?.explain.cosine).toBeCloseTo(1, 5);
  expect([data.modelsOf("packet_embeddings"), data.modelsOf("input_embeddings")]).toEqual([[2], [2]]);
});

describe("learning", () => {
  test("waits for a brain that is embedded anew, and then misses nothing", async () => {
    const before = await data.start(first);
    const account = await before.account();
    await sayTwice(account.admin, "green tea please");
    await settle(account.admin);
    second.hold();
    const after = await data.start(second);
    const client = adminOf(after, account);
    expect(await sync(client)).toMatchObject({ ok: true, learned: 0 });
    expect(await planOf(client)).toMatchObject({ synthesis_token: null, packets_scanned: 0 });
    second.release();
    await allRenewed(after);
    expect((await planOf(client)).clusters).toHaveLength(1);
  });

  test("a plan of before is recorded after, and a rule that is there already is not made twice", async () => {
    const before = await data.start(first);
    const account = await before.account();
    const rule = "Offer green tea to the user";
    await account.admin.teach(rule);
    await sayTwice(account.admin, "green tea please");
    await settle(account.admin);
    const plan = await openPlanOf(account.admin);
    second.hold((text) => text === rule);
    const after = await data.start(second);
    const client = adminOf(after, account);
    const lessons = [{ cluster_id: plan.clusters[0]?.id ?? "", text: rule.toUpperCase() }];
    const { body } = await recordRules(client, plan.synthesis_token, lessons);
    expect(body).toMatchObject({ status: "ok", lessons_created: 0, skipped: 1 });
    expect(await rulesOf(client)).toEqual([rule]);
  });

  test("a rule that was deleted for good stays out in its wording, and from then on in its meaning", async () => {
    const before = await data.start(first);
    const account = await before.account();
    const lesson = await account.admin.teach("Offer r1 r2 r3 r4 r5 r6 r7 r8 r9 to the user");
    await account.admin.delete(`/lessons/${lesson.id}`);
    const after = await data.start(second);
    await allRenewed(after);
    const client = adminOf(after, account);
    const again = async (rule: string) => {
      await sayTwice(client, "green tea please");
      return (await learnRule(client, rule)).lessons_created;
    };
    expect(await again("offer r1 r2 r3 r4 r5 r6 r7 r8 r9 to the user!")).toBe(0);
    expect(await again("Offer r1 r2 r3 r4 r5 r6 r7 r8 r9 to the user x1")).toBe(0);
    expect(await again("Something else altogether")).toBe(1);
    expect(await after.bytesOnDisk()).not.toContain("r1 r2 r3 r4");
  });
});

test("a verdict compares with the turn's own sources, embedded for it where need be", async () => {
  const before = await data.start(first);
  const account = await before.account();
  await say(account.admin, "The rent of my flat is 900 euros a month", "The rent of your flat is 900 euros a month");
  await settle(account.admin);
  second.hold();
  const after = await data.start(second);
  const client = adminOf(after, account);
  const { turn_token, sources } = await client.prepare("What is the rent of my flat?");
  expect(sources).toHaveLength(1);
  const answer = "The rent of your flat is 950 euros a month";
  const { body } = await client.post<{ ok: boolean; contradiction: boolean; coherence: number }>("/verify", {
    turn_token,
    answer,
  });
  expect(body).toMatchObject({ ok: false, contradiction: true });
  expect(body.coherence).toBeGreaterThan(0.5);
});

test("a brain that somebody uses is embedded before those that nobody uses", async () => {
  const before = await data.start(first);
  const account = await before.account();
  for (const user of ["ann", "bob", "cem"]) {
    for (let at = 0; at < 20; at++) await say(account.admin.at({ user }), `${user} says ${at}`);
    await settle(account.admin.at({ user }));
  }
  second.hold();
  const after = await data.start(second);
  const order = () => [
    ...new Set(second.asked.filter(({ lane }) => lane === "background").map(({ text }) => text.split(" ")[0])),
  ];
  // The one that was used last began; then somebody uses the first.
  while (order().length === 0) await Bun.sleep(1);
  await adminOf(after, account).at({ user: "ann" }).post("/recall", { query: "anything" });
  second.release();
  await allRenewed(after);
  expect(order().filter((name) => name !== "Noted.")).toEqual(["cem", "ann", "bob"]);
});

test("going back takes up what is still there, and embeds the rest again", async () => {
  const before = await data.start(first);
  const account = await before.account();
  for (let at = 0; at < 40; at++) await say(account.admin, `turn number ${at}`);
  await settle(account.admin);
  second.hold((text) => text === "turn number 20");
  const middle = await data.start(second);
  while (middle.service.reembedding.progress()?.done !== 16) await Bun.sleep(1);
  const again = new NamedModel("first");
  const after = await data.start(again);
  await allRenewed(after);
  const anew = new Set(again.asked.map(({ text }) => text).filter((text) => text.startsWith("turn")));
  expect(anew.size).toBe(16);
  expect(new Set(data.modelsOf("packet_embeddings"))).toEqual(new Set([1]));
  expect((await recall(adminOf(after, account), "turn number 3", 40)).length).toBe(40);
});

test("a text that cannot be embedded is found by its words, stops no other, and is tried again at the next start", async () => {
  const before = await data.start(first);
  const account = await before.account();
  const ids = await sayAll(account.admin);
  second.fault = (text) => (text === TURNS[1][0] ? new Error("two workers died") : null);
  const middle = await data.start(second);
  while (middle.service.reembedding.progress()?.done !== 3) await Bun.sleep(1);
  const client = adminOf(middle, account);
  expect((await recall(client, QUESTION)).map(({ id }) => id)).toEqual([ids[1]!]);
  expect((await recall(client, "boiler code"))[0]?.explain.entered_by).toBe("similarity");
  // Learning does not wait for what will not come.
  await sayTwice(client, "green tea please");
  expect((await planOf(client)).clusters).toHaveLength(1);
  const { total, done } = middle.service.reembedding.progress() ?? { total: 0, done: 0 };
  expect(total - done).toBe(1);
  const healed = await data.start(new NamedModel("second"));
  await allRenewed(healed);
});

test("a memory erased while it is embedded anew does not come back", async () => {
  const before = await data.start(first);
  const account = await before.account();
  const ids = await sayAll(account.admin);
  second.hold();
  const after = await data.start(second);
  const client = adminOf(after, account);
  while (second.asked.length === 0) await Bun.sleep(1);
  await client.delete(`/memory/${ids[1]}`);
  second.release();
  await allRenewed(after);
  expect(await recall(client, QUESTION)).toEqual([]);
  expect(data.modelsOf("packet_embeddings")).toHaveLength(3);
});

describe("a memory changed while it is embedded anew", () => {
  async function changed(change: Record<string, string>) {
    const before = await data.start(first);
    const account = await before.account();
    const ids = await sayTwice(account.admin, "green tea please");
    await settle(account.admin);
    second.hold();
    const after = await data.start(second);
    const client = adminOf(after, account);
    // The former text is being embedded.
    while (second.asked.length === 0) await Bun.sleep(1);
    const answer = await client.patch(`/memory/${ids[0]}`, change);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    second.release();
    await allRenewed(after);
    expect([data.modelsOf("packet_embeddings"), data.modelsOf("input_embeddings")]).toEqual([
      [2, 2],
      [2, 2],
    ]);
    return { client, id: ids[0] };
  }

  test("is found by what it says now alone", async () => {
    const { client, id } = await changed({ input: "bread and butter" });
    expect((await recall(client, "bread and butter")).map((source) => source.id)).toEqual([id!]);
    expect((await recall(client, "green tea please")).map((source) => source.id)).not.toContain(id!);
  });

  test("is learned from where its input stays", async () => {
    const { client } = await changed({ answer: "of course" });
    expect((await planOf(client)).clusters).toHaveLength(1);
  });
});
