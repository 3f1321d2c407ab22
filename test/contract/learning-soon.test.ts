// A pass comes soon after a turn that teaches something by itself: an order, a correction, a lasting preference.
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Client } from "../support/client.ts";
import { INTENTS_BY_FIRST_WORD } from "../support/intents.ts";
import { rulesOf, ScriptedDistiller } from "../support/learning.ts";
import { newDataDir, startTestService, type TestService } from "../support/test-service.ts";

const AFTER_MS = 60_000;
const LEARNS = { learnsOnce: true, intents: INTENTS_BY_FIRST_WORD, learnAfterMs: AFTER_MS } as const;
const distiller = new ScriptedDistiller();
const t = await startTestService({ ...LEARNS, endpoint: distiller });
afterAll(() => t.close());

/** What the service does once a second. */
async function runDue({ service }: TestService = t): Promise<unknown[]> {
  const failures: unknown[] = [];
  await service.learnSoon.runDue((error) => void failures.push(error));
  return failures;
}

/** The rules of a brain in which this was said, when the time has come. */
async function learned(client: Client, ...inputs: string[]): Promise<string[]> {
  for (const input of inputs) await client.remember(input);
  t.clock.advance(AFTER_MS);
  await runDue();
  return rulesOf(client);
}

describe("a pass", () => {
  test("comes so long after the last such turn, and not before", async () => {
    const { agent } = await t.account();
    await agent.remember("order you: leave the faces out");
    t.clock.advance(AFTER_MS - 1);
    await runDue();
    expect(await rulesOf(agent)).toEqual([]);
    await agent.remember("order you: prices in francs");
    t.clock.advance(AFTER_MS - 1);
    await runDue();
    expect(await rulesOf(agent)).toEqual([]);
    t.clock.advance(1);
    await runDue();
    expect(await rulesOf(agent)).toHaveLength(2);
  });

  test("is not put off by turns that teach nothing, and does not come for them", async () => {
    const { agent } = await t.account();
    await agent.remember("order you: leave the faces out");
    t.clock.advance(AFTER_MS - 1);
    await agent.remember("talk of the weather");
    t.clock.advance(1);
    await runDue();
    expect(await rulesOf(agent)).toHaveLength(1);
    const { agent: other } = await t.account();
    const passes = t.countRows("learning_passes");
    expect(await learned(other, "talk of the weather", "question: and now?", "once: shorter you")).toEqual([]);
    expect(t.countRows("learning_passes")).toBe(passes);
  });

  test.each([
    ["a preference", ["preference for oat milk"]],
    ["a correction", ["No, always answer in French.", "No, always answer in French."]],
  ])("comes for %s", async (_, inputs) => {
    const { agent } = await t.account();
    expect(await learned(agent, ...inputs)).toHaveLength(1);
  });

  test("comes for what takes a rule back", async () => {
    const { agent } = await t.account();
    expect(await learned(agent, "order you: emojis please")).toHaveLength(1);
    expect(await learned(agent, "order: forget what I said about emojis")).toEqual([]);
  });

  test("comes to accounts as the nightly one does, and as they want to learn", async () => {
    const [unwilling, owing, off, orders] = await Promise.all([t.account(), t.account(), t.account(), t.account()]);
    await unwilling.admin.patch("/admin/settings", { nightly: false });
    await off.admin.patch("/admin/settings", { learn_once: "off" });
    await orders.admin.patch("/admin/settings", { learn_once: "orders" });
    await owing.admin.remember("order you: leave the faces out");
    await t.operator.patch(`/admin/accounts/${owing.name}`, { past_due: true });
    const said = ["order you: leave the faces out", "preference for oat milk"];
    expect(await learned(unwilling.admin, ...said)).toEqual([]);
    expect(await learned(off.admin, ...said)).toEqual([]);
    expect(await learned(orders.admin, ...said)).toEqual(["The user asks: “order you: leave the faces out”"]);
    expect(await rulesOf(owing.admin)).toEqual([]);
  });

  test("that fails stops no other", async () => {
    const [broken, sound] = [await t.account(), await t.account()];
    await broken.admin.patch("/admin/settings", { distiller: "endpoint" });
    distiller.answer = () => Promise.reject(new Error("no answer"));
    await broken.admin.remember("order you: leave the faces out");
    expect(await learned(sound.admin, "order you: leave the faces out")).toHaveLength(1);
    expect(await rulesOf(broken.admin)).toEqual([]);
    distiller.reset();
  });
});

test("where passes do not come soon, none does", async () => {
  const off = await startTestService({ ...LEARNS, learnAfterMs: 0 });
  try {
    const { agent } = await off.account();
    await agent.remember("order you: leave the faces out");
    off.clock.advance(10 * AFTER_MS);
    await runDue(off);
    expect(off.countRows("learning_passes")).toBe(0);
  } finally {
    await off.close();
  }
});

test("what was due when the service stopped comes as long after its next start", async () => {
  const dataDir = newDataDir();
  const first = await startTestService({ ...LEARNS, dataDir });
  const { agent } = await first.account("ann");
  await agent.remember("order you: leave the faces out");
  await first.close();
  const next = await startTestService({ ...LEARNS, dataDir });
  try {
    next.clock.advance(AFTER_MS - 1);
    await runDue(next);
    expect(next.countRows("lessons")).toBe(0);
    next.clock.advance(1);
    await runDue(next);
    expect(next.countRows("lessons")).toBe(1);
  } finally {
    await next.close();
    rmSync(dataDir, { recursive: true });
  }
});
