// Sources that a later one replaced: in hybrid mode they say so, stand behind it, and the brief has a word of it.
import { afterAll, expect, test } from "bun:test";
import type { TurnBody } from "../support/bodies.ts";
import { say } from "../support/hybrid.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

interface Shown {
  readonly sources: readonly { readonly id: string; readonly superseded_by?: string }[];
}

test("the replaced stands behind what replaced it, and names it, in /prepare, /recall and the brief", async () => {
  const { admin } = await t.account();
  const older = await say(admin, "The launch of the shop is on Monday", "Noted.");
  const other = await say(admin, "The launch of the shop costs 300 pounds", "Noted.");
  const newer = await say(admin, "No, the launch of the shop moved to Wednesday", "Noted.");
  const query = "The launch of the shop is on which day, Monday?";
  const cosine = (await admin.post<Shown>("/recall", { query })).body.sources;
  expect(cosine[0]).toMatchObject({ id: older });
  expect(cosine.filter((source) => source.superseded_by !== undefined)).toEqual([]);
  await admin.patch("/admin/settings", { retrieval_mode: "hybrid" });
  const turn = await admin.prepare(query);
  const recalled = (await admin.post<Shown>("/recall", { query })).body.sources;
  for (const sources of [recalled, (turn as TurnBody & Shown).sources]) {
    const ids = sources.map(({ id }) => id);
    expect(ids.toSorted()).toEqual([older, other, newer].toSorted());
    expect(ids.indexOf(older)).toBe(ids.indexOf(newer) + 1);
    expect(sources.map(({ superseded_by }) => superseded_by)[ids.indexOf(older)]).toBe(newer);
    expect(sources.filter(({ superseded_by }) => superseded_by !== undefined)).toHaveLength(1);
  }
  const [system] = turn.messages;
  expect(system?.content).toMatch(
    /### Memory \d, \d{4}-\d\d-\d\d, outdated: see memory \d\n> The launch of the shop is on Monday/,
  );
});

test("what replaced it, erased, replaces nothing any more", async () => {
  const { admin } = await t.account();
  const older = await say(admin, "The launch of the shop is on Monday", "Noted.");
  const newer = await say(admin, "No, the launch of the shop moved to Wednesday", "Noted.");
  await admin.patch("/admin/settings", { retrieval_mode: "hybrid" });
  await admin.delete(`/memory/${newer}`);
  const { body } = await admin.post<Shown>("/recall", { query: "the launch of the shop" });
  expect(body.sources).toMatchObject([{ id: older }]);
  expect(body.sources[0]?.superseded_by).toBeUndefined();
});
