import { expect, test } from "bun:test";
import type { Distiller } from "../../src/domain/ports/distiller.ts";
import { ALONE_KEPT_MS } from "../../src/domain/ports/learning-store.ts";
import { startTestService } from "../support/test-service.ts";

/** Words a rule from the first word of the cluster; fails on "broken". */
const FIRST_WORD: Distiller = {
  name: "first word",
  isModel: true,
  async distil({ packets }) {
    const word = packets[0]?.input.split(" ")[0] ?? "";
    if (word === "broken") throw new Error("no answer");
    return `Remember ${word}.`;
  },
};

test("a night teaches every brain with news, but those of accounts that want none, and a failure stops no other", async () => {
  const t = await startTestService({ endpoint: FIRST_WORD });
  try {
    const [willing, unwilling] = [await t.account(), await t.account()];
    for (const { admin } of [willing, unwilling]) await admin.patch("/admin/settings", { distiller: "endpoint" });
    await unwilling.admin.patch("/admin/settings", { nightly: false });
    for (const [client, words] of [
      [willing.admin.at({ user: "ada" }), "tea in the morning"],
      [willing.admin.at({ user: "bob" }), "broken things again"],
      [willing.admin.at({ user: "cid" }), "coffee after lunch"],
      [unwilling.admin, "silence please now"],
    ] as const) {
      for (let at = 0; at < 2; at += 1) await client.turn(words, "ok");
    }
    const failures: unknown[] = [];
    await t.service.learner.learnAll((error) => void failures.push(error));
    const rulesOf = async (client: typeof willing.admin) =>
      (await client.get<{ lessons: { response_text: string }[] }>("/lessons")).body.lessons.map(
        (each) => each.response_text,
      );
    expect(await rulesOf(willing.admin.at({ user: "ada" }))).toEqual(["Remember tea."]);
    expect(await rulesOf(willing.admin.at({ user: "bob" }))).toEqual([]);
    expect(await rulesOf(willing.admin.at({ user: "cid" }))).toEqual(["Remember coffee."]);
    expect(await rulesOf(unwilling.admin)).toEqual([]);
    // A failed pass leaves its brain for the next night; a learned one has no news.
    const news = (await t.service.learning.brainsWithNews()).map(({ key }) => key.user);
    expect(news).toEqual(["bob", null]);
  } finally {
    await t.close();
  }
});

test("sweeping drops input embeddings that waited too long, and leaves the turns", async () => {
  const t = await startTestService();
  try {
    const { admin } = await t.account();
    await admin.turn("tea in the morning", "ok");
    const brain = await t.service.brains.find({ account: "account-1", core: "default", user: null });
    const waiting = async () =>
      (await t.service.learning.scan(brain?.id ?? 0, { withAlone: true, now: t.clock.now() })).fresh.map(
        ({ vector }) => vector !== null,
      );
    await t.service.learning.sweep(t.clock.now());
    expect(await waiting()).toEqual([true]);
    t.clock.advance(ALONE_KEPT_MS + 1);
    await t.service.learning.sweep(t.clock.now());
    expect(await waiting()).toEqual([false]);
    const recalled = await admin.post<{ sources: unknown[] }>("/recall", { query: "tea in the morning" });
    expect(recalled.body.sources).toHaveLength(1);
  } finally {
    await t.close();
  }
});
