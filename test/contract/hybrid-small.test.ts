// Hybrid retrieval in a small brain as a client sees it: relations, needs, what leans on the last turn, and nothing.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Client } from "../support/client.ts";
import { type Explained, hybrid, ids, recall, say } from "../support/hybrid.ts";
import { realModel, startTestService } from "../support/test-service.ts";

// The model loads within a second or two; only a hang reaches this.
setDefaultTimeout(60_000);

const model = realModel();
const real = await startTestService({ embedder: model });
afterAll(async () => {
  await real.close();
  await model.close();
});

/** Twelve turns of no interest. */
const TALK = [
  "how do i descale a kettle",
  "whats the drive from leeds with a stop",
  "can you reword this note for the neighbours",
  "the bus to St Just is late every day now",
  "we sold the fiesta to a lad from Batley",
  "planning a week away in august in a cottage",
  "the hall has double booked us for the party",
  "what do i need to buy for the first day of school",
  "how long does a frittata keep in the fridge",
  "the surveyor comes on wednesday week",
  "the printer shows an error again",
  "a quick invite for the village fair please",
];

async function talk(client: Client): Promise<void> {
  for (const text of TALK) await say(client, text, "Done.");
}

test("a question about a relation finds what is told of its name", async () => {
  const { admin } = await hybrid(real);
  await talk(admin);
  const tied = await say(admin, "me and my husband Tom are tired", "Sleep well, both of you.");
  const told = await say(admin, "Tom got the job at the harbour", "Congratulations to him!");
  const found = await recall(admin, "What does my husband do?");
  expect(ids(found)).toContain(tied);
  expect(found.find(({ id }) => id === told)?.explain.lexical).toBeGreaterThan(0);
});

test("what the user needs is among the sources of a request for advice that names nothing of it", async () => {
  const { admin } = await hybrid(real);
  await talk(admin);
  const need = await say(admin, "i follow a strict gluten-free diet", "Noted.");
  expect(ids(await recall(admin, "Recommend a café for friday"))).toContain(need);
});

test("an input that leans on the last turn of its session brings that turn, and without a session it does not", async () => {
  const { admin } = await hybrid(real);
  const last = await say(admin, "title ideas for the paper?", "1. Seasonal control of fluoride", { session: "paper" });
  await talk(admin);
  for (const input of ["Yes please.", "the second one, but shorter", "and for a talk?"]) {
    const { sources } = await admin.prepare(input, { session: "paper", explain: true });
    expect(sources[0]?.id, input).toBe(last);
    expect((sources[0] as Explained | undefined)?.explain.session, input).toBeGreaterThan(0);
    const elsewhere = await admin.prepare(input, { session: "another" });
    expect(elsewhere.sources[0]?.id, input).not.toBe(last);
  }
});

test("greetings, thanks and questions that are foreign to the brain bring nothing, a question about the user something", async () => {
  const { admin } = await hybrid(real);
  await talk(admin);
  const inputs = [
    "Good morning!",
    "thanks a lot, that's all",
    "How are you?",
    "who wrote the opera carmen",
    "why is the sky blue",
  ];
  for (const input of inputs) {
    const { sources, coherence, messages } = await admin.prepare(input);
    expect([sources, coherence], input).toEqual([[], null]);
    expect(messages.at(-1)?.content).toBe(input);
  }
  expect((await admin.prepare("what did we do with our old car")).sources).not.toEqual([]);
});
