// What /verify reads of long texts: one sentence of thousands is enough.
import { expect, test } from "bun:test";
import type { VerdictBody } from "../support/bodies.ts";
import { startTestService } from "../support/test-service.ts";

/** Sentences that are nearly alike, so that each might contradict each. */
function sentences(count: number, word: string): string {
  return Array.from({ length: count }, (_, at) => `The ${word} meets part${at}.`).join("\n");
}

test("verify finds what the last of thousands of sentences contradicts, beside long memories", async () => {
  const t = await startTestService();
  try {
    const { agent } = await t.account();
    const source = "I really can't stand granite";
    for (let at = 0; at < 4; at += 1) await agent.turn("alpha meets", sentences(1_000, "alpha"));
    await agent.remember(source);
    const verdictOn = async (last: string) => {
      const answer = `${sentences(2_000, "beta").replaceAll("\n", " ")} ${last}.`;
      return (await agent.post<VerdictBody>("/verify", { answer })).body;
    };
    expect(await verdictOn("You really can't stand granite")).toMatchObject({ ok: true, contradiction: false });
    expect(await verdictOn("Take granite, which you like so much")).toMatchObject({ ok: false, contradiction: true });
  } finally {
    await t.close();
  }
});
