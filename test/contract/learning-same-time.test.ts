// Plans that are recorded while something else happens to their brain: nothing fails, and nothing is lost.
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { learnRule, lessonsOf, recordRules, rulesOf, stopBeforeEmbedding, twoClusters } from "../support/learning.ts";
import { newDataDir, startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

describe("memory that is erased between plan and record", () => {
  test("is in no source link; a rule with no packet left is not stored", async () => {
    const { admin } = await t.account();
    const { token, tea, coffee, ids } = await twoClusters(admin);
    for (const id of [...tea, coffee[0]]) await admin.delete(`/memory/${id}`);
    const { body } = await recordRules(admin, token, [
      { cluster_id: ids.tea, text: "Serve tea." },
      { cluster_id: ids.coffee, text: "Brew strong coffee." },
    ]);
    expect(body).toMatchObject({ lessons_created: 1, skipped: 1, status: "ok" });
    expect(await lessonsOf(admin)).toMatchObject([{ response_text: "Brew strong coffee.", source_link: [coffee[1]] }]);
  });
});

describe("a lesson that is deleted while a plan is recorded", () => {
  test("is given no packets, and the record goes on", async () => {
    const { admin } = await t.account();
    const { id } = await admin.teach("Offer warm cups.");
    const { token, ids } = await twoClusters(admin);
    const stop = stopBeforeEmbedding(t.words, "Brew strong coffee.");
    const recording = recordRules(admin, token, [
      { cluster_id: ids.tea, text: "Offer warm cups." },
      { cluster_id: ids.coffee, text: "Brew strong coffee." },
    ]);
    await stop.reached;
    // The first rule was found to be known; the second waits.
    expect((await admin.delete(`/lessons/${id}`)).status).toBe(200);
    stop.release();
    expect((await recording).status).toBe(200);
    expect(await rulesOf(admin)).toEqual(["Brew strong coffee."]);
  });

  test("does not come back by that plan", async () => {
    const { admin } = await t.account();
    const { id } = await admin.teach("Offer warm cups.");
    const { token, ids } = await twoClusters(admin);
    const stop = stopBeforeEmbedding(t.words, "Brew strong coffee.");
    // Clusters are worked through in the plan's order, so the tea's rule goes to the later one.
    const recording = recordRules(admin, token, [
      { cluster_id: ids.tea, text: "Brew strong coffee." },
      { cluster_id: ids.coffee, text: "Offer warm cups." },
    ]);
    await stop.reached;
    expect((await admin.delete(`/lessons/${id}`)).status).toBe(200);
    stop.release();
    expect((await recording).status).toBe(200);
    expect(await rulesOf(admin)).toEqual(["Brew strong coffee."]);
  });
});

describe("a turn that is learned from before it is embedded", () => {
  test("is embedded all the same and found", async () => {
    const { admin } = await t.account();
    const waiting = [await admin.prepare("green tea please"), await admin.prepare("green tea please")];
    const release = t.words.holdBackground();
    for (const { turn_token } of waiting) await admin.record(turn_token, "noted");
    expect(await learnRule(admin, null)).toMatchObject({ skipped: 1 });
    release();
    expect((await admin.prepare("green tea please")).sources).toHaveLength(2);
  });

  test("is embedded after a restart where it could not be before", async () => {
    const dataDir = newDataDir();
    const first = await startTestService({ dataDir });
    const { admin } = await first.account("acme");
    first.words.fault = (text, lane) => (lane === "background" && text === "poison" ? new Error("bad text") : null);
    await admin.turn("green tea please", "poison");
    await admin.turn("green tea please", "poison");
    await learnRule(admin, null);
    await first.close();
    const second = await startTestService({ dataDir });
    expect((await second.withKey(admin.key ?? "").prepare("green tea please")).sources).toHaveLength(2);
    await second.close();
    rmSync(dataDir, { recursive: true });
  });
});
