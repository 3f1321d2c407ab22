// Which sentence of a draft hangs on which memory, and a draft's question without a turn: both for admin keys.
import { afterAll, expect, test } from "bun:test";
import type { MemoryPage, VerdictBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

interface Explained extends VerdictBody {
  readonly sentences: readonly { sentence: string; verdict: string; source_id: string | null }[];
}

async function explained(client: Client, answer: string, rest: object = {}): Promise<Explained> {
  const { status, body } = await client.post<Explained>("/verify", { answer, explain: true, ...rest });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const rowsOf = ({ sentences }: Explained) => sentences.map((each) => [each.sentence, each.verdict, each.source_id]);

test("each sentence that claims something says what it hangs on, and the rest of the answer stays as it was", async () => {
  const { admin } = await t.account();
  const rent = await admin.turn("The rent is 640 euros a month.", "Noted.");
  const launch = await admin.turn("The launch of the shop is on Monday.", "Noted.");
  await admin.turn("No, the launch is on Wednesday.", "Noted.");
  const answer = "The rent is 640 euros a month. The launch is on Monday. Shall I go on? The moon is far away.";
  const { sentences, ...verdict } = await explained(admin, answer);
  expect(verdict).toEqual((await admin.post<VerdictBody>("/verify", { answer })).body);
  expect(verdict.contradictions).toMatchObject([{ source_id: launch, kind: "outdated" }]);
  expect(sentences).toEqual([
    { sentence: "The rent is 640 euros a month.", verdict: "supported", source_id: rent },
    { sentence: "The launch is on Monday.", verdict: "contradicted", source_id: launch },
    { sentence: "The moon is far away.", verdict: "unknown", source_id: null },
  ]);
});

test("holds more than the five contradictions that the answer names", async () => {
  const { admin } = await t.account();
  const things = ["granite", "coriander", "jazz", "camping", "opera", "karaoke", "liquorice"];
  for (const thing of things) await admin.turn(`I really can't stand ${thing}`, "Noted.");
  const body = await explained(admin, things.map((thing) => `Take ${thing}, which you like so much.`).join(" "));
  expect(body.contradictions).toHaveLength(5);
  expect(body.sentences.filter(({ verdict }) => verdict === "contradicted")).toHaveLength(7);
});

test("a confirmed name is contradicted by no memory, and a denial that is known by meaning by its own", async () => {
  const { admin } = await t.account();
  await admin.turn("My name is Dana.", "Hello Dana.");
  const told = await admin.turn("My garden shed stands behind the old house", "Noted.");
  const named = await explained(admin, "Your name is Robert.");
  expect(named.contradiction).toBe(true);
  expect(rowsOf(named)).toEqual([["Your name is Robert.", "contradicted", null]]);
  const denied = await explained(admin, "Your garden shed stands not behind the old house");
  expect(denied.contradictions).toMatchObject([{ source_id: told, kind: "polarity" }]);
  expect(rowsOf(denied)[0]?.slice(1)).toEqual(["contradicted", told]);
});

test("without any memory all is unknown", async () => {
  const { admin } = await t.account();
  const answer = "The rent is 640 euros. Is it?";
  expect(rowsOf(await explained(admin, answer))).toEqual([["The rent is 640 euros.", "unknown", null]]);
  const nobody = await explained(admin.at({ user: "nobody" }), answer);
  expect([nobody.ok, nobody.coherence, nobody.sentences.length]).toEqual([true, 0, 1]);
});

test("`input` is the question of the draft, as a token's is, and nothing is stored", async () => {
  const { admin } = await t.account();
  await admin.turn("My locker number at the gym is 85.", "Noted.");
  const [input, answer] = ["Which number is my locker?", "90."];
  const { turn_token } = await admin.prepare(input);
  const before = [await admin.state(), t.countRows("turns")];
  expect((await explained(admin, answer)).ok).toBe(true);
  const byInput = await explained(admin, answer, { input });
  expect(byInput).toMatchObject({ ok: false, contradiction: true });
  const { coherence: _, ...byToken } = await explained(admin, answer, { turn_token });
  expect(byInput).toMatchObject(byToken);
  expect((await explained(admin, "85.", { input })).sentences[0]).toMatchObject({ verdict: "supported" });
  expect([await admin.state(), t.countRows("turns")]).toEqual(before);
});

test("sources are of the brain that is asked, and of the turn's with a token", async () => {
  const { admin } = await t.account();
  const said = "The rent is 640 euros a month.";
  await admin.at({ user: "ann" }).turn(said, "Noted.");
  await admin.at({ user: "bob" }).turn(said, "Noted.");
  for (const user of ["ann", "bob"]) {
    const client = admin.at({ user });
    const { items } = (await client.get<MemoryPage>("/memory")).body;
    const [sentence] = (await explained(client, said)).sentences;
    expect(sentence?.source_id).toBe(items[0]!.id);
  }
  expect((await explained(admin, said)).sentences[0]?.verdict).toBe("unknown");
});

test("both are for admin keys, and an input goes without a token", async () => {
  const { admin, agent } = await t.account();
  const { turn_token } = await admin.prepare("q");
  for (const field of [{ explain: true }, { input: "q" }]) {
    expectError(await agent.post("/verify", { answer: "a", ...field }), 403, "admin_required");
  }
  const plain = await agent.post<VerdictBody>("/verify", { answer: "a", explain: false, input: null });
  expect(Object.keys(plain.body)).not.toContain("sentences");
  expectError(await admin.post("/verify", { answer: "a", input: "q", turn_token }), 400, "invalid_request", "input");
  for (const input of ["", " ", 5, "a\u0000"]) {
    expectError(await admin.post("/verify", { answer: "a", input }), 400, "invalid_request", "input");
  }
  expectError(await admin.post("/verify", { answer: "a", explain: 1 }), 400, "invalid_request", "explain");
});
