// POST /synthesize/record: what becomes of the rules that the caller's model wrote.
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../support/chance.ts";
import { expectError } from "../support/expectations.ts";
import {
  learnRule,
  lessonsOf,
  openPlanOf,
  planOf,
  recordRules,
  rulesOf,
  sayTwice,
  twoClusters,
} from "../support/learning.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());
afterEach(() => {
  t.words.fault = null;
});

const OK = { status: "ok", write_failed: 0, error: null };

describe("POST /synthesize/record", () => {
  test("stores each rule as a lesson of 30 days, linked to the packets of its cluster, without cost", async () => {
    const { admin } = await t.account();
    const { token, tea, coffee, ids } = await twoClusters(admin);
    const { status, body } = await recordRules(admin, token, [
      { cluster_id: ids.tea, text: "Serve tea." },
      { cluster_id: ids.coffee, text: "Brew strong coffee." },
    ]);
    expect([status, body]).toEqual([200, { ...OK, lessons_created: 2, skipped: 0, packets_scanned: 4 }]);
    const lessons = await lessonsOf(admin);
    expect(lessons.map(({ id: _, ...rest }) => rest)).toEqual(
      (
        [
          ["Brew strong coffee.", coffee],
          ["Serve tea.", tea],
        ] as const
      ).map(([response_text, source_link]) => ({
        packet_type: "lesson",
        response_text,
        use_count: 0,
        created_at: t.clock.iso(),
        expires_at: t.clock.iso(30 * DAY_MS),
        source_link: [...source_link],
        llm_cost: 0,
        superseded_by: null,
        pinned: false,
      })),
    );
    expect((await admin.get("/metrics")).body).toMatchObject({ lessons: 2, memory_size: 4 });
  });

  test("makes lessons that the next turn is given", async () => {
    const { admin } = await t.account();
    await sayTwice(admin, "green tea please");
    await learnRule(admin, "Offer warm cups.");
    const { messages } = await admin.prepare("Offer warm cups.");
    expect(messages[0]?.content).toContain("> Offer warm cups.");
    expect((await lessonsOf(admin))[0]?.use_count).toBe(1);
  });

  test("takes source links from the stored plan, never from the request", async () => {
    const { admin } = await t.account();
    const { token, tea, coffee, ids } = await twoClusters(admin);
    const lesson = { cluster_id: ids.tea, text: "Serve tea." };
    const record = (one: object, more = {}) =>
      admin.post("/synthesize/record", { synthesis_token: token, lessons: [one], ...more });
    for (const more of [{ source_link: coffee }, { id: "les_mine" }]) {
      expectError(await record({ ...lesson, ...more }), 400, "unknown_field");
    }
    expectError(await record(lesson, { source_link: coffee }), 400, "unknown_field");
    await record(lesson);
    expect((await lessonsOf(admin)).map(({ source_link }) => source_link)).toEqual([tea]);
  });

  const nothing: [string, string | null | undefined][] = [
    ["null", null],
    ["no text", undefined],
    ["NONE", "NONE"],
    ["none", "none"],
    ["NONE.", "NONE."],
    [" None ", " None "],
  ];
  test.each(nothing)("skips a cluster that was given %s, and does not plan it again", async (_, text) => {
    const { admin } = await t.account();
    const { token, ids } = await twoClusters(admin);
    const { body } = await recordRules(admin, token, [
      { cluster_id: ids.tea, ...(text === undefined ? {} : { text }) },
      { cluster_id: ids.coffee, text: "Brew strong coffee." },
    ]);
    expect(body).toEqual({ ...OK, lessons_created: 1, skipped: 1, packets_scanned: 4 });
    expect(await rulesOf(admin)).toEqual(["Brew strong coffee."]);
    expect(await planOf(admin)).toMatchObject({ synthesis_token: null, packets_scanned: 0 });
  });

  test("skips clusters that are left out", async () => {
    const { admin } = await t.account();
    const { token, ids } = await twoClusters(admin);
    const { body } = await recordRules(admin, token, [{ cluster_id: ids.tea, text: "Serve tea." }]);
    expect(body).toEqual({ ...OK, lessons_created: 1, skipped: 1, packets_scanned: 4 });
    const { admin: other } = await t.account();
    const all = await twoClusters(other);
    expect((await recordRules(other, all.token, [])).body).toEqual({
      ...OK,
      lessons_created: 0,
      skipped: 2,
      packets_scanned: 4,
    });
    expectError(await recordRules(other, all.token, []), 409, "token_consumed");
  });

  test("takes a rule that only has the word none in it", async () => {
    const { admin } = await t.account();
    await sayTwice(admin, "green tea please");
    expect(await learnRule(admin, "None of the answers may be long.")).toMatchObject({ lessons_created: 1 });
  });

  type Ids = Awaited<ReturnType<typeof twoClusters>>["ids"];
  const bad: [string, (ids: Ids) => unknown, string][] = [
    [
      "an unknown cluster",
      ({ tea }) => [
        { cluster_id: tea, text: "a" },
        { cluster_id: "other", text: "b" },
      ],
      "lessons",
    ],
    ["an unknown cluster without a rule", () => [{ cluster_id: "other", text: null }], "lessons"],
    [
      "a repeated cluster",
      ({ tea }) => [
        { cluster_id: tea, text: "a" },
        { cluster_id: tea, text: "b" },
      ],
      "lessons",
    ],
    [
      "a repeated NONE",
      ({ tea }) => [
        { cluster_id: tea, text: null },
        { cluster_id: tea, text: null },
      ],
      "lessons",
    ],
    ["a rule of 2,001 characters", ({ tea }) => [{ cluster_id: tea, text: "a".repeat(2_001) }], "lessons.0.text"],
    ["a rule of white space", ({ tea }) => [{ cluster_id: tea, text: " \n\t" }], "lessons.0.text"],
    ["an empty rule", ({ tea }) => [{ cluster_id: tea, text: "" }], "lessons.0.text"],
    ["a rule with a NUL", ({ tea }) => [{ cluster_id: tea, text: "a\u0000" }], "lessons.0.text"],
    ["a numeric rule", ({ tea }) => [{ cluster_id: tea, text: 5 }], "lessons.0.text"],
    ["a missing cluster_id", () => [{ text: "a" }], "lessons.0.cluster_id"],
    ["null for the lessons", () => null, "lessons"],
    ["lessons that are no list", () => ({}), "lessons"],
  ];
  test.each(bad)("refuses %s: nothing is stored, nothing is consumed", async (_, lessonsOfIds, field) => {
    const { admin } = await t.account();
    const { token, ids } = await twoClusters(admin);
    const before = await admin.state();
    const body = { synthesis_token: token, lessons: lessonsOfIds(ids) };
    const answer = await admin.post<{ details?: { field?: string } }>("/synthesize/record", body);
    expectError(answer, 400, "invalid_request");
    expect(answer.body.details?.field).toStartWith(field.split(".")[0] ?? "");
    expect(await admin.state()).toEqual(before);
    expect((await recordRules(admin, token, [{ cluster_id: ids.tea, text: "Serve tea." }])).body).toMatchObject({
      lessons_created: 1,
    });
  });

  const longest: [string, string][] = [
    ["2,000 letters", "a".repeat(2_000)],
    ["2,000 emoji", "\u{1f600}".repeat(2_000)],
  ];
  test.each(longest)("takes a rule of %s", async (_, rule) => {
    const { admin } = await t.account();
    await sayTwice(admin, "green tea please");
    expect(await learnRule(admin, rule)).toMatchObject({ lessons_created: 1, skipped: 0 });
    expect(await rulesOf(admin)).toEqual([rule]);
  });
});

describe("a rule that the brain knows", () => {
  test("adds its packets to the live lesson, renews nothing and counts as skipped", async () => {
    const { admin } = await t.account();
    const first = await sayTwice(admin, "green tea please");
    await learnRule(admin, "Offer warm cups.");
    const [made] = await lessonsOf(admin);
    t.clock.advance(DAY_MS);
    const more = await sayTwice(admin, "green tea please");
    expect(await learnRule(admin, "offer WARM cups")).toEqual({
      ...OK,
      lessons_created: 0,
      skipped: 1,
      packets_scanned: 2,
    });
    expect(await lessonsOf(admin)).toEqual([{ ...made!, source_link: [...first, ...more].sort() }]);
  });

  test("adds its packets to a rule by hand too", async () => {
    const { admin } = await t.account();
    const made = await admin.teach("Offer warm cups.");
    const sources = await sayTwice(admin, "green tea please");
    expect(await learnRule(admin, "Offer warm cups.")).toMatchObject({ lessons_created: 0, skipped: 1 });
    expect(await lessonsOf(admin)).toEqual([{ ...made, source_link: sources }]);
  });

  test("is told from one that is only similar", async () => {
    const { admin } = await t.account();
    await admin.teach("r1 r2 r3 r4 r5 r6 r7 r8 r9");
    await sayTwice(admin, "green tea please");
    // 9 / sqrt(9 x 10) is 0.949.
    expect(await learnRule(admin, "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10")).toMatchObject({ lessons_created: 1, skipped: 0 });
  });

  test("is known from the same plan already: one lesson with the packets of both clusters", async () => {
    const { admin } = await t.account();
    const { token, tea, coffee, ids } = await twoClusters(admin);
    const { body } = await recordRules(admin, token, [
      { cluster_id: ids.tea, text: "Serve hot drinks." },
      { cluster_id: ids.coffee, text: "Serve hot drinks." },
    ]);
    expect(body).toMatchObject({ ...OK, lessons_created: 1, skipped: 1 });
    expect((await lessonsOf(admin)).map(({ source_link }) => source_link)).toEqual([[...tea, ...coffee].sort()]);
  });

  test("is not known from another brain", async () => {
    const { admin } = await t.account();
    await admin.at({ user: "ann" }).teach("Offer warm cups.");
    await sayTwice(admin, "green tea please");
    expect(await learnRule(admin, "Offer warm cups.")).toMatchObject({ lessons_created: 1 });
  });

  test("is new once the lesson has expired", async () => {
    const { admin } = await t.account();
    await admin.teach("Offer warm cups.");
    t.clock.advance(30 * DAY_MS);
    const sources = await sayTwice(admin, "green tea please");
    expect(await learnRule(admin, "Offer warm cups.")).toMatchObject({ lessons_created: 1, skipped: 0 });
    expect(await lessonsOf(admin)).toMatchObject([{ source_link: sources, expires_at: t.clock.iso(30 * DAY_MS) }]);
  });

  test("is known although many expired lessons mean the same", async () => {
    const { admin } = await t.account();
    for (let at = 0; at < 30; at += 1) await admin.teach("Offer warm cups.");
    t.clock.advance(20 * DAY_MS);
    const live = await admin.teach("Offer warm cups.");
    t.clock.advance(15 * DAY_MS);
    await sayTwice(admin, "green tea please");
    expect(await learnRule(admin, "Offer warm cups.")).toMatchObject({ lessons_created: 0, skipped: 1 });
    expect((await lessonsOf(admin)).map(({ id }) => id)).toEqual([live.id]);
  });
});

describe("the watermark", () => {
  test("leaves recorded packets behind, those of no cluster too", async () => {
    const { admin } = await t.account();
    await admin.turn("all alone", "noted");
    await sayTwice(admin, "green tea please");
    await learnRule(admin, "Serve tea.");
    expect(await planOf(admin)).toMatchObject({ synthesis_token: null, packets_scanned: 0, clusters: [] });
    await admin.turn("all alone", "noted");
    // The caller's plan holds new packets only.
    expect(await planOf(admin)).toMatchObject({ synthesis_token: null, packets_scanned: 1 });
  });

  test("does not move by a plan alone", async () => {
    const { admin } = await t.account();
    await sayTwice(admin, "green tea please");
    await openPlanOf(admin);
    await admin.turn("green tea please", "noted");
    const plan = await openPlanOf(admin);
    expect(plan).toMatchObject({ packets_scanned: 3, clusters: [{ n_sources: 3 }] });
  });

  test("leaves what was recorded between plan and record to the next plan", async () => {
    const { admin } = await t.account();
    const first = await sayTwice(admin, "green tea please");
    const plan = await openPlanOf(admin);
    const second = await sayTwice(admin, "green tea please");
    await recordRules(admin, plan.synthesis_token, [{ cluster_id: plan.clusters[0]?.id ?? "", text: "Serve tea." }]);
    expect((await lessonsOf(admin))[0]?.source_link).toEqual(first);
    expect(await planOf(admin)).toMatchObject({ packets_scanned: 2, clusters: [{ n_sources: 2 }] });
    await learnRule(admin, "Serve tea.");
    expect((await lessonsOf(admin))[0]?.source_link).toEqual([...first, ...second].sort());
  });
});

describe("rules that cannot be stored", () => {
  const fail = (...texts: string[]) => {
    t.words.fault = (text, lane) => (lane === "background" && texts.includes(text) ? new Error("bad text") : null);
  };

  test("leave the others stored: partial, counted, consumed, and the watermark moves", async () => {
    const { admin } = await t.account();
    const { token, ids } = await twoClusters(admin);
    fail("poison");
    const { status, body } = await recordRules(admin, token, [
      { cluster_id: ids.tea, text: "poison" },
      { cluster_id: ids.coffee, text: "Brew strong coffee." },
    ]);
    expect([status, body]).toMatchObject([
      200,
      { lessons_created: 1, skipped: 0, packets_scanned: 4, status: "partial", write_failed: 1 },
    ]);
    expect(body.error).toBeString();
    expect(body.error).not.toContain("poison");
    expect(await rulesOf(admin)).toEqual(["Brew strong coffee."]);
    expectError(await recordRules(admin, token, []), 409, "token_consumed");
    expect(await planOf(admin)).toMatchObject({ packets_scanned: 0 });
  });

  test("fail the pass where all do: nothing is stored or consumed, and the token works again", async () => {
    const { admin } = await t.account();
    const { token, ids } = await twoClusters(admin);
    const before = await admin.state();
    fail("poison", "venom");
    const rules = [
      { cluster_id: ids.tea, text: "poison" },
      { cluster_id: ids.coffee, text: "venom" },
    ];
    const { status, body } = await recordRules(admin, token, rules);
    expect([status, body]).toMatchObject([200, { lessons_created: 0, status: "failed", write_failed: 2 }]);
    expect(body.error).toBeString();
    expect(await admin.state()).toEqual(before);
    expect(await planOf(admin)).toMatchObject({ packets_scanned: 4 });
    t.words.fault = null;
    expect((await recordRules(admin, token, rules)).body).toMatchObject({ ...OK, lessons_created: 2 });
  });

  test("fail the pass where no other rule was given", async () => {
    const { admin } = await t.account();
    const { token, ids } = await twoClusters(admin);
    fail("poison");
    const rules = [
      { cluster_id: ids.tea, text: "poison" },
      { cluster_id: ids.coffee, text: "NONE" },
    ];
    expect((await recordRules(admin, token, rules)).body).toMatchObject({ status: "failed", write_failed: 1 });
    t.words.fault = null;
    expect((await recordRules(admin, token, rules)).body).toMatchObject({ ...OK, lessons_created: 1, skipped: 1 });
  });
});
