// POST /admin/constitutions/{name}/test: what each pattern says to a text, before anybody meets it.
import { afterAll, expect, test } from "bun:test";
import type { TurnBody, VerdictBody } from "../support/bodies.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const STRICT = {
  text: "Be strict.",
  gates: [
    { pattern: "\\bpassword\\b", reason: "No passwords here." },
    { pattern: "^secret", reason: "No secrets first." },
    { pattern: "(?-i)PIN", reason: "No PIN." },
  ],
  prohibitions: [{ pattern: "obviously", reason: "Nothing is obvious." }],
};
const PATH = "/admin/constitutions/strict/test";

interface Tried {
  readonly gates: readonly { pattern: string; reason: string; matched: boolean | null }[];
  readonly prohibitions: readonly { pattern: string; reason: string; matched: boolean | null }[];
}

async function strict() {
  const account = await t.account();
  await account.admin.put("/admin/constitutions/strict", STRICT);
  const tried = async (body: object, path = PATH) => {
    const answer = await account.admin.post<Tried>(path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const matched = async (body: object) => {
    const { gates, prohibitions } = await tried(body);
    return [gates.map((each) => each.matched), prohibitions.map((each) => each.matched)];
  };
  return { ...account, tried, matched };
}

test("says of each gate and prohibition whether it matches its text", async () => {
  const { tried, matched } = await strict();
  expect(await tried({ input: "My PASSWORD is pin", answer: "Obviously." })).toEqual({
    gates: [
      { ...STRICT.gates[0]!, matched: true },
      { ...STRICT.gates[1]!, matched: false },
      { ...STRICT.gates[2]!, matched: false },
    ],
    prohibitions: [{ ...STRICT.prohibitions[0]!, matched: true }],
  });
  expect(await matched({ input: "Secret PIN" })).toEqual([[false, true, true], [null]]);
  expect(await matched({ answer: "Well." })).toEqual([[null, null, null], [false]]);
});

test("agrees with the turn", async () => {
  const { admin, matched } = await strict();
  for (const text of ["my password", "no secret", "secret", "the PIN", "obviously", "ObViOuSlY so", "passwords"]) {
    const [gates, prohibitions] = await matched({ input: text, answer: text });
    const turn = await admin.post<TurnBody>("/prepare", { input: text, constitution: "strict" });
    const first = STRICT.gates[gates!.indexOf(true)];
    expect(turn.body.reason, text).toBe(first?.reason ?? null);
    const { turn_token } = await admin.prepare("fine", { constitution: "strict" });
    const verdict = await admin.post<VerdictBody>("/verify", { answer: text, turn_token });
    expect(verdict.body.ok, text).toBe(prohibitions![0] === false);
  }
});

test("tries patterns that are not stored, and stores none", async () => {
  const { admin, tried } = await strict();
  const gates = [{ pattern: "te+a", reason: "No tea." }];
  const half = await tried({ input: "Teea", answer: "obviously", gates });
  expect(half.gates).toEqual([{ ...gates[0]!, matched: true }]);
  expect(half.prohibitions).toEqual([{ ...STRICT.prohibitions[0]!, matched: true }]);
  const whole = { input: "tea", gates, prohibitions: [] };
  expect((await tried(whole, "/admin/constitutions/new/test")).gates).toEqual([{ ...gates[0]!, matched: true }]);
  expectError(
    await admin.post("/admin/constitutions/new/test", { input: "tea", gates }),
    404,
    "constitution_not_found",
  );
  expect((await tried({ input: "tea" }, "/admin/constitutions/default/test")).gates).toEqual([]);
  expect((await admin.get("/admin/constitutions/strict")).body).toEqual({ name: "strict", ...STRICT });
  expectError(await admin.get("/admin/constitutions/new"), 404, "constitution_not_found");
});

test("refuses what PUT refuses, and a request without a text", async () => {
  const { admin } = await strict();
  const rule = (pattern: string) => [{ pattern, reason: "r" }];
  for (const pattern of ["(", "(?=a)", "(a)\\1", "a{1001}", "a{1000}".repeat(140)]) {
    const [asGate, asProhibition] = [{ gates: rule(pattern) }, { prohibitions: rule(pattern) }];
    for (const change of [asGate, asProhibition]) {
      const put = await admin.put("/admin/constitutions/strict", { text: "x", ...change });
      const tried = await admin.post(PATH, { input: "a", ...change });
      expectError(tried, 400, "invalid_request");
      expect({ ...(tried.body as object), request_id: "" }).toEqual({ ...(put.body as object), request_id: "" });
    }
  }
  expectError(await admin.post(PATH, {}), 400, "invalid_request", "input");
  expectError(await admin.post(PATH, { input: null, answer: null }), 400, "invalid_request", "input");
  expectError(await admin.post(PATH, { input: "" }), 400, "invalid_request", "input");
  expectError(await admin.post(PATH, { input: "a", text: "x" }), 400, "unknown_field", "text");
  expectError(await admin.post("/admin/constitutions/nowhere/test", { input: "a" }), 404, "constitution_not_found");
});

test("a bound admin key may try, and another account's patterns are not there", async () => {
  const { key } = await strict();
  const bound = await key({ scope: "admin", user: "ann" });
  expect((await bound.post(PATH, { input: "a" })).status).toBe(200);
  const other = await t.account();
  expectError(await other.admin.post(PATH, { input: "a" }), 404, "constitution_not_found");
});
