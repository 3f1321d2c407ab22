import { afterAll, describe, expect, test } from "bun:test";
import type { LessonItem, LessonPage } from "../support/bodies.ts";
import { DAY_MS } from "../support/chance.ts";
import { expectError, readAll } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const BAD_TEXTS: [string, unknown][] = [
  ["a missing text", undefined],
  ["a null text", null],
  ["an empty text", ""],
  ["a blank text", " \n\t\u00a0"],
  ["a numeric text", 5],
  ["a list", ["Be brief."]],
  ["2,001 characters", "a".repeat(2_001)],
  ["2,001 emoji", "\u{1f600}".repeat(2_001)],
  ["a NUL", "Be\u0000brief."],
  ["a lone surrogate", "\ud83d"],
];

describe("GET /lessons", () => {
  test("answers the brain's label, its core and no lesson for a brain that was never used", async () => {
    const { agent, name } = await t.account();
    const { status, body } = await agent.get("/lessons");
    expect(status).toBe(200);
    expect(body).toEqual({ user_id: `${name}::default`, core: "default", lessons: [], next_cursor: null });
  });

  test("names the brain by account, core and user", async () => {
    const { admin, name } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const labels: [string, { core?: string; user?: string }][] = [
      [`${name}::default`, {}],
      [`${name}::default`, { core: "default" }],
      [`${name}::@ann@x.org`, { user: "ann@x.org" }],
      [`${name}::@ann`, { core: "default", user: "ann" }],
      [`${name}::blue`, { core: "blue" }],
      [`${name}::blue::@a:b`, { core: "blue", user: "a:b" }],
    ];
    for (const [label, selection] of labels) {
      const { body } = await admin.at(selection).get<LessonPage>("/lessons");
      expect([body.user_id, body.core]).toEqual([label, selection.core ?? "default"]);
    }
  });

  test("lists newest first, every documented field and no other", async () => {
    const { admin } = await t.account();
    const first = await admin.teach("Be brief.");
    t.clock.advance(1_000);
    const second = await admin.teach("Use metric units.");
    const { lessons } = (await admin.get<LessonPage>("/lessons")).body;
    expect(lessons).toEqual([second, first]);
    expect(second).toEqual({
      id: second.id,
      packet_type: "lesson",
      response_text: "Use metric units.",
      use_count: 0,
      created_at: t.clock.iso(),
      expires_at: t.clock.iso(30 * DAY_MS),
      pinned: false,
      source_link: [],
      llm_cost: null,
      superseded_by: null,
    });
  });

  test("caps the list at 50 unless told otherwise, and pages to its end without gap or repeat", async () => {
    const { admin } = await t.account();
    const ids: string[] = [];
    for (let at = 0; at < 53; at += 1) ids.unshift((await admin.teach(`Rule ${at}.`)).id);
    const { body } = await admin.get<LessonPage>("/lessons");
    expect(body.lessons.map((lesson) => lesson.id)).toEqual(ids.slice(0, 50));
    expect(body.next_cursor).not.toBeNull();
    expect((await admin.get<LessonPage>("/lessons?limit=53")).body.next_cursor).toBeNull();
    for (const limit of [1, 7, 52, 53, 1_000]) {
      const all = await readAll<LessonItem>(admin, `/lessons?limit=${limit}`, (page: LessonPage) => page.lessons);
      expect(all.map((lesson) => lesson.id)).toEqual(ids);
    }
  });

  test("pages without gap or repeat also where lessons go and come between the pages", async () => {
    const { admin } = await t.account();
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) ids.unshift((await admin.teach(`Rule ${at}.`)).id);
    const read = await readAll<LessonItem>(
      admin,
      "/lessons?limit=3",
      (page: LessonPage) => page.lessons,
      async (page) => {
        if (page === 1) for (const at of [0, 2, 4]) await admin.delete(`/lessons/${ids[at]}`);
        if (page === 2) await admin.teach("A rule that came late.");
      },
    );
    expect(read.map((lesson) => lesson.id)).toEqual(ids.filter((_, at) => at !== 4));
  });

  test.each(["0", "-1", "1001", "1.5", "abc", "", "5&limit=5"])("refuses limit=%s", async (limit) => {
    const { agent } = await t.account();
    expectError(await agent.get(`/lessons?limit=${limit}`), 400, "invalid_request", "limit");
  });

  test.each(["x", "bm90YWN1cnNvcg", "czA", "czE%3D", "", "%ff"])("refuses cursor=%s", async (cursor) => {
    const { agent } = await t.account();
    expectError(await agent.get(`/lessons?cursor=${cursor}`), 400, "invalid_request");
  });
});

describe("POST /lessons", () => {
  test.each(BAD_TEXTS)("refuses %s and stores nothing", async (_, text) => {
    const { admin } = await t.account();
    const before = await admin.state();
    expectError(await admin.post("/lessons", { text }), 400, "invalid_request", "text");
    expect(await admin.state()).toEqual(before);
  });

  test.each(["a", "a".repeat(2_000), "\u{1f600}".repeat(2_000), "line\nbreak\r\u2028"])("takes %j", async (text) => {
    const { admin } = await t.account();
    expect((await admin.teach(text)).response_text).toBe(text);
  });

  test("takes no source link from the request", async () => {
    const { admin } = await t.account();
    for (const more of [{ source_link: ["mem_x"] }, { use_count: 9 }, { id: "mine" }]) {
      expectError(await admin.post("/lessons", { text: "Be brief.", ...more }), 400, "unknown_field");
    }
    const { body: made } = await admin.post<LessonItem>("/lessons", { text: "Be brief." });
    expect(made).toMatchObject({ use_count: 0, source_link: [] });
  });
});

describe("PATCH /lessons/{id}", () => {
  test("answers the lesson with new wording; id, use, times and sources stay", async () => {
    const { admin } = await t.account();
    const lesson = await admin.teach("Speak of alpha beta.");
    await admin.prepare("Speak of alpha beta.");
    const used = (await admin.get<LessonPage>("/lessons")).body.lessons[0];
    expect(used?.use_count).toBe(1);
    t.clock.advance(DAY_MS);
    const answer = await admin.patch<LessonItem>(`/lessons/${lesson.id}`, { text: "Speak of gamma delta." });
    expect(answer.status).toBe(200);
    expect(answer.body as unknown).toEqual({ ...used, response_text: "Speak of gamma delta." });
    expect((await admin.get<LessonPage>("/lessons")).body.lessons).toEqual([answer.body]);
  });

  test("embeds the new wording: it is retrieved by the new words and no longer by the old", async () => {
    const { admin } = await t.account();
    const lesson = await admin.teach("alpha beta");
    await admin.prepare("alpha beta");
    await admin.patch(`/lessons/${lesson.id}`, { text: "gamma delta" });
    const uses = async () => (await admin.get<LessonPage>("/lessons")).body.lessons[0]?.use_count;
    expect(await uses()).toBe(1);
    await admin.prepare("alpha beta");
    expect(await uses()).toBe(1);
    await admin.prepare("gamma delta");
    expect(await uses()).toBe(2);
  });

  test.each(BAD_TEXTS)("refuses %s and changes nothing", async (_, text) => {
    const { admin } = await t.account();
    const { id } = await admin.teach("Be brief.");
    const before = await admin.state();
    expectError(await admin.patch(`/lessons/${id}`, { text }), 400, "invalid_request", "text");
    expect(await admin.state()).toEqual(before);
  });
});

describe("DELETE /lessons/{id}", () => {
  test("answers { ok: true }; the lesson is nowhere any more", async () => {
    const { admin } = await t.account();
    const { id } = await admin.teach("alpha rule");
    await admin.prepare("alpha rule");
    const answer = await admin.delete(`/lessons/${id}`);
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    expect((await admin.get<LessonPage>("/lessons")).body.lessons).toEqual([]);
    const [brief] = (await admin.prepare("alpha rule")).messages;
    expect(brief?.content).not.toContain("alpha rule");
    expectError(await admin.delete(`/lessons/${id}`), 404, "lesson_not_found");
  });
});

describe("an id that is no lesson of this brain", () => {
  test("is 404 for PATCH and DELETE, and nothing changes: unknown, a memory's, another brain's", async () => {
    const { admin } = await t.account();
    const other = await t.account();
    const elsewhere = [
      (await admin.at({ user: "ann" }).teach("Be brief.")).id,
      (await other.admin.teach("Be brief.")).id,
    ];
    const memory = await admin.remember("alpha");
    for (const id of ["les_unknown", "x", "%20", memory, ...elsewhere]) {
      expectError(await admin.patch(`/lessons/${id}`, { text: "New." }), 404, "lesson_not_found");
      expectError(await admin.delete(`/lessons/${id}`), 404, "lesson_not_found");
    }
    expect((await admin.get(`/memory/${memory}`)).status).toBe(200);
    for (const client of [admin.at({ user: "ann" }), other.admin]) {
      expect((await client.get<LessonPage>("/lessons")).body.lessons[0]?.response_text).toBe("Be brief.");
    }
  });
});
