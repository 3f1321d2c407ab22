// POST /sync with `dry_run`: what a pass would learn now, and none runs.
import { afterAll, expect, test } from "bun:test";
import type { LessonPage } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { lessonsOf, ScriptedDistiller, sayTwice, sync } from "../support/learning.ts";
import { startTestService, type TestAccount } from "../support/test-service.ts";

const script = new ScriptedDistiller();
const t = await startTestService({ endpoint: script, learnsOnce: true });
afterAll(() => t.close());

interface Foreseen {
  readonly ok: boolean;
  readonly learned: number;
  readonly lessons: readonly unknown[];
  readonly would_learn: readonly { readonly response_text: string; readonly source_ids: readonly string[] }[];
}

async function foresee(client: Client): Promise<Foreseen> {
  const { status, body } = await client.post<Foreseen>("/sync", { dry_run: true });
  expect(status, JSON.stringify(body)).toBe(200);
  expect([body.learned, body.lessons]).toEqual([0, []]);
  return body;
}

async function scripted(): Promise<TestAccount> {
  script.reset();
  const account = await t.account();
  await account.admin.patch("/admin/settings", { distiller: "endpoint" });
  return account;
}

/** All that a pass could have changed. */
const look = async ({ admin }: TestAccount) => [
  await admin.state(),
  (await admin.get<LessonPage>("/lessons?superseded=true")).body.lessons,
  (await admin.get("/admin/audit")).body,
  t.countRows("learning_passes"),
  t.countRows("brains"),
];

const learned = async (client: Client) =>
  (await lessonsOf(client)).map(({ response_text, source_link }) => [response_text, source_link]).toSorted();

test("says the very lessons that the pass then makes, and changes nothing before", async () => {
  const account = await scripted();
  const { admin } = account;
  await sayTwice(admin, "green tea please");
  await sayTwice(admin, "black coffee now");
  await admin.turn("Always answer in French.", "D'accord.");
  await admin.turn("all alone", "noted");
  const before = await look(account);
  const { ok, would_learn } = await foresee(admin);
  expect(ok).toBe(true);
  expect(would_learn.length).toBeGreaterThanOrEqual(3);
  expect(await foresee(admin)).toMatchObject({ would_learn });
  expect(await look(account)).toEqual(before);
  expect(await sync(admin)).toMatchObject({ ok: true, learned: would_learn.length });
  expect(would_learn.map(({ response_text, source_ids }) => [response_text, source_ids]).toSorted()).toEqual(
    await learned(admin),
  );
  expect((await foresee(admin)).would_learn).toEqual([]);
});

test("leaves out what a lesson says already, what holds nothing durable, and what was deleted for good", async () => {
  const { admin } = await scripted();
  await sayTwice(admin, "green tea please");
  await sync(admin);
  const [tea] = await lessonsOf(admin);
  await sayTwice(admin, "green tea please");
  expect((await foresee(admin)).would_learn).toEqual([]);
  await admin.delete(`/lessons/${tea?.id}`);
  expect((await foresee(admin)).would_learn).toEqual([]);
  await sayTwice(admin, "black coffee now");
  expect((await foresee(admin)).would_learn).toHaveLength(1);
  script.answer = () => null;
  expect((await foresee(admin)).would_learn).toEqual([]);
  expect(await lessonsOf(admin)).toEqual([]);
});

test("is not ok where the pass would fail, and makes no brain for somebody new", async () => {
  const account = await scripted();
  const { admin } = account;
  await sayTwice(admin, "green tea please");
  script.answer = () => {
    throw new Error("the endpoint did not answer");
  };
  const before = await look(account);
  expect(await foresee(admin)).toMatchObject({ ok: false, would_learn: [] });
  expect(await foresee(admin.at({ user: "nobody" }))).toMatchObject({ ok: true, would_learn: [] });
  expect(await look(account)).toEqual(before);
});

test("is for admin keys; a body is not needed, and a pass that runs says nothing of it", async () => {
  const { admin, agent } = await t.account();
  await agent.turn("Always answer in French.", "D'accord.");
  expectError(await agent.post("/sync", { dry_run: true }), 403, "admin_required");
  expectError(await admin.post("/sync", { dry_run: 1 }), 400, "invalid_request", "dry_run");
  expectError(await admin.post("/sync", { user: "ann" }), 400, "unknown_field", "user");
  expect(await lessonsOf(admin)).toEqual([]);
  const plain = await agent.post<object>("/sync", undefined);
  expect([plain.status, Object.keys(plain.body)]).toEqual([200, ["ok", "learned", "lessons"]]);
  expect(await lessonsOf(admin)).toHaveLength(1);
  for (const body of [{}, { dry_run: false }, { dry_run: null }]) {
    expect((await agent.post("/sync", body)).body).toEqual({ ok: true, learned: 0, lessons: [] });
  }
});
