// Hybrid retrieval with the model that the executable carries: codes, changed facts, times, and a short yes.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { DAY_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { idsOf } from "../support/expectations.ts";
import { hybrid, ids, recall, say } from "../support/hybrid.ts";
import { realModel, startTestService } from "../support/test-service.ts";

// The model loads within a second or two; only a hang reaches this.
setDefaultTimeout(60_000);

const model = realModel();
const real = await startTestService({ embedder: model });
afterAll(async () => {
  await real.close();
  await model.close();
});

const DAY = [
  "The day began with rain, so we stayed in the office and ate the cake that Runa had baked for the birthday of the",
  "caretaker. Later the sun came out and we carried the chairs into the yard. Somebody brought a guitar. The printer on",
  "the second floor showed ERR-1042 again, but nobody went upstairs. We sang until the neighbours joined in, and in the",
  "evening we washed the dishes together with Hallvard, counted the spoons, and walked home along the canal under a",
  "pale moon.",
].join(" ");

test("a question finds a packet by the code in it, though its cosine is below the floor", async () => {
  const { admin } = await hybrid(real);
  const id = await say(admin, DAY, "What a good day!");
  await say(admin, "Please keep my lunch break free on Thursdays.");
  await say(admin, "My bicycle has a flat tyre again.");
  const question = "What does ERR-1042 stand for?";
  const [first] = await recall(admin, question);
  expect(first?.id).toBe(id);
  expect(first?.explain.entered_by).toBe("words");
  expect(first?.explain.cosine).toBeLessThan(model.model.similarityFloor);
  await admin.patch("/admin/settings", { retrieval_mode: "cosine" });
  expect(idsOf(await admin.prepare(question))).not.toContain(id);
});

test("of two nearly equal statements the newer goes first", async () => {
  const { admin } = await hybrid(real);
  const older = await say(admin, "What is the rent of my flat in Harbour Street? It is 900 euros a month.");
  await say(admin, "My bicycle has a flat tyre again.");
  const newer = await say(admin, "From now on the rent of my flat in Harbour Street is 1,150 euros a month, sadly.");
  const [first, second] = await recall(admin, "What is the rent of my flat in Harbour Street?");
  expect([first?.id, second?.id]).toEqual([newer, older]);
  // Without the lift the older one, which repeats the question, would be first.
  expect(first?.explain.newest).toBeGreaterThan(0);
  expect(first?.explain.ranks).toMatchObject({ confidence: 2, newest: 1 });
  expect(first?.score).toBe(second!.score);
});

test("an unconfirmed overwrite does not go before what it would overwrite, until it is confirmed", async () => {
  const { admin } = await hybrid(real);
  const older = await say(admin, "My name is Tomek.", "Nice to meet you, Tomek.");
  const newer = await say(admin, "My name is Jonas.", "Nice to meet you, Jonas.");
  expect((await admin.get<{ confidence: number }>(`/memory/${newer}`)).body.confidence).toBe(0.15);
  const [first, second] = await recall(admin, "What is my name?");
  expect([first?.id, second?.id]).toEqual([older, newer]);
  expect(second?.explain).toMatchObject({ confidence: 0.15, newest: 0 });
  const third = await say(admin, "My name is Jonas.", "Nice to meet you, Jonas.");
  expect(ids(await recall(admin, "What is my name?")).slice(0, 3)).toEqual([third, newer, older]);
});

test("a time in the question prefers what lies in it", async () => {
  const { admin } = await hybrid(real);
  const said = new Map<string, string>();
  const sown = { "03": "tomatoes", "05": "beans", "07": "leeks", "09": "garlic" };
  for (const [month, crop] of Object.entries(sown)) {
    const more = { occurred_at: `2025-${month}-12T18:00:00Z` };
    said.set(month, await say(admin, `The ${crop} were planted in the garden today.`, "How lovely!", more));
  }
  const best = async (question: string) => (await recall(admin, question))[0];
  const without = await best("What was planted in the garden?");
  for (const [month, name] of [
    ["03", "March"],
    ["05", "May"],
    ["07", "July"],
    ["09", "September"],
  ] as const) {
    const first = await best(`What was planted in the garden in ${name}?`);
    expect(first?.id, name).toBe(said.get(month)!);
    expect(first?.explain.time).toBeGreaterThan(0);
  }
  expect(without?.explain.time).toBe(0);
  const asked = { occurred_at: "2025-07-16T09:00:00Z", explain: true };
  const { sources } = await admin.prepare("What was planted in the garden last week?", asked);
  expect(sources[0]?.id).toBe(said.get("07")!);
});

test("a short yes is found through the turns beside it, and not through those of another talk", async () => {
  const question = "When does the ferry to Ithaca leave?";
  const asked = "Shall we take the ferry to Ithaca on Friday?";
  const talks: [string, (client: Client) => Promise<string>, boolean][] = [
    ["the same session", async (client) => yes(client, "talk", 0), true],
    ["the same session a week later", async (client) => yes(client, "talk", 7 * DAY_MS), true],
    ["another session", async (client) => yes(client, "another", 0), false],
  ];
  async function yes(client: Client, session: string, later: number): Promise<string> {
    const at = Date.parse("2025-06-02T10:00:00Z");
    await say(client, asked, "The ferry to Ithaca leaves on Friday at 7.", {
      session: "talk",
      occurred_at: new Date(at).toISOString(),
    });
    return say(client, "Yes!", "Done.", { session, occurred_at: new Date(at + later).toISOString() });
  }
  for (const [name, talk, gains] of talks) {
    const { admin } = await hybrid(real);
    await say(admin, "Please keep my lunch break free on Thursdays.");
    const id = await talk(admin);
    const found = (await recall(admin, question)).find((source) => source.id === id);
    expect((found?.explain.neighbours ?? 0) > 0.1, name).toBe(gains);
  }
});
