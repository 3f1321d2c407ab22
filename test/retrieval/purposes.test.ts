// Which of a hundred rules are in the brief of a question that needs one of them by what the rule is for, not by its words.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../support/client.ts";
import { briefOf } from "../support/expectations.ts";
import { realModel, startTestService, type TestService } from "../support/test-service.ts";

/** `q`: the question needs the rule; `general`: every answer does; `-`: neither. */
const RULES = readFileSync(join(import.meta.dir, "purposes.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t") as ["q" | "general" | "-", string, string]);

const model = realModel();
let t: TestService;
let admin: Client;
const briefs = new Map<string, string>();

beforeAll(async () => {
  t = await startTestService({ embedder: model });
  admin = (await t.account()).admin;
  for (const [, , rule] of RULES) await admin.teach(rule);
  for (const [, question] of RULES.filter(([kind]) => kind === "q")) {
    briefs.set(question, briefOf(await admin.prepare(question)));
  }
}, 120_000);

afterAll(async () => {
  await t.close();
  await model.close();
});

test("there are a hundred rules, and thirty questions that need one", () => {
  expect([RULES.length, briefs.size]).toEqual([100, 30]);
});

test("a rule is in the brief of the question that it is for", () => {
  const missed = RULES.filter(
    ([kind, question, rule]) => kind === "q" && briefs.get(question)?.includes(rule) !== true,
  );
  // 25 with the model inside; five stand under another name ("code", "posts", "the database").
  expect(missed.length).toBeLessThanOrEqual(7);
});

test("a rule about answers in general is in every brief", () => {
  const general = RULES.filter(([kind]) => kind === "general").map(([, , rule]) => rule);
  const shown = [...briefs.values()].map((brief) => general.filter((rule) => brief.includes(rule)).length);
  expect(general).toHaveLength(9);
  expect(Math.min(...shown)).toBe(9);
});

test("a brief holds at most thirty of them", () => {
  for (const brief of briefs.values()) {
    expect(RULES.filter(([, , rule]) => brief.includes(`> ${rule}`)).length).toBeLessThanOrEqual(30);
  }
});
