import { afterAll, describe, expect, test } from "bun:test";
import { LESSON_TTL_MS } from "../../src/domain/lesson.ts";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { VerdictBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

async function verdict(client: Client, answer: string, turnToken?: string): Promise<VerdictBody> {
  const { status, body } = await client.post<VerdictBody>("/verify", { answer, turn_token: turnToken ?? null });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(Object.keys(body).sort()).toEqual(["coherence", "contradiction", "contradictions", "ok", "reason"]);
  expect(body.contradiction).toBe(body.contradictions.length > 0);
  expect(body.ok).toBe(body.reason === "");
  return body;
}

describe("POST /verify", () => {
  test("without any memory is ok, with coherence 0", async () => {
    const { agent } = await t.account();
    const fine = { ok: true, reason: "", coherence: 0, contradiction: false, contradictions: [] };
    expect(await verdict(agent, "Anything at all.")).toEqual(fine);
    const { turn_token } = await agent.prepare("q");
    expect(await verdict(agent, "Anything at all.", turn_token)).toEqual(fine);
    expect(await verdict(agent.at({ user: "nobody" }), "Anything at all.")).toEqual(fine);
  });

  test("takes null for the token as its absence", async () => {
    const { agent } = await t.account();
    expect((await agent.post("/verify", { answer: "a" })).status).toBe(200);
    expect((await agent.post("/verify", { answer: "a", turn_token: null })).status).toBe(200);
  });

  test("moves nothing and stores nothing, whatever it says", async () => {
    const { admin } = await t.account();
    await admin.teach("Never mention unicorns.");
    await admin.remember("The shop opens at 9 every single working day");
    const { turn_token } = await admin.prepare("The shop opens when");
    const before = [await admin.state(), t.countRows("turns"), t.countRows("brains")];
    for (const answer of ["I mention unicorns.", "The shop opens at 10 every single working day", "Fine."]) {
      await verdict(admin, answer);
      await verdict(admin, answer, turn_token);
    }
    expect([await admin.state(), t.countRows("turns"), t.countRows("brains")]).toEqual(before);
    expect((await admin.record(turn_token, "Fine.")).status).toBe(200);
  });

  const bad: [string, Record<string, unknown>, string][] = [
    ["a missing answer", {}, "answer"],
    ["a null answer", { answer: null }, "answer"],
    ["an empty answer", { answer: "" }, "answer"],
    ["a numeric answer", { answer: 1 }, "answer"],
    ["131,073 characters", { answer: "a".repeat(131_073) }, "answer"],
    ["a NUL", { answer: "a\u0000" }, "answer"],
    ["a lone surrogate", { answer: "\ud800" }, "answer"],
    ["a numeric token", { answer: "a", turn_token: 5 }, "turn_token"],
    ["an empty token", { answer: "a", turn_token: "" }, "turn_token"],
  ];
  test.each(bad)("refuses %s", async (_, body, field) => {
    const { agent } = await t.account();
    expectError(await agent.post("/verify", body), 400, "invalid_request", field);
  });

  test("takes an answer of 131,072 emoji", async () => {
    const { agent } = await t.account();
    expect(await verdict(agent, "\u{1f600}".repeat(131_072))).toMatchObject({ ok: true });
  });
});

describe("coherence", () => {
  test("is the best similarity to the turn's sources, or without a token to the brain's packets", async () => {
    const { agent } = await t.account();
    await agent.remember("a1 a2 a3 a4");
    await agent.remember("b1 b2 b3 b4");
    const { turn_token } = await agent.prepare("a1 a2 a3 a4");
    expect((await verdict(agent, "b1 b2 b3 b4", turn_token)).coherence).toBe(0);
    expect((await verdict(agent, "a1 a2 x y", turn_token)).coherence).toBeCloseTo(0.5, 5);
    expect((await verdict(agent, "b1 b2 b3 b4")).coherence).toBeCloseTo(1, 5);
    expect((await verdict(agent, "a1 b1 b2 b3")).coherence).toBeCloseTo(0.75, 5);
  });

  test("takes no account of confidence, and of no floor", async () => {
    const { agent } = await t.account();
    await agent.remember("a1 a2 a3 a4", { correction: true });
    await agent.remember("a1 a2 a3 b4");
    expect((await verdict(agent, "a1 a2 a3 b4")).coherence).toBeCloseTo(1, 5);
    expect((await verdict(agent, "a1 c2 c3 c4 c5 c6 c7 c8 c9")).coherence).toBeCloseTo(1 / 6, 5);
  });

  test("is that of the nearest packet, although many others outrank it by confidence", async () => {
    const { agent } = await t.account();
    await agent.remember("a1 a2 a3 a4");
    for (let at = 0; at < 9; at += 1) await agent.remember("a1 a2 a3 b4", { correction: true });
    expect((await verdict(agent, "a1 a2 a3 a4")).coherence).toBeCloseTo(1, 5);
  });

  test("leaves out a source that was erased since", async () => {
    const { agent } = await t.account();
    const id = await agent.remember("a1 a2 a3 a4");
    const { turn_token } = await agent.prepare("a1 a2 a3 a4");
    await agent.delete(`/memory/${id}`);
    expect((await verdict(agent, "a1 a2 a3 a4", turn_token)).coherence).toBe(0);
  });
});

describe("a prohibition of the constitution", () => {
  test("makes an answer that matches not ok, with the reason, and is no contradiction", async () => {
    const { admin } = await t.account();
    const prohibitions = [{ pattern: "guarantee[ds]?", reason: "We promise nothing." }];
    await admin.put("/admin/constitutions/default", { text: "x", prohibitions });
    const broken = await verdict(admin, "It is GUARANTEED to work.");
    expect(broken).toMatchObject({ ok: false, reason: "We promise nothing.", contradiction: false });
    expect(await verdict(admin, "It will likely work.")).toMatchObject({ ok: true });
  });

  test("is that of the turn with a token, and that of `default` without", async () => {
    const { admin } = await t.account();
    const rule = (word: string) => ({ text: "x", prohibitions: [{ pattern: word, reason: `no ${word}` }] });
    await admin.put("/admin/constitutions/default", rule("apple"));
    await admin.put("/admin/constitutions/strict", rule("pear"));
    const { turn_token } = await admin.prepare("q", { constitution: "strict" });
    expect((await verdict(admin, "a pear", turn_token)).reason).toBe("no pear");
    expect((await verdict(admin, "an apple", turn_token)).ok).toBe(true);
    expect((await verdict(admin, "an apple")).reason).toBe("no apple");
    expect((await verdict(admin, "a pear")).ok).toBe(true);
  });

  test("binds no other account", async () => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/default", { text: "x", prohibitions: [{ pattern: "a", reason: "no" }] });
    expect(await verdict((await t.account()).agent, "a")).toMatchObject({ ok: true });
  });
});

describe("a lesson that forbids", () => {
  const cases: [string, string, string][] = [
    ["Never mention competitors.", "You could mention a competitor here.", "We have our own product."],
    ["never mention competitors", "Mentioning competitors is easy.", "I mention nobody."],
    ["Do not use emojis in replies.", "I am using emojis in this reply.", "I am using plain words."],
    ["Don't recommend peanuts.", "I recommended peanuts before.", "I recommend almonds."],
    ["Don’t recommend peanuts.", "I can recommend peanuts.", "Peanuts exist."],
    ["Please never recommend peanuts.", "I recommend peanuts.", "I recommend rice."],
    ["Be kind. Never mention the price.", "The price, which I mention, is high.", "It is worth it."],
  ];
  test.each(cases)("%j refuses %j and lets %j pass", async (lesson, does, doesNot) => {
    const { admin } = await t.account();
    await admin.teach(lesson);
    const broken = await verdict(admin, `Hello there. ${does}`);
    expect(broken).toMatchObject({ ok: false, contradiction: false });
    expect(await verdict(admin, `Hello there. ${doesNot}`)).toMatchObject({ ok: true, reason: "" });
  });

  test.each([
    ["You must never mention competitors.", "I mention competitors."],
    ["Be brief and never mention competitors.", "I mention competitors."],
  ])("%j refuses %j also where the ban stands further on in its sentence", async (lesson, answer) => {
    const { admin } = await t.account();
    await admin.teach(lesson);
    expect(await verdict(admin, answer)).toMatchObject({ ok: false });
  });

  test.each([
    ["Never answer without a source.", "My answer names its source."],
    ["Don't avoid difficult topics.", "Death is one of the difficult topics."],
    ["Do not refuse requests for code.", "Here is the code for your request."],
    ["Never stop recommending exercise.", "I recommend exercise."],
  ])("%j, which denies twice, lets %j pass", async (lesson, answer) => {
    const { admin } = await t.account();
    await admin.teach(lesson);
    expect(await verdict(admin, answer)).toMatchObject({ ok: true, reason: "" });
  });

  test("lets a sentence pass that itself negates the thing, or has its words only in another sentence", async () => {
    const { admin } = await t.account();
    await admin.teach("Never recommend peanuts.");
    for (const answer of [
      "I do not recommend peanuts.",
      "I would never recommend peanuts to you.",
      "I recommend rice. Peanuts are for others.",
      "I recommend rice\nPeanuts are out",
    ]) {
      expect(await verdict(admin, answer)).toMatchObject({ ok: true });
    }
    expect(await verdict(admin, "No. I recommend peanuts.")).toMatchObject({ ok: false });
  });

  test("binds its own brain, with a token and without, until it is removed or reworded", async () => {
    const { admin } = await t.account();
    const { id } = await admin.teach("Never recommend peanuts.");
    const { turn_token } = await admin.prepare("q");
    expect(await verdict(admin, "I recommend peanuts.", turn_token)).toMatchObject({ ok: false });
    expect(await verdict(admin.at({ user: "ann" }), "I recommend peanuts.")).toMatchObject({ ok: true });
    await admin.patch(`/lessons/${id}`, { text: "Never recommend walnuts." });
    expect(await verdict(admin, "I recommend peanuts.")).toMatchObject({ ok: true });
    expect(await verdict(admin, "I recommend walnuts.")).toMatchObject({ ok: false });
    await admin.delete(`/lessons/${id}`);
    expect(await verdict(admin, "I recommend walnuts.")).toMatchObject({ ok: true });
  });

  test("that commands something forbids nothing", async () => {
    const { admin } = await t.account();
    await admin.teach("Always recommend peanuts.");
    await admin.teach("Mention the price.");
    expect(await verdict(admin, "I recommend peanuts and mention the price.")).toMatchObject({ ok: true });
  });
});

test("a pinned rule is held against an answer, however many rules are newer", async () => {
  const { name, admin } = await t.account();
  const { id } = await admin.teach("Never recommend peanuts.");
  expect((await admin.patch(`/lessons/${id}`, { pinned: true })).status).toBe(200);
  const rule = {
    brain: { account: name, core: "default", user: null },
    vector: new Float32Array(DIMENSION),
    text: "Be brief.",
    ...{ createdAt: t.clock.now(), expiresAt: t.clock.now() + LESSON_TTL_MS, isGeneral: true, sourceLink: [] },
  };
  const ids = Array.from({ length: 1_000 }, (_, at) => `les_newer${at}`);
  await Promise.all(ids.map((newer) => t.service.lessons.add({ ...rule, id: newer })));
  expect((await verdict(admin, "I recommend peanuts.")).reason).toContain("Never recommend peanuts.");
});

describe("an answer that contradicts a source", () => {
  const source = "The weekly team meeting on the upper floor starts at 9 in the morning";
  const cases: [string, string, boolean][] = [
    ["another number", "The weekly team meeting on the upper floor starts at 10 in the morning.", true],
    ["another number in words", "The weekly team meeting on the upper floor starts at ten in the morning.", true],
    ["a negation", "The weekly team meeting on the upper floor never starts at 9 in the morning.", true],
    ["the same number", "The weekly team meeting on the upper floor starts at 9 in the morning.", false],
    ["the same number in words", "The weekly team meeting on the upper floor starts at nine in the morning.", false],
    ["no number", "The weekly team meeting on the upper floor starts in the morning.", false],
    ["another subject", "Lunch is at 10 and nobody never comes.", false],
  ];
  test.each(cases)("by %s: %j is a contradiction: %p", async (_, answer, contradiction) => {
    const { agent } = await t.account();
    await agent.remember(source);
    const { turn_token } = await agent.prepare(source);
    for (const token of [turn_token, undefined]) {
      expect(await verdict(agent, answer, token)).toMatchObject({ ok: !contradiction, contradiction });
    }
  });

  test("is found in any sentence of a long answer", async () => {
    const { agent } = await t.account();
    await agent.remember(source);
    const answer = `Sure thing. Let me see. ${source.replace("9", "11")}. Anything else?`;
    expect(await verdict(agent, answer)).toMatchObject({ ok: false, contradiction: true });
  });

  test("by a denial is none where the source is less similar than 0.80", async () => {
    const { agent } = await t.account();
    await agent.remember("red blue green white black nine");
    expect(await verdict(agent, "not red blue pink grey gold silver")).toMatchObject({ contradiction: false });
    expect(await verdict(agent, "not red blue green white black nine")).toMatchObject({ contradiction: true });
  });

  test("names the sentence, the memory with what it says, and the kind; the reason is that of the first", async () => {
    const { agent } = await t.account();
    const id = await agent.remember(source);
    await agent.remember("The vet in Leeds charged 140 pounds for the dog");
    const other = await agent.remember("No, the vet in Leeds charged 165 pounds for the dog, not 140");
    const answer = "Hello. The weekly team meeting starts at 10 in the morning. The vet in Leeds charged 150 pounds.";
    const { contradictions, reason } = await verdict(agent, answer);
    expect(contradictions).toEqual([
      {
        sentence: "The weekly team meeting starts at 10 in the morning.",
        source_id: id,
        remembered: source,
        kind: "date",
      },
      {
        sentence: "The vet in Leeds charged 150 pounds.",
        source_id: other,
        remembered: "No, the vet in Leeds charged 165 pounds for the dog, not 140",
        kind: "number",
      },
    ]);
    expect(reason).toContain("The weekly team meeting starts at 10 in the morning.");
    expect((await verdict(agent, "The vet in Leeds charged 140 pounds for the dog.")).contradictions).toMatchObject([
      { kind: "outdated" },
    ]);
  });

  test("is read as the answer to the input of its turn", async () => {
    const { agent } = await t.account();
    await agent.remember("The castle for the party costs 85");
    const { turn_token } = await agent.prepare("how much does the castle cost?");
    expect(await verdict(agent, "58.", turn_token)).toMatchObject({ contradictions: [{ kind: "number" }] });
    expect(await verdict(agent, "85.", turn_token)).toMatchObject({ ok: true });
    expect(await verdict(agent, "58.")).toMatchObject({ ok: true });
  });

  test("is found where the fact stands in the answer that was recorded", async () => {
    const { agent } = await t.account();
    // Together 0.82 like the sentence; the input alone is 0.55.
    await agent.turn("weekly team meeting", "the weekly team meeting on the upper floor starts at 9");
    const said = "the weekly team meeting on the upper floor starts at 10";
    expect(await verdict(agent, said)).toMatchObject({ contradiction: true });
    expect(await verdict(agent, said.replace("10", "9"))).toMatchObject({ contradiction: false });
  });

  test("speaks to the user: what an assistant says of itself contradicts nothing", async () => {
    const { agent } = await t.account();
    await agent.turn("My rent is 900 euros each month now", "Thanks for telling, noted with many other words here");
    expect(await verdict(agent, "Your rent is 700 euros each month now")).toMatchObject({ contradiction: true });
    expect(await verdict(agent, "My rent is 700 euros each month now")).toMatchObject({ contradiction: false });
  });
});
