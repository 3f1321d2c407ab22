// Which lessons a turn is given, and what that does to them.
import { afterAll, describe, expect, test } from "bun:test";
import type { LessonItem, LessonPage } from "../support/bodies.ts";
import { DAY_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { briefOf, expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

async function lessonsOf(client: Client): Promise<Map<string, LessonItem>> {
  const { lessons } = (await client.get<LessonPage>("/lessons?limit=1000")).body;
  return new Map(lessons.map((lesson) => [lesson.response_text, lesson]));
}

/** The rules in the order in which the brief has them. */
async function rulesShown(client: Client, input: string, rules: readonly string[]): Promise<string[]> {
  const brief = briefOf(await client.prepare(input));
  const found = rules.map((rule) => ({ rule, at: brief.indexOf(`> ${rule}`) }));
  return found
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ rule }) => rule);
}

describe("a lesson that is retrieved", () => {
  test("is used once more and expires 30 days from now", async () => {
    const { admin } = await t.account();
    const made = await admin.teach("about cooking rice");
    t.clock.advance(10 * DAY_MS);
    await admin.prepare("about cooking rice");
    const renewed = (await lessonsOf(admin)).get("about cooking rice");
    expect(renewed).toEqual({ ...made, use_count: 1, expires_at: t.clock.iso(30 * DAY_MS) });
    t.clock.advance(DAY_MS);
    await admin.prepare("about cooking rice");
    expect((await lessonsOf(admin)).get("about cooking rice")).toMatchObject({
      use_count: 2,
      expires_at: t.clock.iso(30 * DAY_MS),
    });
  });

  test("lives on as long as it is asked for", async () => {
    const { admin } = await t.account();
    await admin.teach("about cooking rice");
    for (let month = 0; month < 4; month += 1) {
      t.clock.advance(30 * DAY_MS - 1);
      await admin.prepare("about cooking rice");
    }
    expect((await lessonsOf(admin)).get("about cooking rice")?.use_count).toBe(4);
  });

  test("is not used by a gated turn, by recall, verify or a refused prepare", async () => {
    const { admin } = await t.account();
    const made = await admin.teach("about cooking rice");
    await admin.put("/admin/constitutions/strict", { text: "x", gates: [{ pattern: "rice", reason: "no rice" }] });
    t.clock.advance(DAY_MS);
    await admin.post("/prepare", { input: "about cooking rice", constitution: "strict" });
    await admin.post("/prepare", { input: "about cooking rice", constitution: "unknown" });
    await admin.post("/recall", { query: "about cooking rice" });
    await admin.post("/verify", { answer: "about cooking rice" });
    expect((await lessonsOf(admin)).get("about cooking rice")).toEqual(made);
  });
});

describe("a lesson that is only injected", () => {
  test("stands in the brief and is neither used nor renewed", async () => {
    const { admin } = await t.account();
    const made = await admin.teach("about cooking rice");
    t.clock.advance(DAY_MS);
    expect(await rulesShown(admin, "quite another thing", ["about cooking rice"])).toEqual(["about cooking rice"]);
    expect((await lessonsOf(admin)).get("about cooking rice")).toEqual(made);
  });
});

describe("the rules of a brief", () => {
  test("are the retrieved ones, five at most, the most reinforced others, five at most, and then the nearest", async () => {
    const { admin } = await t.account();
    const rules: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      // Rule 0 shares one word of four with the question, rule 6 seven of ten; all are similar enough.
      const rule = `${Array.from({ length: at + 1 }, (_, n) => `ask${n}`).join(" ")} near${at}a near${at}b near${at}c`;
      await admin.teach(rule);
      rules.push(rule);
    }
    const others: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      await admin.teach(`far${at} away${at}`);
      others.push(`far${at} away${at}`);
    }
    // far4 is used twice and far1 once.
    for (const at of [4, 1, 4]) await admin.prepare(`far${at} away${at}`);
    const shown = await rulesShown(admin, Array.from({ length: 7 }, (_, n) => `ask${n}`).join(" "), [
      ...rules,
      ...others,
    ]);
    const best = [6, 5, 4, 3, 2].map((at) => rules[at] ?? "");
    expect(shown.slice(0, 5)).toEqual(best);
    // By use first; with no use at all the newest.
    expect(shown.slice(5, 10)).toEqual([4, 1, 5, 3, 2].map((at) => others[at] ?? ""));
    // Being shown as near renews nothing.
    expect(shown.slice(10)).toEqual([1, 0].map((at) => rules[at] ?? ""));
    const after = await lessonsOf(admin);
    for (const rule of best) expect(after.get(rule)?.use_count).toBe(1);
    for (const rule of rules.slice(0, 2)) expect(after.get(rule)?.use_count).toBe(0);
    expect(after.get("far4 away4")?.use_count).toBe(2);
  });

  test("hold no rule twice", async () => {
    const { admin } = await t.account();
    await admin.teach("about cooking rice");
    const brief = briefOf(await admin.prepare("about cooking rice"));
    expect(brief.split("> about cooking rice")).toHaveLength(2);
  });

  test("retrieve nothing below a similarity of 0.25", async () => {
    const { admin } = await t.account();
    await admin.teach("one b c d e f g h");
    await admin.prepare("one p q r s u v w");
    expect((await lessonsOf(admin)).get("one b c d e f g h")?.use_count).toBe(0);
  });

  test("find a live lesson behind many expired ones that are more similar", async () => {
    const { admin } = await t.account();
    for (let at = 0; at < 30; at += 1) await admin.teach("cooking rice well");
    t.clock.advance(20 * DAY_MS);
    await admin.teach("cooking rice slowly indeed");
    t.clock.advance(15 * DAY_MS);
    await admin.prepare("cooking rice well");
    const live = await lessonsOf(admin);
    expect([...live.keys()]).toEqual(["cooking rice slowly indeed"]);
    expect(live.get("cooking rice slowly indeed")?.use_count).toBe(1);
  });
});

describe("an expired lesson", () => {
  test("is nowhere: not in the brief, the list, the numbers or verify, and it is not there to change", async () => {
    const { admin } = await t.account();
    const { id } = await admin.teach("Never mention unicorns.");
    t.clock.advance(30 * DAY_MS - 1);
    expect((await admin.get<LessonPage>("/lessons")).body.lessons).toHaveLength(1);
    expect((await admin.post("/verify", { answer: "I mention unicorns." })).body).toMatchObject({ ok: false });
    t.clock.advance(1);
    expect((await admin.get<LessonPage>("/lessons")).body.lessons).toEqual([]);
    expect((await admin.get("/metrics")).body).toMatchObject({ lessons: 0 });
    expect((await admin.post("/verify", { answer: "I mention unicorns." })).body).toMatchObject({ ok: true });
    expectError(await admin.patch(`/lessons/${id}`, { text: "New." }), 404, "lesson_not_found");
    expectError(await admin.delete(`/lessons/${id}`), 404, "lesson_not_found");
    const brief = briefOf(await admin.prepare("Never mention unicorns."));
    expect(brief).not.toContain("unicorns");
    // Being asked for does not bring it back to life.
    expect((await admin.get<LessonPage>("/lessons")).body.lessons).toEqual([]);
  });
});

describe("source_link", () => {
  test("holds the packets that the rule came from, and loses the id of an erased one in every lesson", async () => {
    const { admin, name } = await t.account();
    const sources = [await admin.remember("one"), await admin.remember("two"), await admin.remember("three")];
    for (const [at, link] of [sources, sources.slice(0, 2)].entries()) {
      await t.service.lessons.add({
        id: `les_linked_${name}_${at}`,
        brain: { account: name, core: "default", user: null },
        text: `rule ${at}`,
        vector: (await t.words.embed({ text: `rule ${at}`, role: "passage", lane: "interactive" })).vector,
        createdAt: t.clock.now(),
        expiresAt: t.clock.now() + DAY_MS,
        isGeneral: false,
        sourceLink: link,
      });
    }
    const links = async () => {
      const lessons = await lessonsOf(admin);
      return ["rule 0", "rule 1"].map((rule) => [...(lessons.get(rule)?.source_link ?? [])].sort());
    };
    expect(await links()).toEqual([[...sources].sort(), sources.slice(0, 2).sort()]);
    await admin.delete(`/memory/${sources[0]}`);
    expect(await links()).toEqual([sources.slice(1).sort(), [sources[1] ?? ""]]);
    await admin.patch(`/lessons/les_linked_${name}_0`, { text: "rule 0" });
    expect(await links()).toEqual([sources.slice(1).sort(), [sources[1] ?? ""]]);
  });
});
