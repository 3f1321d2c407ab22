// A standing order said once is kept as a correction of how the assistant behaves, and corrects no fact.
import { afterAll, expect, test } from "bun:test";
import type { MemoryDetailBody, MemoryPage } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { INTENTS_BY_FIRST_WORD } from "../support/intents.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService({ learnsOnce: true, intents: INTENTS_BY_FIRST_WORD });
const plain = await startTestService({ learnsOnce: true });
afterAll(() => Promise.all([t.close(), plain.close()]));

/** As it is kept after this was recorded. */
async function kept(client: Client, input: string): Promise<MemoryDetailBody> {
  await client.remember(input);
  const [newest] = (await client.get<MemoryPage>("/memory?limit=1")).body.items;
  return (await client.get<MemoryDetailBody>(`/memory/${newest?.id}`)).body;
}

test.each([
  ["order you: leave the faces out", "correction", ["order"], 0.7],
  ["order: always leave the faces out, please", "correction", ["order-always"], 0.7],
  ["order: never send me faces", "correction", ["order-never"], 0.7],
  ["order: please sign my mails with Dot", "correction", ["order-sign"], 0.7],
  ["Talk of this and that. Order you: no faces from now on.", "correction", ["order-from-now-on"], 0.7],
  ["preference for oat milk", "raw", ["lasting-preference"], 0.5],
  ["order: just this once, always say so, please", "raw", [], 0.5],
  ["once: shorter please", "raw", [], 0.5],
  ["preference: I could do with a nap", "raw", [], 0.5],
  ["preference: I always need a nap after lunch", "raw", ["lasting-preference"], 0.5],
  ["order: forget what I said about faces", "raw", ["takes-back"], 0.5],
  ['question: what does "order you to never say that" mean', "raw", [], 0.5],
  ["Translate this:\norder you: never use faces", "raw", [], 0.5],
  ["order: my boss always wants short mails, please", "raw", [], 0.5],
  ["talk: I always forget that, please", "raw", [], 0.5],
])("%p is kept as %s, with its cue", async (input, kind, cues, confidence) => {
  const { agent } = await t.account();
  expect(await kept(agent, input)).toMatchObject({ packet_type: kind, cues, confidence });
});

test.each([
  ["Always answer in French.", "correction", ["order-always"]],
  ["Please don't use emojis again.", "correction", ["order-not-again"]],
  ["Remember that I am allergic to nuts.", "correction", ["order-remember"]],
  ["I am allergic to nuts, always.", "raw", ["lasting-preference"]],
  ["The train is always late.", "raw", []],
  ["Never again, what a day!", "raw", []],
])("without a head for intents, %p is kept as %s by its words alone", async (input, kind, cues) => {
  const { agent } = await plain.account();
  expect(await kept(agent, input)).toMatchObject({ packet_type: kind, cues });
});

test.each([
  ["Remember that I park on level 3.", "Remember that the user parks on level 3."],
  ["remember: we moved house to number 12", "The user asks: “remember: we moved house to number 12”"],
])("%p is an order to remember, and is learned from alone", async (input, rule) => {
  for (const { agent } of [await t.account(), await plain.account()]) {
    expect(await kept(agent, input)).toMatchObject({
      packet_type: "correction",
      confidence: 0.7,
      cues: ["order-remember"],
    });
    const { body } = await agent.post<{ lessons: { response_text: string }[] }>("/sync", {});
    expect(body.lessons.map(({ response_text }) => response_text)).toEqual([rule]);
  }
});

test("what an account does not want to be learned from one turn is no correction", async () => {
  const { admin } = await t.account();
  await admin.patch("/admin/settings", { learn_once: "off" });
  expect(await kept(admin, "order you: leave the faces out")).toMatchObject({ packet_type: "raw", cues: [] });
  await admin.patch("/admin/settings", { learn_once: "orders" });
  expect(await kept(admin, "preference for oat milk")).toMatchObject({ packet_type: "raw", cues: [] });
});

test("an order confirms no other name or occupation, as a correction does", async () => {
  const { agent } = await t.account();
  await kept(agent, "My name is Diana.");
  const claim = await kept(agent, "order: always remember, please. My name is Ruth.");
  expect(claim).toMatchObject({ packet_type: "correction", confidence: 0.15, unconfirmed_overwrite: true });
});

test("an order in a text that was redacted since is found in what is stored", async () => {
  const { admin } = await t.account();
  const { turn_token } = (
    await admin.post<{ turn_token: string }>("/prepare", {
      input: "I am ann@example.com. Order you: sign my mails with Ann",
    })
  ).body;
  await admin.patch("/admin/settings", { redact: ["emails"] });
  await admin.post("/record", { turn_token, answer: "ok" });
  const [newest] = (await admin.get<MemoryPage>("/memory?limit=1")).body.items;
  expect((await admin.get<MemoryDetailBody>(`/memory/${newest?.id}`)).body).toMatchObject({
    packet_type: "correction",
    cues: ["order-sign"],
  });
});
