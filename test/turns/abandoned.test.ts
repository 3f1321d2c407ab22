// What a request has embedded is given up with its client, whichever verb asks for it.
import { afterAll, expect, test } from "bun:test";
import type { EmbedRequest } from "../../src/domain/ports/embedder.ts";
import { changeMemory } from "../../src/turns/change-memory.ts";
import { verifyAnswer } from "../../src/turns/verify-answer.ts";
import { startTestService } from "../support/test-service.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

class WatchedEmbedder extends WordEmbedder {
  asked: EmbedRequest[] = [];

  override embed(request: EmbedRequest) {
    this.asked.push(request);
    return super.embed(request);
  }
}

const embedder = new WatchedEmbedder();
const t = await startTestService({ embedder });
afterAll(() => t.close());

/** Without the memory of texts, which stands between and has signals of its own. */
const deps = () => ({ ...t.service, embedder: Object.assign(embedder, { forget: () => {} }) });

/** The texts that are embedded meanwhile, and whether each goes with the signal. */
async function embeddedBy(work: (signal: AbortSignal) => Promise<unknown>): Promise<[string, boolean][]> {
  const { signal } = new AbortController();
  const brains = await t.service.learning.brainsWithNews();
  for (const { id } of brains) await t.service.backlog.settle(id);
  embedder.asked = [];
  await work(signal);
  return embedder.asked.map((request) => [request.text, request.signal === signal]);
}

test("all that /verify embeds, a sentence that may deny a memory too", async () => {
  const { name, agent } = await t.account();
  await agent.remember("red blue green white black nine");
  const identity = { ...IDENTITY, account: name };
  const brain = { account: name, core: "default", user: null };
  const answer = "not red blue green white black nine";
  const embedded = await embeddedBy((signal) =>
    verifyAnswer(deps(), { identity, brain, answer, turnToken: null, signal }),
  );
  expect(embedded.length).toBeGreaterThan(1);
  expect(embedded.map(([, isGivenUp]) => isGivenUp)).not.toContain(false);
});

test.each([
  ["a new answer", { answer: "Basalt, then." }],
  ["a new input", { input: "I like basalt" }],
])("all that PATCH /memory embeds, for %s", async (_, change) => {
  const { name, agent } = await t.account();
  const id = await agent.turn("I like granite", "Granite, then.");
  const brain = { account: name, core: "default", user: null };
  const embedded = await embeddedBy((signal) => changeMemory(deps(), { brain, id, ...change, signal }));
  expect(embedded.length).toBeGreaterThan(1);
  expect(embedded.map(([, isGivenUp]) => isGivenUp)).not.toContain(false);
});

const IDENTITY = { id: "tester", scope: "agent", core: null, user: null, expiresAt: null } as const;
