// The turn loop with the model that the executable carries: what depends on meaning, not on shared words.
import { afterAll, describe, expect, test } from "bun:test";
import type { LessonPage, VerdictBody } from "../support/bodies.ts";
import { idsOf } from "../support/expectations.ts";
import { realModel, startTestService } from "../support/test-service.ts";

/** Loading the model takes a second here; a slow machine may take many. */
const TIMEOUT_MS = 120_000;

const model = realModel();
const t = await startTestService({ embedder: model });
afterAll(async () => {
  await t.close();
  await model.close();
});

describe("with the real model", () => {
  test(
    "a question finds the turn that it is about, said in other words, and leaves small talk out",
    async () => {
      const { agent } = await t.account();
      const allergy = await agent.turn("I am allergic to peanuts.", "Thanks, I will keep that in mind.");
      await agent.turn("The weather is lovely this weekend.", "Enjoy the sun!");
      const { sources, coherence } = await agent.prepare("Which nuts must I not eat?");
      expect(idsOf({ sources })[0]).toBe(allergy);
      expect(sources.every((source) => source.score >= 0.25 * 0.5 && source.score <= 0.5)).toBe(true);
      expect(coherence).toBeGreaterThanOrEqual(0.25);
      expect((await agent.prepare("How do I sort a list in Haskell?")).sources).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    "a correction comes before what it corrects",
    async () => {
      const { agent } = await t.account();
      await agent.turn("My flight to Rome leaves on Monday.", "Noted, Monday.");
      const correction = await agent.turn("No, my flight to Rome leaves on Tuesday.", "Noted, Tuesday.", {
        correction: true,
      });
      expect(idsOf(await agent.prepare("When does my flight to Rome leave?"))[0]).toBe(correction);
    },
    TIMEOUT_MS,
  );

  test(
    "a lesson is retrieved by what it is about",
    async () => {
      const { admin } = await t.account();
      await admin.teach("Always give temperatures in degrees Celsius.");
      await admin.prepare("How hot is it in Cairo, in degrees?");
      expect((await admin.get<LessonPage>("/lessons")).body.lessons[0]?.use_count).toBe(1);
    },
    TIMEOUT_MS,
  );

  test(
    "another number about the same thing is a contradiction, the same number is none",
    async () => {
      const { agent } = await t.account();
      await agent.turn("My meeting with the bank is at 9 on Friday.", "Okay.");
      const verdict = async (answer: string) => (await agent.post<VerdictBody>("/verify", { answer })).body;
      const wrong = await verdict("Your meeting with the bank is at 11 on Friday.");
      expect(wrong).toMatchObject({ ok: false, contradiction: true });
      expect(wrong.coherence).toBeGreaterThan(0.8);
      expect(await verdict("Your meeting with the bank is at 9 on Friday.")).toMatchObject({ ok: true });
      expect(await verdict("Paris is the capital of France.")).toMatchObject({ ok: true, contradiction: false });
    },
    TIMEOUT_MS,
  );

  test(
    "a text far over the model's window is stored, found and given back whole",
    async () => {
      const { agent } = await t.account();
      const long = "The violin needs a new string before the concert. ".repeat(200).trim();
      const id = await agent.turn(long, "Understood.");
      expect(idsOf(await agent.prepare("What does the violin need?"))).toEqual([id]);
      expect((await agent.get<{ input: string }>(`/memory/${id}`)).body.input).toBe(long);
    },
    TIMEOUT_MS,
  );
});
