// A week of one user with the model that the executable carries: the right rules stand in the brief, and no others.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { LessonItem, LessonPage, MemoryPage, MetricsBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { realModel, startTestService, type TestService } from "../support/test-service.ts";
import { EXPECTED, FORBIDDEN, TURNS_OF_WEEK, WEEK } from "./week-turns.ts";

interface Night {
  readonly date: string;
  readonly lessons: readonly LessonItem[];
}

// The whole week is played before the first test; only a hang reaches this.
setDefaultTimeout(120_000);
const model = realModel();
let testService: TestService;
let dana: Client;
const nights: Night[] = [];

/** The clock of the service goes to that moment; it never goes back. */
function moveTo(iso: string): void {
  const ahead = Date.parse(iso) - testService.clock.now();
  if (ahead < 0) throw new Error(`the week goes back in time at ${iso}`);
  testService.clock.advance(ahead);
}

async function lessonsOf(client: Client): Promise<readonly LessonItem[]> {
  return (await client.get<LessonPage>("/lessons?limit=1000")).body.lessons;
}

beforeAll(async () => {
  testService = await startTestService({ embedder: model });
  const account = await testService.account();
  dana = account.admin.at({ user: "dana" });
  for (const day of WEEK) {
    for (const { at, input, answer } of day.turns) {
      moveTo(`${day.date}T${at}:00Z`);
      const { turn_token } = await dana.prepare(input);
      testService.clock.advance(5_000);
      const { status } = await dana.record(turn_token, answer);
      expect(status).toBe(200);
    }
    moveTo(`${day.date}T23:59:00Z`);
    const { status, body } = await dana.post("/sync", undefined);
    expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
    nights.push({ date: day.date, lessons: await lessonsOf(dana) });
  }
});

afterAll(async () => {
  await testService.close();
  await model.close();
});

/** The quoted rules in the brief of a turn. */
async function rulesInBrief(ask: string): Promise<string> {
  const { messages } = await dana.prepare(ask);
  const brief = messages[0]?.content ?? "";
  const from = brief.indexOf("\n## Standing rules\n");
  if (from < 0) return "";
  const end = brief.slice(from + 1).search(/\n## (?!Standing)/);
  return end < 0 ? brief.slice(from) : brief.slice(from, from + 1 + end);
}

test("the week is long enough to be one", () => {
  expect(TURNS_OF_WEEK).toBeGreaterThanOrEqual(60);
  expect(new Set(WEEK.map(({ date }) => date)).size).toBe(7);
});

test.each(EXPECTED)("at the end of the week the brief holds the rule on $about", async ({ rule, never, ask }) => {
  const rules = await rulesInBrief(ask);
  expect(rules).toMatch(rule);
  if (never !== undefined) expect(rules).not.toMatch(never);
});

test.each(EXPECTED.map(({ ask }) => ask))("no rule in the brief of %p speaks of what does not last", async (ask) => {
  const rules = await rulesInBrief(ask);
  expect(FORBIDDEN.filter((pattern) => pattern.test(rules))).toEqual([]);
});

test("every lesson says one of the things that the week teaches, and no two say the same", async () => {
  const lessons = await lessonsOf(dana);
  const told = lessons.map(({ response_text: text }) => ({
    text,
    about: EXPECTED.filter(({ rule, never }) => rule.test(text) && !(never?.test(text) ?? false)).map(
      ({ about }) => about,
    ),
  }));
  expect(told.filter(({ about }) => about.length === 0)).toEqual([]);
  const subjects = told.flatMap(({ about }) => about);
  expect(
    told.filter(({ about }) => about.some((each) => subjects.filter((other) => other === each).length > 1)),
  ).toEqual([]);
});

test("lessons stand on the turns that taught them", async () => {
  const memory = (await dana.get<MemoryPage>("/memory?limit=1000")).body.items;
  expect(memory).toHaveLength(TURNS_OF_WEEK);
  const textById = new Map(memory.map(({ id, text }) => [id, text]));
  const linked = (await lessonsOf(dana)).flatMap(({ source_link }) => source_link);
  expect(linked.filter((id) => !textById.has(id))).toEqual([]);
  // A packet teaches one rule at most.
  expect(new Set(linked).size).toBe(linked.length);
  for (const { response_text: rule, source_link: ids } of await lessonsOf(dana)) {
    expect(ids, rule).not.toEqual([]);
    const corrected = ids.some((id) => /^(?:Please stop calling|No, )/.test(textById.get(id) ?? ""));
    if (!corrected) expect(ids.length, rule).toBeGreaterThan(1);
  }
});

test("what is said once teaches nothing the same night, and what was learned stays for the nights that follow", () => {
  const [first] = nights;
  expect(first?.lessons).toEqual([]);
  for (const [at, night] of nights.entries()) {
    const later = new Set((nights[at + 1] ?? night).lessons.map(({ id }) => id));
    expect(night.lessons.filter(({ id }) => !later.has(id))).toEqual([]);
  }
  const byThursday = nights[3]?.lessons.map(({ response_text: text }) => text).join("\n") ?? "";
  for (const { about, rule } of EXPECTED.filter((each) => ["units", "length", "diet", "name"].includes(each.about)))
    expect({ about, text: byThursday }).toEqual({ about, text: expect.stringMatching(rule) });
});

test("a further pass over the same week learns nothing and changes nothing", async () => {
  const before = await lessonsOf(dana);
  expect((await dana.post("/sync", undefined)).body).toMatchObject({ ok: true, learned: 0 });
  expect(await lessonsOf(dana)).toEqual([...before]);
  expect((await dana.get<MetricsBody>("/metrics")).body).toMatchObject({
    turns: TURNS_OF_WEEK,
    memory_size: TURNS_OF_WEEK,
    lessons: before.length,
  });
});

test("an answer that breaks a learned rule, or the corrected name, does not pass /verify", async () => {
  const verdict = async (answer: string) => (await dana.post("/verify", { answer })).body;
  expect(await verdict("Your name is Diana.")).toMatchObject({ ok: false, contradiction: true });
  expect(await verdict("Your name is Dana.")).toMatchObject({ ok: true, contradiction: false });
  expect(await verdict("I am a pilot's assistant and wish you a good day.")).toMatchObject({ ok: true });
});

test("the week of one user teaches nobody else anything", async () => {
  const other = dana.at({ user: "karim" });
  expect((await other.post("/sync", undefined)).body).toMatchObject({ ok: true, learned: 0 });
  expect(await lessonsOf(other)).toEqual([]);
});
