// The life of a synthesis token: minted with a plan, single-use, an hour long, for its own brain.
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { HOUR_MS, MINUTE_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { lessonsOf, openPlanOf, planOf, recordRules, sayTwice } from "../support/learning.ts";
import { newDataDir, startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const RULE = "Always serve green tea.";

async function planned(client: Client) {
  await sayTwice(client, "green tea please");
  const plan = await openPlanOf(client);
  const record = (by: Client = client) =>
    recordRules(by, plan.synthesis_token, [{ cluster_id: plan.clusters[0]?.id ?? "", text: RULE }]);
  return { plan, record };
}

describe("a synthesis token", () => {
  test("is consumed by a record", async () => {
    const { admin } = await t.account();
    const { record } = await planned(admin);
    expect((await record()).body).toMatchObject({ lessons_created: 1 });
    const before = await admin.state();
    expectError(await record(), 409, "token_consumed");
    expect(await admin.state()).toEqual(before);
  });

  test("is consumed once by two records at the same time", async () => {
    const { admin } = await t.account();
    const { record } = await planned(admin);
    const statuses = (await Promise.all([record(), record(), record()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409]);
    expect(await lessonsOf(admin)).toHaveLength(1);
  });

  test("lives an hour to the millisecond", async () => {
    const { admin } = await t.account();
    const early = await planned(admin);
    t.clock.advance(HOUR_MS - 1);
    expect((await early.record()).status).toBe(200);
    const late = await planned(admin.at({ user: "ann" }));
    t.clock.advance(HOUR_MS);
    expectError(await late.record(), 410, "token_expired");
    t.clock.advance(MINUTE_MS);
    expectError(await late.record(), 410, "token_expired");
    expect(await lessonsOf(admin.at({ user: "ann" }))).toEqual([]);
    // Its packets wait for the next plan.
    expect(await planOf(admin.at({ user: "ann" }))).toMatchObject({ packets_scanned: 2 });
  });

  test("of another core or user that the same key reaches is 409, is not consumed, and serves in its own", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const brains = [
      admin,
      admin.at({ user: "ann" }),
      admin.at({ core: "blue" }),
      admin.at({ core: "blue", user: "ann" }),
    ];
    for (const own of brains) {
      const { record } = await planned(own);
      for (const other of brains.filter((each) => each !== own)) {
        const before = await other.state();
        expectError(await record(other), 409, "token_other_brain");
        expect(await other.state()).toEqual(before);
      }
      expect((await record()).body).toMatchObject({ lessons_created: 1, status: "ok" });
    }
  });

  test("does not exist for a key of another account, nor for one that is bound elsewhere", async () => {
    const { admin, key } = await t.account();
    const { record } = await planned(admin);
    expectError(await record((await t.account()).admin), 404, "token_not_found");
    expectError(await record(await key({ scope: "admin", user: "ann" })), 404, "token_not_found");
    expectError(await record(t.operator), 404, "token_not_found");
    expect((await record()).status).toBe(200);
  });

  test("works with a key that is bound to its brain", async () => {
    const { admin, key } = await t.account();
    const { record } = await planned(admin.at({ user: "ann" }));
    expect((await record(await key({ scope: "admin", user: "ann" }))).body).toMatchObject({ lessons_created: 1 });
  });

  test("is refused from an agent's key and from a stranger, and is not consumed", async () => {
    const { admin, agent } = await t.account();
    const { record } = await planned(admin);
    expectError(await record(agent), 403, "admin_required");
    expectError(await record(t.stranger), 401, "unauthorized");
    expect((await record()).status).toBe(200);
  });

  test.each(["syn_", "x", "\u{1f600}", "../../etc/passwd", "a".repeat(200)])(
    "that never was is 404: %j",
    async (token) => {
      const { admin } = await t.account();
      await sayTwice(admin, "green tea please");
      const before = await admin.state();
      expectError(await recordRules(admin, token, []), 404, "token_not_found");
      expect(await admin.state()).toEqual(before);
    },
  );

  test("is no turn token, and a turn token is none", async () => {
    const { admin } = await t.account();
    const { plan, record } = await planned(admin);
    expectError(await admin.record(plan.synthesis_token, "a"), 404, "token_not_found");
    const { turn_token } = await admin.prepare("q");
    expectError(await recordRules(admin, turn_token, []), 404, "token_not_found");
    expect((await record()).status).toBe(200);
  });

  test("goes with the memory of its brain, and with its core", async () => {
    const { admin } = await t.account();
    const own = await planned(admin);
    await admin.delete("/memory");
    expectError(await own.record(), 404, "token_not_found");
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const blue = await planned(admin.at({ core: "blue" }));
    await admin.delete("/cores/blue");
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    expectError(await blue.record(), 404, "token_not_found");
  });

  test("of a plan whose packets another plan has taught is 409", async () => {
    const { admin } = await t.account();
    const first = await planned(admin);
    const second = await openPlanOf(admin);
    await admin.turn("green tea please", "noted");
    const third = await openPlanOf(admin);
    expect((await recordRules(admin, second.synthesis_token, [])).status).toBe(200);
    expectError(await first.record(), 409, "token_consumed");
    expectError(await recordRules(admin, third.synthesis_token, []), 409, "token_consumed");
    expect(await lessonsOf(admin)).toEqual([]);
  });

  test("of a plan whose packets a pass of the service has taught is 409", async () => {
    const { admin } = await t.account();
    const { record } = await planned(admin);
    expect((await admin.post("/sync", {})).status).toBe(200);
    expectError(await record(), 409, "token_consumed");
  });

  test("of another brain stays open while one is recorded", async () => {
    const { admin } = await t.account();
    const [one, two] = [await planned(admin), await planned(admin.at({ user: "ann" }))];
    expect((await one.record()).status).toBe(200);
    expect((await two.record()).body).toMatchObject({ lessons_created: 1 });
  });

  test("survives a restart with its plan", async () => {
    const dataDir = newDataDir();
    const first = await startTestService({ dataDir });
    const { admin } = await first.account();
    const sources = await sayTwice(admin, "green tea please");
    const plan = await openPlanOf(admin);
    await first.close();
    const second = await startTestService({ dataDir });
    const again = second.withKey(admin.key ?? "");
    const rules = [{ cluster_id: plan.clusters[0]?.id ?? "", text: RULE }];
    expect((await recordRules(again, plan.synthesis_token, rules)).body).toMatchObject({ lessons_created: 1 });
    expect((await lessonsOf(again))[0]?.source_link).toEqual(sources);
    await second.close();
    rmSync(dataDir, { recursive: true });
  });
});
