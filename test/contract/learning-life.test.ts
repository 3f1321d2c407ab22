// What becomes of learned lessons: deletion is final, unless it is asked not to be.
import { afterAll, describe, expect, test } from "bun:test";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { learnRule, lessonsOf, ScriptedDistiller, sayTwice, sync } from "../support/learning.ts";
import { startTestService } from "../support/test-service.ts";

const script = new ScriptedDistiller();
const t = await startTestService({ endpoint: script });
afterAll(() => t.close());

const RULE = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10";

async function learned(client: Client): Promise<string> {
  await sayTwice(client, "green tea please");
  expect(await learnRule(client, RULE)).toMatchObject({ lessons_created: 1 });
  return (await lessonsOf(client))[0]?.id ?? "";
}

async function learnAgain(client: Client, rule = RULE) {
  await sayTwice(client, "green tea please");
  return learnRule(client, rule);
}

const KEPT_OUT = { lessons_created: 0, skipped: 1, status: "ok", write_failed: 0 };

describe("a lesson that was deleted", () => {
  test("does not come back by a later plan, although the same is said again", async () => {
    const { admin } = await t.account();
    const id = await learned(admin);
    expect((await admin.delete(`/lessons/${id}`)).body).toEqual({ ok: true });
    expect(await learnAgain(admin)).toMatchObject(KEPT_OUT);
    expect(await lessonsOf(admin)).toEqual([]);
    // For good: not once only.
    expect(await learnAgain(admin)).toMatchObject(KEPT_OUT);
  });

  test("does not come back by a pass of the service", async () => {
    const { admin } = await t.account();
    await admin.patch("/admin/settings", { distiller: "endpoint" });
    script.answer = () => RULE;
    await sayTwice(admin, "green tea please");
    expect(await sync(admin)).toMatchObject({ ok: true, learned: 1 });
    await admin.delete(`/lessons/${(await lessonsOf(admin))[0]?.id}?forget=true`);
    await sayTwice(admin, "green tea please");
    expect(await sync(admin)).toMatchObject({ ok: true, learned: 0 });
    expect(await lessonsOf(admin)).toEqual([]);
  });

  test("keeps out rules of a similarity of 0.90, and no others", async () => {
    const { admin } = await t.account();
    await admin.delete(`/lessons/${await learned(admin)}`);
    // 10 / sqrt(10 x 12) is 0.913; 10 / sqrt(10 x 13) is 0.877.
    expect(await learnAgain(admin, `${RULE} x1 x2`)).toMatchObject(KEPT_OUT);
    expect(await learnAgain(admin, `${RULE} x1 x2 x3`)).toMatchObject({ lessons_created: 1, skipped: 0 });
  });

  test("keeps out its last wording", async () => {
    const { admin } = await t.account();
    const id = await learned(admin);
    await admin.patch(`/lessons/${id}`, { text: "quite another rule" });
    await admin.delete(`/lessons/${id}`);
    expect(await learnAgain(admin, "quite another rule")).toMatchObject(KEPT_OUT);
    expect(await learnAgain(admin)).toMatchObject({ lessons_created: 1 });
  });

  test("may be taught again by hand, and then gets the packets of later passes or none", async () => {
    const { admin } = await t.account();
    await admin.delete(`/lessons/${await learned(admin)}`);
    const made = await admin.teach(RULE);
    expect(await learnAgain(admin)).toMatchObject({ lessons_created: 0, skipped: 1 });
    expect((await lessonsOf(admin)).map(({ id }) => id)).toEqual([made.id]);
  });

  test("binds its own brain alone", async () => {
    const { admin } = await t.account();
    await admin.delete(`/lessons/${await learned(admin)}`);
    expect(await learnAgain(admin.at({ user: "ann" }))).toMatchObject({ lessons_created: 1 });
  });

  test("comes back where it was not to be forgotten", async () => {
    const { admin } = await t.account();
    const id = await learned(admin);
    expect((await admin.delete(`/lessons/${id}?forget=false`)).body).toEqual({ ok: true });
    expect(await lessonsOf(admin)).toEqual([]);
    expect(await learnAgain(admin)).toMatchObject({ lessons_created: 1, skipped: 0 });
  });

  test.each(["maybe", "", "1", "TRUE", "false "])("is not deleted with forget=%j, which is 400", async (forget) => {
    const { admin } = await t.account();
    const id = await learned(admin);
    const path = `/lessons/${id}?forget=${encodeURIComponent(forget)}`;
    expectError(await admin.delete(path), 400, "invalid_request", "forget");
    expect(await lessonsOf(admin)).toHaveLength(1);
  });

  test("comes back once the whole memory was erased", async () => {
    const { admin } = await t.account();
    await admin.delete(`/lessons/${await learned(admin)}`);
    await admin.delete("/memory");
    expect(await learnAgain(admin)).toMatchObject({ lessons_created: 1, skipped: 0 });
  });
});

describe("a learned lesson", () => {
  test("loses an erased packet from its sources and stays without any", async () => {
    const { admin } = await t.account();
    const id = await learned(admin);
    const [first, second] = (await lessonsOf(admin))[0]?.source_link ?? [];
    await admin.delete(`/memory/${first}`);
    expect(await lessonsOf(admin)).toMatchObject([{ id, source_link: [second ?? ""] }]);
    await admin.delete(`/memory/${second}`);
    expect(await lessonsOf(admin)).toMatchObject([{ id, source_link: [] }]);
  });

  test("keeps sources and cost when it is reworded, and is then known by its new wording", async () => {
    const { admin } = await t.account();
    const id = await learned(admin);
    const [made] = await lessonsOf(admin);
    await admin.patch(`/lessons/${id}`, { text: "quite another rule" });
    expect(await lessonsOf(admin)).toEqual([{ ...made!, response_text: "quite another rule" }]);
    expect(await learnAgain(admin, "quite another rule")).toMatchObject({ lessons_created: 0, skipped: 1 });
    expect(await learnAgain(admin)).toMatchObject({ lessons_created: 1 });
  });
});
