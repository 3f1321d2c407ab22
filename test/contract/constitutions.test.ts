import { afterAll, describe, expect, test } from "bun:test";
import type { ListPage, TurnBody } from "../support/bodies.ts";
import { briefOf, expectError, readAll } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

interface ConstitutionBody {
  readonly name: string;
  readonly text: string;
  readonly gates: readonly { pattern: string; reason: string }[];
  readonly prohibitions: readonly { pattern: string; reason: string }[];
}

const STRICT = {
  text: "Be strict.",
  gates: [
    { pattern: "\\bpassword\\b", reason: "No passwords here." },
    { pattern: "^secret", reason: "No secrets first." },
  ],
  prohibitions: [{ pattern: "obviously", reason: "Nothing is obvious." }],
};

describe("PUT /admin/constitutions/{name}", () => {
  test("makes and replaces a profile, and answers it", async () => {
    const { admin } = await t.account();
    const made = await admin.put("/admin/constitutions/strict", STRICT);
    expect([made.status, made.body]).toEqual([200, { name: "strict", ...STRICT }]);
    expect((await admin.get("/admin/constitutions/strict")).body).toEqual(made.body);
    const replaced = await admin.put("/admin/constitutions/strict", { text: "Milder.", gates: null });
    expect(replaced.body).toEqual({ name: "strict", text: "Milder.", gates: [], prohibitions: [] });
    expect((await admin.get("/admin/constitutions/strict")).body).toEqual(replaced.body);
  });

  test("takes a name with signs in it, decoded once", async () => {
    const { admin } = await t.account();
    const made = await admin.put<ConstitutionBody>("/admin/constitutions/a%2Fb%20%25%F0%9F%98%80", { text: "x" });
    expect(made.body.name).toBe("a/b %\u{1f600}");
    expect(briefOf(await admin.prepare("q", { constitution: "a/b %\u{1f600}" }))).toStartWith("x");
  });

  const patterns = ["(", "[a", "a{2,1}", "*", "(?=a)", "(?<!a)b", "(a)\\1", "\\", "a{1001}", "(?P<n", "\\8"];
  test.each(patterns)("refuses the pattern %j, as gate and as prohibition, and changes nothing", async (pattern) => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/strict", STRICT);
    const rule = { pattern, reason: "r" };
    for (const change of [{ gates: [rule] }, { prohibitions: [{ pattern: "fine", reason: "r" }, rule] }]) {
      expectError(await admin.put("/admin/constitutions/strict", { text: "x", ...change }), 400, "invalid_request");
      expectError(await admin.put("/admin/constitutions/new", { text: "x", ...change }), 400, "invalid_request");
    }
    expect((await admin.get("/admin/constitutions/strict")).body).toEqual({ name: "strict", ...STRICT });
    expectError(await admin.get("/admin/constitutions/new"), 404, "constitution_not_found");
  });

  test("refuses a short pattern that stands for a huge one: each character of a text would meet all of it", async () => {
    const { admin } = await t.account();
    const rule = { pattern: "a{1000}".repeat(140), reason: "r" };
    for (const change of [{ gates: [rule] }, { prohibitions: [rule] }]) {
      expectError(await admin.put("/admin/constitutions/new", { text: "x", ...change }), 400, "invalid_request");
    }
    expectError(await admin.get("/admin/constitutions/new"), 404, "constitution_not_found");
  });

  test("refuses patterns that are moderate one by one and together too much for each character", async () => {
    const { admin } = await t.account();
    const loops = Array.from({ length: 100 }, (_, at) => ({ pattern: `(?s)(.*a){160}zN${at}`, reason: "r" }));
    expectError(await admin.put("/admin/constitutions/new", { text: "x", gates: loops }), 400, "invalid_request");
    const halves = { gates: loops.slice(0, 40), prohibitions: loops.slice(40, 80) };
    expectError(await admin.put("/admin/constitutions/new", { text: "x", ...halves }), 400, "invalid_request");
    expectError(await admin.get("/admin/constitutions/new"), 404, "constitution_not_found");
  });

  test("ends a turn or a verdict whose patterns take too long with an error that says so", async () => {
    const { admin } = await t.account();
    const loops = Array.from({ length: 60 }, (_, at) => ({ pattern: `(?s)(.*[ab]){150}zN${at}`, reason: "r" }));
    const both = { text: "x", gates: loops.slice(0, 30), prohibitions: loops.slice(30) };
    expect((await admin.put("/admin/constitutions/default", both)).status).toBe(200);
    const text = "ab".repeat(16_384);
    expectError(await admin.post("/prepare", { input: text }), 400, "constitution_too_slow");
    expectError(await admin.post("/verify", { answer: text }), 400, "constitution_too_slow");
    const tried = { input: text, answer: text };
    expectError(await admin.post("/admin/constitutions/default/test", tried), 400, "constitution_too_slow");
    expect((await admin.prepare("a short one")).allowed).toBe(true);
  });

  const bad: [string, Record<string, unknown>, string][] = [
    ["a missing text", {}, "text"],
    ["a null text", { text: null }, "text"],
    ["a text with a NUL", { text: "\u0000" }, "text"],
    ["gates that are no list", { text: "x", gates: {} }, "gates"],
    ["a gate that is a text", { text: "x", gates: ["a"] }, "gates[0]"],
    ["a gate without a pattern", { text: "x", gates: [{ reason: "r" }] }, "gates[0].pattern"],
    ["a gate without a reason", { text: "x", gates: [{ pattern: "p" }] }, "gates[0].reason"],
    ["an empty pattern", { text: "x", gates: [{ pattern: "", reason: "r" }] }, "gates[0].pattern"],
    ["a null pattern", { text: "x", prohibitions: [{ pattern: null, reason: "r" }] }, "prohibitions[0].pattern"],
    ["a numeric reason", { text: "x", prohibitions: [{ pattern: "p", reason: 1 }] }, "prohibitions[0].reason"],
  ];
  test.each(bad)("refuses %s", async (_, body, field) => {
    const { admin } = await t.account();
    expectError(await admin.put("/admin/constitutions/new", body), 400, "invalid_request", field);
    expectError(await admin.get("/admin/constitutions/new"), 404, "constitution_not_found");
  });

  test("takes a pattern on which other engines run for ever, and answers at once", async () => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/default", { text: "x", gates: [{ pattern: "(a+)+$", reason: "r" }] });
    expect((await admin.prepare(`${"a".repeat(30_000)}b`)).allowed).toBe(true);
  });
});

describe("GET and DELETE /admin/constitutions", () => {
  test("list by name, `default` always among them, in pages", async () => {
    const { admin } = await t.account();
    for (const name of ["zeta", "alpha", "mid"]) await admin.put(`/admin/constitutions/${name}`, { text: name });
    const all = await readAll(admin, "/admin/constitutions?limit=1", (page: ListPage<ConstitutionBody>) => page.items);
    expect(all.map((each) => each.name).sort()).toEqual(["alpha", "default", "mid", "zeta"]);
    expect(all[all.findIndex((each) => each.name === "default")]?.text.length).toBeGreaterThan(0);
    expect((await admin.get<ListPage<ConstitutionBody>>("/admin/constitutions")).body.items).toEqual(all);
  });

  test("list in the order of names, `default` in its place whether it was changed or not", async () => {
    const { admin } = await t.account();
    for (const name of ["zeta", "alpha", "mid"]) await admin.put(`/admin/constitutions/${name}`, { text: name });
    const names = async () => {
      const { items } = (await admin.get<ListPage<ConstitutionBody>>("/admin/constitutions")).body;
      return items.map((each) => each.name);
    };
    expect(await names()).toEqual(["alpha", "default", "mid", "zeta"]);
    await admin.put("/admin/constitutions/default", { text: "Mine." });
    expect(await names()).toEqual(["alpha", "default", "mid", "zeta"]);
  });

  test("page without gap or repeat also where a profile that was read is deleted between the pages", async () => {
    const { admin } = await t.account();
    for (const name of ["a1", "a2", "a3", "a4"]) await admin.put(`/admin/constitutions/${name}`, { text: name });
    await admin.put("/admin/constitutions/default", { text: "Mine." });
    const read = await readAll(
      admin,
      "/admin/constitutions?limit=2",
      (page: ListPage<ConstitutionBody>) => page.items,
      async (page) => {
        if (page === 1) await admin.delete("/admin/constitutions/a1");
      },
    );
    expect(read.map((each) => each.name)).toEqual(["a1", "a2", "a3", "a4", "default"]);
  });

  test("delete a profile once, and never `default`", async () => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/strict", STRICT);
    const answer = await admin.delete("/admin/constitutions/strict");
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    expectError(await admin.delete("/admin/constitutions/strict"), 404, "constitution_not_found");
    expectError(await admin.post("/prepare", { input: "q", constitution: "strict" }), 400, "unknown_constitution");
    expectError(await admin.delete("/admin/constitutions/default"), 400, "invalid_request");
    expect((await admin.get("/admin/constitutions/default")).status).toBe(200);
  });

  test("know nothing of another account's profiles", async () => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/strict", STRICT);
    const other = (await t.account()).admin;
    expectError(await other.get("/admin/constitutions/strict"), 404, "constitution_not_found");
    expectError(await other.delete("/admin/constitutions/strict"), 404, "constitution_not_found");
    expectError(await other.post("/prepare", { input: "q", constitution: "strict" }), 400, "unknown_constitution");
    expect((await admin.get("/admin/constitutions/strict")).status).toBe(200);
  });
});

describe("a gate", () => {
  test("refuses the turn: allowed false, the reason, no messages, no token, and nothing is made", async () => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/strict", STRICT);
    const before = [t.countRows("brains"), t.countRows("turns")];
    const { status, body } = await admin.post("/prepare", { input: "my PASSWORD is x", constitution: "strict" });
    expect(status).toBe(200);
    expect(body).toEqual({
      messages: [],
      coherence: null,
      sources: [],
      allowed: false,
      reason: "No passwords here.",
      turn_token: null,
    });
    expect([t.countRows("brains"), t.countRows("turns")]).toEqual(before);
  });

  test.each([
    ["passwords are many", true],
    ["a\npassword\nb", false],
    ["secret things", false],
    ["no secret things", true],
    ["", null],
  ])("decides by its pattern: %j is allowed: %p", async (input, allowed) => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/strict", STRICT);
    const answer = await admin.post<TurnBody>("/prepare", { input, constitution: "strict" });
    if (allowed === null) expectError(answer, 400, "invalid_request", "input");
    else expect(answer.body.allowed).toBe(allowed);
  });

  test("stands for its own profile alone, and takes effect with the next turn", async () => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/strict", STRICT);
    expect((await admin.prepare("password")).allowed).toBe(true);
    await admin.put("/admin/constitutions/default", { text: "x", gates: STRICT.gates });
    const gated = await admin.post<TurnBody>("/prepare", { input: "password" });
    expect(gated.body.allowed).toBe(false);
    await admin.put("/admin/constitutions/default", { text: "x" });
    expect((await admin.prepare("password")).allowed).toBe(true);
  });

  test("tells the reason of the first gate that matches", async () => {
    const { admin } = await t.account();
    await admin.put("/admin/constitutions/strict", STRICT);
    const { body } = await admin.post<TurnBody>("/prepare", { input: "secret password", constitution: "strict" });
    expect(body.reason).toBe("No passwords here.");
  });

  test("leaves what was prepared before", async () => {
    const { admin } = await t.account();
    const { turn_token } = await admin.prepare("password");
    await admin.put("/admin/constitutions/default", STRICT);
    expect((await admin.record(turn_token, "fine")).status).toBe(200);
  });
});

test("the text of the named profile stands at the head of the brief", async () => {
  const { admin } = await t.account();
  await admin.put("/admin/constitutions/strict", { text: "STRICT-TEXT" });
  expect(briefOf(await admin.prepare("q", { constitution: "strict" }))).toStartWith("STRICT-TEXT");
  expect(briefOf(await admin.prepare("q"))).not.toContain("STRICT-TEXT");
});
