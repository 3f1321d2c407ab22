// A brain with more new packets than one pass takes.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import { recordOf, turnOf } from "../store/fixture.ts";
import { DAY_MS, seededNumbers } from "../support/chance.ts";
import { lessonsOf, openPlanOf, planOf, recordRules, sync } from "../support/learning.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

// Thousands of durable writes take seconds on a slow disk.
setDefaultTimeout(120_000);

const PASS_MAX = 2_000;
const random = seededNumbers(7);

/** In 384 dimensions no two of a few thousand come near a similarity of 0.6. */
function randomDirection(): Float32Array {
  const vector = Float32Array.from({ length: DIMENSION }, () => random() + random() + random() - 1.5);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

/**
 * Packets as `/record` leaves them, past the service, each group after the one before; a later one may share its vector
 * with an earlier.
 */
async function seedPackets(account: string, ...groups: readonly (readonly Float32Array[])[]): Promise<void> {
  const brain = { account, core: "default", user: null };
  const now = t.clock.now();
  const made = groups.flat().map((inputVector, at) => ({ inputVector, at, token: `${account}_${at}` }));
  const { turns } = t.service;
  const begun = await Promise.all(
    made.map(({ inputVector, token }) =>
      turns.begin(turnOf(token, { brain, inputVector, createdAt: now, expiresAt: now + DAY_MS, lessonsExpireAt: now })),
    ),
  );
  const rest = made.values();
  for (const { length } of groups) {
    await Promise.all(
      rest.take(length).map(({ at, token }) => turns.record(recordOf(token, begun[at]?.id ?? 0, { now }))),
    );
  }
}

const unlike = (count: number) => Array.from({ length: count }, randomDirection);

describe("more new packets than one pass takes", () => {
  test("a full plan without a cluster moves the watermark, so that the next plan goes on from there", async () => {
    const { admin, name } = await t.account();
    const pair = randomDirection();
    await seedPackets(name, unlike(PASS_MAX), [pair, pair]);
    expect(await planOf(admin)).toMatchObject({ synthesis_token: null, packets_scanned: PASS_MAX, clusters: [] });
    const plan = await openPlanOf(admin);
    expect(plan).toMatchObject({ packets_scanned: 2, clusters: [{ n_sources: 2, from_correction: false }] });
  });

  test("a plan that is not full leaves the watermark, although it has no cluster", async () => {
    const { admin, name } = await t.account();
    await seedPackets(name, unlike(PASS_MAX - 1));
    expect(await planOf(admin)).toMatchObject({ synthesis_token: null, packets_scanned: PASS_MAX - 1 });
    expect(await planOf(admin)).toMatchObject({ synthesis_token: null, packets_scanned: PASS_MAX - 1 });
  });

  test("the oldest come first, and a recorded plan takes only those", async () => {
    const { admin, name } = await t.account();
    const pair = randomDirection();
    await seedPackets(name, [pair], unlike(PASS_MAX - 2), [pair], [pair]);
    const plan = await openPlanOf(admin);
    expect(plan).toMatchObject({ packets_scanned: PASS_MAX, clusters: [{ n_sources: 2 }] });
    await recordRules(admin, plan.synthesis_token, [{ cluster_id: plan.clusters[0]?.id ?? "", text: "Be brief." }]);
    expect((await lessonsOf(admin))[0]?.source_link).toEqual([`mem_${name}_0`, `mem_${name}_${PASS_MAX - 1}`]);
    expect(await planOf(admin)).toMatchObject({ packets_scanned: 1 });
  });

  test("each pass of the service takes the next", async () => {
    const { admin, name } = await t.account();
    await seedPackets(name, unlike(PASS_MAX + 5));
    const brain = { account: name, core: "default", user: null };
    expect(await t.service.learner.sync(brain)).toMatchObject({ packetsScanned: PASS_MAX, status: "ok" });
    expect(await planOf(admin)).toMatchObject({ packets_scanned: 5 });
    expect(await sync(admin)).toMatchObject({ ok: true, learned: 0 });
    expect(await planOf(admin)).toMatchObject({ packets_scanned: 0 });
  });
});
