// A pinned lesson is in every brief and never expires, whatever users say, until an admin unpins it.
import { afterAll, describe, expect, test } from "bun:test";
import type { LessonItem } from "../support/bodies.ts";
import { DAY_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { briefOf, expectError } from "../support/expectations.ts";
import { INTENTS_BY_FIRST_WORD as intents } from "../support/intents.ts";
import { lessonsOf, rulesOf, sync } from "../support/learning.ts";
import { startTestService } from "../support/test-service.ts";

const FOREVER = "9999-12-31T23:59:59Z";
const t = await startTestService({ learnsOnce: true, intents });
afterAll(() => t.close());

async function pin(client: Client, text: string): Promise<LessonItem> {
  const { status, body } = await client.post<LessonItem>("/lessons", { text, pinned: true });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

interface Document {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, unknown> }>>;
}

describe("a pinned lesson", () => {
  test("does not expire, by time or by use, and says so", async () => {
    const { admin } = await t.account();
    const made = await pin(admin, "about cooking rice");
    expect(made).toMatchObject({ pinned: true, expires_at: FOREVER });
    await admin.prepare("about cooking rice");
    t.clock.advance(400 * DAY_MS);
    await t.service.lessons.sweep(t.clock.now());
    expect(await lessonsOf(admin)).toEqual([{ ...made, use_count: 1 }]);
  });

  test("is in every brief, beside the five that are used most", async () => {
    const { admin } = await t.account();
    for (let at = 0; at < 20; at += 1) await pin(admin, `pinned${at} word${at}`);
    for (let at = 0; at < 6; at += 1) {
      await admin.teach(`used${at} often${at}`);
      await admin.prepare(`used${at} often${at}`);
    }
    const shown = briefOf(await admin.prepare("quite another thing"));
    for (let at = 0; at < 20; at += 1) expect(shown).toContain(`> pinned${at} word${at}`);
    expect(shown.match(/> used\d often\d/g)).toHaveLength(5);
  });

  test("is one of at most 20 of a brain", async () => {
    const { admin } = await t.account();
    for (let at = 0; at < 20; at += 1) await pin(admin, `Rule ${at}.`);
    const more = await admin.teach("One more.");
    expectError(await admin.post("/lessons", { text: "Yet one.", pinned: true }), 409, "too_many_pinned");
    expectError(await admin.patch(`/lessons/${more.id}`, { pinned: true }), 409, "too_many_pinned");
    expect((await admin.at({ user: "ann" }).post("/lessons", { text: "x y", pinned: true })).status).toBe(201);
    const { paths } = (await t.stranger.get<Document>("/openapi.json")).body;
    expect(paths["/lessons"]!.post!.responses).toHaveProperty("409");
    expect(paths["/lessons/{id}"]!.patch!.responses).toHaveProperty("409");
  });

  test("holds against what users say in its place, and against what takes it back", async () => {
    const { admin } = await t.account();
    await pin(admin, "No bullets.");
    for (const said of ["order you: bullets please", "order: forget what I said about bullets"]) {
      await admin.remember(said);
      await sync(admin);
    }
    expect(await rulesOf(admin)).toContain("No bullets.");
  });

  test("stays pinned through an export and an import", async () => {
    const { admin } = await t.account();
    const made = await pin(admin, "Be brief.");
    const { text: body } = await admin.text("/admin/export");
    await admin.delete("/memory");
    expect(await rulesOf(admin)).toEqual([]);
    const headers = { ...admin.headers(), "content-type": "application/x-ndjson" };
    expect((await admin.send("/admin/import", { method: "POST", headers, body })).status).toBe(200);
    expect(await lessonsOf(admin)).toMatchObject([{ id: made.id, pinned: true, expires_at: FOREVER }]);
  });
});

describe("PATCH /lessons/{id}", () => {
  test("pins and unpins, alone or with new wording; unpinned it lives for 30 days from then", async () => {
    const { admin } = await t.account();
    const made = await admin.teach("Be brief.");
    const change = async (body: object) => (await admin.patch<LessonItem>(`/lessons/${made.id}`, body)).body;
    expect(await change({ pinned: true })).toEqual({ ...made, pinned: true, expires_at: FOREVER });
    t.clock.advance(40 * DAY_MS);
    expect(await change({ text: "Be very brief." })).toMatchObject({ pinned: true, response_text: "Be very brief." });
    const unpinned = { pinned: false, expires_at: t.clock.iso(30 * DAY_MS), response_text: "Be short." };
    expect(await change({ text: "Be short.", pinned: false })).toMatchObject(unpinned);
    t.clock.advance(DAY_MS);
    // It was not pinned: nothing changes.
    expect(await change({ pinned: false })).toMatchObject(unpinned);
  });

  test("refuses a change of nothing", async () => {
    const { admin } = await t.account();
    const { id } = await admin.teach("Be brief.");
    for (const body of [{}, { text: null }, { pinned: null }]) {
      expectError(await admin.patch(`/lessons/${id}`, body), 400, "invalid_request", "text");
    }
    expectError(await admin.patch(`/lessons/${id}`, { pinned: "yes" }), 400, "invalid_request", "pinned");
  });
});
