import { afterAll, describe, expect, test } from "bun:test";
import type { CoreBody, ListPage } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { briefOf, expectError, readAll } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const VIRTUAL = { slug: "default", name: "default" };

async function coresOf(client: Client): Promise<readonly unknown[]> {
  return (await client.get<ListPage<CoreBody>>("/cores?limit=1000")).body.items;
}

describe("POST /cores", () => {
  test("answers 201 and the core; its context is empty when absent", async () => {
    const { admin } = await t.account();
    const blue = await admin.post("/cores", { slug: "blue", name: "Blue" });
    expect([blue.status, blue.body]).toEqual([201, { slug: "blue", name: "Blue", context: "" }]);
    const red = await admin.post("/cores", { slug: "red", name: "Red", context: "Speaks of red." });
    expect([red.status, red.body]).toEqual([201, { slug: "red", name: "Red", context: "Speaks of red." }]);
    expect((await admin.get("/cores/red")).body).toEqual(red.body);
  });

  test.each(["a", "9", "0-", "a".repeat(39), "a--b"])("takes the slug %p", async (slug) => {
    const { admin } = await t.account();
    expect((await admin.post("/cores", { slug, name: "N" })).status).toBe(201);
    expect((await admin.at({ core: slug }).get("/metrics")).status).toBe(200);
  });

  const bad: [string, Record<string, unknown>, string][] = [
    ["an empty slug", { slug: "", name: "N" }, "slug"],
    ["a slug with a capital", { slug: "Blue", name: "N" }, "slug"],
    ["a slug that begins with a hyphen", { slug: "-blue", name: "N" }, "slug"],
    ["a slug of 40 characters", { slug: "a".repeat(40), name: "N" }, "slug"],
    ["a slug with an underscore", { slug: "a_b", name: "N" }, "slug"],
    ["a slug with a line end behind it", { slug: "blue\n", name: "N" }, "slug"],
    ["a slug with the separator of labels", { slug: "a::b", name: "N" }, "slug"],
    ["a slug of another script", { slug: "кот", name: "N" }, "slug"],
    ["a numeric slug", { slug: 5, name: "N" }, "slug"],
    ["a missing slug", { name: "N" }, "slug"],
    ["a null slug", { slug: null, name: "N" }, "slug"],
    ["a missing name", { slug: "blue" }, "name"],
    ["a null name", { slug: "blue", name: null }, "name"],
    ["an empty name", { slug: "blue", name: "" }, "name"],
    ["a name of 201 emoji", { slug: "blue", name: "\u{1f600}".repeat(201) }, "name"],
    ["a name with a NUL", { slug: "blue", name: "\u0000" }, "name"],
    ["a context of 8,001 characters", { slug: "blue", name: "N", context: "a".repeat(8_001) }, "context"],
    ["a numeric context", { slug: "blue", name: "N", context: 1 }, "context"],
    ["a context with a lone surrogate", { slug: "blue", name: "N", context: "\ud800" }, "context"],
  ];
  test.each(bad)("refuses %s and makes no core", async (_, body, field) => {
    const { admin } = await t.account();
    expectError(await admin.post("/cores", body), 400, "invalid_request", field);
    expect(await coresOf(admin)).toEqual([VIRTUAL]);
  });

  test("takes a name of 200 emoji and a context of 8,000", async () => {
    const { admin } = await t.account();
    const body = { slug: "blue", name: "\u{1f600}".repeat(200), context: "\u{1f600}".repeat(8_000) };
    expect((await admin.post("/cores", body)).body).toEqual(body);
  });

  test("refuses a slug that is there, `default` included, with 409, and leaves the core as it is", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    expectError(await admin.post("/cores", { slug: "blue", name: "Other" }), 409, "core_exists");
    expectError(await admin.post("/cores", { slug: "default", name: "Other" }), 409, "core_exists");
    expect(await coresOf(admin)).toEqual([VIRTUAL, { slug: "blue", name: "Blue" }]);
  });

  test("of one slug in two accounts makes two cores", async () => {
    const [one, two] = [await t.account(), await t.account()];
    for (const { admin } of [one, two]) {
      expect((await admin.post("/cores", { slug: "blue", name: admin === one.admin ? "One" : "Two" })).status).toBe(
        201,
      );
    }
    expect((await one.admin.get("/cores/blue")).body).toMatchObject({ name: "One" });
  });

  test("of one slug twice at the same time makes it once", async () => {
    const { admin } = await t.account();
    const made = await Promise.all([1, 2, 3].map((n) => admin.post("/cores", { slug: "blue", name: `N${n}` })));
    expect(made.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  });
});

describe("GET /cores", () => {
  test("lists slug and name alone, `default` first, then in order of creation, to any key", async () => {
    const { admin, agent } = await t.account();
    for (const slug of ["zebra", "apple", "mango"]) {
      t.clock.advance(1);
      await admin.post("/cores", { slug, name: slug.toUpperCase(), context: "c" });
    }
    const items = [VIRTUAL, ...["zebra", "apple", "mango"].map((slug) => ({ slug, name: slug.toUpperCase() }))];
    for (const client of [admin, agent]) {
      expect((await client.get("/cores")).body).toEqual({ items, next_cursor: null });
    }
  });

  test("pages to the end without gap or repeat", async () => {
    const { admin } = await t.account();
    const slugs = ["default"];
    for (let at = 0; at < 7; at += 1) {
      t.clock.advance(1);
      slugs.push(`core-${at}`);
      await admin.post("/cores", { slug: `core-${at}`, name: "N" });
    }
    for (const limit of [1, 3, 8, 9]) {
      const all = await readAll(admin, `/cores?limit=${limit}`, (page: ListPage<CoreBody>) => page.items);
      expect(all.map((core) => core.slug)).toEqual(slugs);
    }
  });

  test("pages without gap or repeat also where a core that was read is deleted between the pages", async () => {
    const { admin } = await t.account();
    for (let at = 0; at < 6; at += 1) {
      t.clock.advance(1);
      await admin.post("/cores", { slug: `core-${at}`, name: "N" });
    }
    const read = await readAll(
      admin,
      "/cores?limit=2",
      (page: ListPage<CoreBody>) => page.items,
      async (page) => {
        if (page === 1) await admin.delete("/cores/core-0");
      },
    );
    expect(read.map((core) => core.slug)).toEqual(["default", ...[0, 1, 2, 3, 4, 5].map((at) => `core-${at}`)]);
  });

  test.each(["limit=0", "limit=1001", "limit=x", "cursor=x", "cursor=", "cursor=bjA"])("refuses %s", async (query) => {
    const { agent } = await t.account();
    expectError(await agent.get(`/cores?${query}`), 400, "invalid_request");
  });
});

describe("GET /cores/{slug}", () => {
  test("shows `default` always, and any key may read", async () => {
    const { agent } = await t.account();
    expect((await agent.get("/cores/default")).body).toEqual({ slug: "default", name: "default", context: "" });
  });

  test.each(["nowhere", "Blue", "%20", "a".repeat(128)])("is 404 for %p", async (slug) => {
    const { agent } = await t.account();
    expectError(await agent.get(`/cores/${slug}`), 404, "core_not_found");
  });

  test("is 404 for a core of another account", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    expectError(await (await t.account()).admin.get("/cores/blue"), 404, "core_not_found");
  });
});

describe("PATCH /cores/{slug}", () => {
  test("changes name, context or both, and answers the core", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue", context: "Old." });
    const steps: [Record<string, unknown>, CoreBody][] = [
      [{ name: "Navy" }, { slug: "blue", name: "Navy", context: "Old." }],
      [{ context: "New." }, { slug: "blue", name: "Navy", context: "New." }],
      [
        { name: "Sky", context: "" },
        { slug: "blue", name: "Sky", context: "" },
      ],
      [
        { name: null, context: "Newer." },
        { slug: "blue", name: "Sky", context: "Newer." },
      ],
    ];
    for (const [change, core] of steps) {
      const answer = await admin.patch("/cores/blue", change);
      expect([answer.status, answer.body]).toEqual([200, core]);
      expect((await admin.get("/cores/blue")).body).toEqual(core);
    }
  });

  test.each([
    ["a slug", { slug: "red" }, "slug"],
    ["its own slug", { slug: "blue", name: "N" }, "slug"],
    ["an empty name", { name: "" }, "name"],
    ["a name of 201 characters", { name: "a".repeat(201) }, "name"],
    ["a context of 8,001 characters", { context: "a".repeat(8_001) }, "context"],
    ["a numeric context", { context: 4 }, "context"],
  ])("refuses %s and changes nothing", async (_, change, field) => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue", context: "Old." });
    expectError(await admin.patch("/cores/blue", change), 400, "invalid_request", field);
    expect((await admin.get("/cores/blue")).body).toEqual({ slug: "blue", name: "Blue", context: "Old." });
  });

  test("renames `default`, whose memory stays", async () => {
    const { admin } = await t.account();
    const id = await admin.remember("alpha");
    const answer = await admin.patch("/cores/default", { name: "Main", context: "CORECONTEXT" });
    expect(answer.body).toEqual({ slug: "default", name: "Main", context: "CORECONTEXT" });
    expect(await coresOf(admin)).toEqual([{ slug: "default", name: "Main" }]);
    expect((await admin.get(`/memory/${id}`)).status).toBe(200);
    expect(briefOf(await admin.prepare("alpha"))).toContain("CORECONTEXT");
    expect(briefOf(await admin.at({ user: "ann" }).prepare("alpha"))).toContain("CORECONTEXT");
  });

  test("is 404 for a core that is not there, and makes none", async () => {
    const { admin } = await t.account();
    expectError(await admin.patch("/cores/nowhere", { name: "N" }), 404, "core_not_found");
    expect(await coresOf(admin)).toEqual([VIRTUAL]);
  });
});

describe("DELETE /cores/{slug}", () => {
  test("answers { ok: true } and erases every brain of the core and nothing else", async () => {
    const { admin } = await t.account();
    const other = (await t.account()).admin;
    for (const client of [admin, other]) await client.post("/cores", { slug: "blue", name: "Blue" });
    const doomed = [admin.at({ core: "blue" }), admin.at({ core: "blue", user: "ann" })];
    const kept = [
      admin,
      admin.at({ user: "ann" }),
      other.at({ core: "blue" }),
      other.at({ core: "blue", user: "ann" }),
    ];
    for (const client of [...doomed, ...kept]) {
      await client.remember("alpha beta");
      await client.teach("alpha rule");
    }
    const before = await Promise.all(kept.map((client) => client.state()));
    const answer = await admin.delete("/cores/blue");
    expect([answer.status, answer.body]).toEqual([200, { ok: true, receipt: expect.any(Object), keys_revoked: 0 }]);
    for (const client of doomed) {
      for (const path of ["/memory", "/lessons", "/metrics"])
        expectError(await client.get(path), 404, "core_not_found");
      expectError(await client.post("/prepare", { input: "alpha" }), 404, "core_not_found");
    }
    expect(await Promise.all(kept.map((client) => client.state()))).toEqual(before);
    expectError(await admin.delete("/cores/blue"), 404, "core_not_found");
    await admin.post("/cores", { slug: "blue", name: "Blue again" });
    for (const client of doomed) {
      const { metrics, memory, lessons } = await client.state();
      expect([metrics.turns, memory.items, lessons.lessons]).toEqual([0, [], []]);
      expect((await client.prepare("alpha beta")).sources).toEqual([]);
    }
  });

  test("leaves no byte of the core's brains on the disk", async () => {
    const own = await startTestService();
    try {
      const { admin } = await own.account();
      await admin.post("/cores", { slug: "blue", name: "Blue", context: "erasable okapi" });
      const ann = admin.at({ core: "blue", user: "ann" });
      await ann.turn("erasable xylophone", "erasable zeppelin");
      await ann.teach("Erasable quokka.");
      await ann.prepare("erasable bassoon");
      await admin.delete("/cores/blue");
      const bytes = await own.bytesOnDisk();
      for (const word of ["xylophone", "zeppelin", "quokka", "bassoon", "okapi"]) {
        expect(bytes.includes(word)).toBe(false);
      }
    } finally {
      await own.close();
    }
  });

  test("refuses `default` with 400, and its memory stays", async () => {
    const { admin } = await t.account();
    await admin.remember("alpha");
    expectError(await admin.delete("/cores/default"), 400, "invalid_request");
    expect((await admin.state()).metrics).toMatchObject({ memory_size: 1 });
    await admin.patch("/cores/default", { name: "Main" });
    expectError(await admin.delete("/cores/default"), 400, "invalid_request");
  });

  test("is 404 for a core of another account, which stays", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    expectError(await (await t.account()).admin.delete("/cores/blue"), 404, "core_not_found");
    expect((await admin.get("/cores/blue")).status).toBe(200);
  });
});

describe("X-Memory-Core", () => {
  test("`default` and no header are the same brain, for users too", async () => {
    const { agent } = await t.account();
    await agent.remember("alpha");
    expect(await agent.at({ core: "default" }).state()).toEqual(await agent.state());
    await agent.at({ core: "default", user: "ann" }).remember("beta");
    expect((await agent.at({ user: "ann" }).state()).metrics).toMatchObject({ memory_size: 1 });
  });

  test("of an unknown core is 404 for every memory endpoint, and makes no core and no brain", async () => {
    const { admin } = await t.account();
    const lost = admin.at({ core: "nowhere" });
    const before = [t.countRows("brains"), t.countRows("cores")];
    const answers = [
      await lost.post("/prepare", { input: "a" }),
      await lost.post("/record", { turn_token: "turn_x", answer: "a" }),
      await lost.post("/verify", { answer: "a" }),
      await lost.post("/recall", { query: "a" }),
      await lost.get("/memory"),
      await lost.get("/memory/x"),
      await lost.delete("/memory/x"),
      await lost.delete("/memory"),
      await lost.get("/metrics"),
      await lost.get("/lessons"),
      await lost.post("/lessons", { text: "a" }),
      await lost.patch("/lessons/x", { text: "a" }),
      await lost.delete("/lessons/x"),
    ];
    for (const answer of answers) expectError(answer, 404, "core_not_found");
    expect([t.countRows("brains"), t.countRows("cores")]).toEqual(before);
  });

  test("of a core of another account is 404 as if it were unknown", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "secret", name: "Secret" });
    const { agent } = await t.account();
    expectError(await agent.at({ core: "secret" }).get("/memory"), 404, "core_not_found");
  });
});
