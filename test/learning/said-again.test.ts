// A rule that its user says again is there afterwards: in the same words, as often as people do, and in other words.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import type { LessonPage } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { realModel, startTestService } from "../support/test-service.ts";

setDefaultTimeout(120_000);
const intents = embeddedModel().intents;
const t = await startTestService({ embedder: realModel(), learnsOnce: true, ...(intents === null ? {} : { intents }) });
afterAll(() => t.close());

const textsOf = async (client: Client) =>
  (await client.get<LessonPage>("/lessons?limit=1000")).body.lessons.map(({ response_text }) => response_text);

async function say(client: Client, ...inputs: string[]): Promise<string[]> {
  for (const input of inputs) await client.remember(input);
  expect((await client.post("/sync", {})).status).toBe(200);
  return textsOf(client);
}

test.each([
  ["I can't stand Assam gold, and I drink my tea without sugar."],
  ["Please always write the word rooibos in lower case."],
  ["Always answer in metric units."],
  ["When I ask for code, use TypeScript."],
  ["Please don't start with 'Great question'."],
])("%s", async (order) => {
  for (const times of [1, 2, 3]) {
    const { agent } = await t.account();
    const learned = await say(agent, order);
    expect(learned).toHaveLength(1);
    expect(await say(agent, ...Array.from({ length: times }, () => order))).toEqual(learned);
  }
});

test("in other words it is there as it was, or as it is said now", async () => {
  const { agent } = await t.account();
  expect(await say(agent, "Never use exclamation marks with me.")).toHaveLength(1);
  const rules = await say(agent, "No exclamation marks please!", "I said no exclamation marks.");
  expect(rules).toHaveLength(1);
  expect(rules[0]).toMatch(/exclamation marks/);
});
