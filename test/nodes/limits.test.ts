// Limits of requests hold for nodes together: the executables, each with its own beat.
import { expect, test } from "bun:test";
import { openLab, type Server } from "../e2e/executable.ts";
import { until } from "../e2e/until.ts";
import { freshDatabase } from "../support/postgres.ts";
import { startNodes } from "./executables.ts";
import { describeNodes } from "./nodes.ts";

const LIMIT = 100;

const guess = async ({ url }: Server) => {
  const answer = await fetch(`${url}/memory`, { headers: { "X-API-Key": "mk_live_aaaaaaaa_guess" } });
  await answer.text();
  return answer.status;
};

describeNodes("limits of requests", () => {
  const lab = openLab({ model: "tiny" });

  test("who guesses keys at one node is held up at another, long before his guesses there count", async () => {
    const { url, drop } = await freshDatabase();
    const env = { MEMORYD_FAILED_AUTH_PER_MINUTE: String(LIMIT) };
    const [here, there] = await startNodes(lab, 2, url, { env });
    await until("a refusal where the guesses are", async () => (await guess(here!)) === 429 || undefined);
    let guesses = 0;
    await until("a refusal", async () => {
      guesses += 1;
      await Bun.sleep(200);
      return (await guess(there!)) === 429 || undefined;
    });
    expect(guesses).toBeLessThan(LIMIT / 2);
    await Promise.all([here!.stop(), there!.stop()]);
    await drop();
  });
});
