// Constitutions of an account, and what is wrong with their patterns.
import { describe, expect, test } from "bun:test";
import {
  deleteConstitution,
  getConstitution,
  listConstitutions,
  putConstitution,
  requireSoundPatterns,
} from "../../src/accounts/keep-constitutions.ts";
import { patternFault } from "../../src/accounts/pattern-fault.ts";
import { DEFAULT_CONSTITUTION, type GuardPattern } from "../../src/domain/constitution.ts";
import type { TextReading } from "../../src/domain/ports/text-reading.ts";
import { ConstitutionsInMemory, fixedClock, identityOf, NOW } from "../support/account-ports.ts";

function depsOf(...names: readonly string[]) {
  return { clock: fixedClock(), constitutions: new ConstitutionsInMemory(...names) };
}

describe("the constitution `default`", () => {
  test("is listed first and found though it was never put", async () => {
    const listed = await listConstitutions(depsOf("aloof", "zealous"), identityOf());
    expect(listed.map(({ name }) => name)).toEqual(["default", "aloof", "zealous"]);
    expect(await getConstitution(depsOf(), identityOf(), "default")).toEqual(DEFAULT_CONSTITUTION);
  });

  test("is the account's own once it was put, and listed once", async () => {
    const deps = depsOf("aloof", "default");
    const listed = await listConstitutions(deps, identityOf());
    expect(listed.map(({ name, text }) => [name, text])).toEqual([
      ["aloof", "of aloof"],
      ["default", "of default"],
    ]);
    expect(await getConstitution(deps, identityOf(), "default")).toMatchObject({ text: "of default" });
  });

  test("cannot be deleted", async () => {
    const deps = depsOf("default");
    const refused = { code: "invalid_request", details: { field: "name" } };
    await expect(deleteConstitution(deps, identityOf(), "default")).rejects.toMatchObject(refused);
    expect([...deps.constitutions.kept.keys()]).toEqual(["default"]);
  });
});

test("one that is not there is told, for looking and for deleting", async () => {
  const missing = { code: "constitution_not_found" };
  await expect(getConstitution(depsOf("aloof"), identityOf(), "zealous")).rejects.toMatchObject(missing);
  await expect(deleteConstitution(depsOf("aloof"), identityOf(), "zealous")).rejects.toMatchObject(missing);
});

test("only an unbound key puts and deletes", async () => {
  const deps = depsOf("aloof");
  const kind = { ...DEFAULT_CONSTITUTION, name: "kind" };
  for (const bound of [{ core: "blue" }, { user: "ada" }]) {
    await expect(putConstitution(deps, identityOf(bound), kind)).rejects.toMatchObject({ code: "key_scope" });
    const deleted = deleteConstitution(deps, identityOf(bound), "aloof");
    await expect(deleted).rejects.toMatchObject({ code: "key_scope" });
  }
  expect([...deps.constitutions.kept.keys()]).toEqual(["aloof"]);
  expect(await putConstitution(deps, identityOf(), kind)).toEqual(kind);
  await deleteConstitution(deps, identityOf(), "aloof");
  expect([...deps.constitutions.kept.keys()]).toEqual(["kind"]);
  const by = { actor: "issuer00", at: NOW };
  expect(deps.constitutions.doers).toEqual([by, by]);
});

describe("patterns", () => {
  const guards = (...patterns: string[]): GuardPattern[] => patterns.map((pattern) => ({ pattern, reason: "no" }));

  /** Finds fault with patterns of the text "bad"; all together take so many steps. */
  function readingOf(steps = 0) {
    const asked: { patterns: readonly string[]; account: string | null }[] = [];
    const checkPatterns: TextReading["checkPatterns"] = async ({ patterns }, account) => {
      asked.push({ patterns, account });
      return { faults: patterns.map((pattern) => (pattern === "bad" ? "is no pattern" : null)), steps };
    };
    return { asked, checkPatterns };
  }

  test("are checked all together, gates first, as the account's own text", async () => {
    const reading = readingOf();
    const sound = { gates: guards("a", "b"), prohibitions: guards("c") };
    expect(await patternFault(reading, sound, "acme")).toBeNull();
    expect(reading.asked).toEqual([{ patterns: ["a", "b", "c"], account: "acme" }]);
  });

  test.each([
    [guards("a", "bad"), guards("bad"), "gates[1].pattern"],
    [guards("a", "b"), guards("bad", "c"), "prohibitions[0].pattern"],
    [guards(), guards("a", "bad"), "prohibitions[1].pattern"],
  ])("the first fault is named by its place", async (gates, prohibitions, field) => {
    const fault = await patternFault(readingOf(99_999), { gates, prohibitions }, null);
    expect(fault).toEqual({ field, message: "is no pattern" });
  });

  test("that are too large a program together are told so, beyond 10,000 steps", async () => {
    const sound = { gates: guards("a"), prohibitions: [] };
    expect(await patternFault(readingOf(10_000), sound, null)).toBeNull();
    const fault = await patternFault(readingOf(10_001), sound, null);
    expect(fault?.field).toBeNull();
    expect(fault?.message).toContain("10001 of 10000 steps");
  });

  test("with more than 1,000 Unicode classes together are not compiled", async () => {
    const reading = readingOf();
    const most = { gates: guards("\\p{L}".repeat(600)), prohibitions: guards("\\PN".repeat(400)) };
    expect(await patternFault(reading, most, null)).toBeNull();
    const more = { ...most, prohibitions: [...most.prohibitions, ...guards("[\\p{Lu}]")] };
    const fault = await patternFault(reading, more, null);
    expect([fault?.field, fault?.message]).toEqual([null, expect.stringContaining("1001 of 1000")]);
    expect(reading.asked.length).toBe(1);
  });

  test("that are faulty make a request invalid, with the field where there is one", async () => {
    const check = (reading: ReturnType<typeof readingOf>, gates: GuardPattern[]) =>
      requireSoundPatterns({ reading }, "acme", { gates, prohibitions: [] });
    await check(readingOf(), guards("a"));
    await expect(check(readingOf(), guards("bad"))).rejects.toMatchObject({
      code: "invalid_request",
      message: "`gates[0].pattern` in the body is no pattern.",
      details: { field: "gates[0].pattern" },
    });
    const large = await check(readingOf(10_001), guards("a")).catch((error: unknown) => error);
    expect(large).toMatchObject({ code: "invalid_request", message: expect.stringContaining("steps") });
    expect(large).toHaveProperty("details", undefined);
  });
});
