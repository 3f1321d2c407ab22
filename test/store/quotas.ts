// What an account may use is exact, whoever asks at the same time.
import { describe, expect, test } from "bun:test";
import { BRAIN, brainOf, NOW, turnOf } from "./fixture.ts";
import { codeOf, type WithStore } from "./opened-store.ts";

const MONTH = "2026-01";

export function quotasHold(withStore: WithStore): void {
  describe("of the turns of a month", () => {
    const allowance = { turnsPerMonth: 5, subBrains: null };

    test("as many are given as there are, to however many come together", () =>
      withStore(async (store, { beside, reopen }) => {
        const other = await beside();
        const asked = Array.from({ length: 12 }, (_, at) =>
          [store, other][at % 2]!.turns.begin(turnOf(`t${at}`, { allowance })),
        );
        const codes = await Promise.all(asked.map(codeOf));
        expect(codes.filter((code) => code === "not refused")).toHaveLength(5);
        expect(codes.filter((code) => code === "quota_exceeded")).toHaveLength(7);
        const again = await reopen();
        expect(await again.accounts.turnsSpent("default", MONTH)).toBe(5);
        expect([...(await again.accounts.turnsOf(MONTH))]).toEqual([["default", 5]]);
      }));

    test("those that nothing limited count as well, once a plan limits the month", () =>
      withStore(async (store, { beside }) => {
        const other = await beside();
        const users = ["a", "b", "c", "d", "e", "f"];
        const ask = (user: string, at: number, most: number | null) =>
          codeOf(
            [store, other][at % 2]!.turns.begin(
              turnOf(`${user} ${at}`, {
                brain: { ...BRAIN, user },
                allowance: { turnsPerMonth: most, subBrains: null },
              }),
            ),
          );
        await Promise.all(users.map((user, at) => ask(user, at, null)));
        await store.turns.countGated({ account: "default", at: NOW, turnsPerMonth: null });
        expect([...(await store.accounts.turnsOf(MONTH))]).toEqual([["default", 7]]);
        expect(await ask("a", 10, 7)).toBe("quota_exceeded");
        const codes = await Promise.all(users.map((user, at) => ask(user, at + 20, 9)));
        expect(codes.filter((code) => code === "not refused")).toHaveLength(2);
        expect([...(await other.accounts.turnsOf(MONTH))]).toEqual([["default", 9]]);
      }));

    test("a gated one counts as one, and each month and account has its own", () =>
      withStore(async (store) => {
        await store.accounts.create("acme", NOW);
        const gated = { account: "default", at: NOW, turnsPerMonth: 1 };
        await store.turns.countGated(gated);
        expect(await codeOf(store.turns.countGated(gated))).toBe("quota_exceeded");
        await store.turns.countGated({ ...gated, at: NOW + 86_400_000 });
        await store.turns.countGated({ ...gated, account: "acme" });
        expect((await store.accounts.turnsOf("2026-02")).get("default")).toBe(1);
      }));

    test("one that is refused leaves nothing: no token, no brain", () =>
      withStore(async (store) => {
        const one = { turnsPerMonth: 1, subBrains: null };
        await store.turns.begin(turnOf("first", { brain: { ...BRAIN, user: "bob" }, allowance: one }));
        expect(await codeOf(store.turns.begin(turnOf("t", { allowance: one })))).toBe("quota_exceeded");
        expect(await brainOf(store)).toBe(0);
        expect(await store.turns.find(turnOf("t").tokenHash)).toBeNull();
      }));
  });

  test("of the users as many get a brain as the account may have; those who have one go on", () =>
    withStore(async (store, { beside }) => {
      const other = await beside();
      const allowance = { turnsPerMonth: null, subBrains: 2 };
      const users = ["a", "b", "c", "d", "e", "f"];
      const ask = (user: string | null, at: number) =>
        codeOf([store, other][at % 2]!.turns.begin(turnOf(`${user} ${at}`, { brain: { ...BRAIN, user }, allowance })));
      const codes = await Promise.all(users.map(ask));
      expect(codes.filter((code) => code === "not refused")).toHaveLength(2);
      expect(codes.filter((code) => code === "plan_upgrade_required")).toHaveLength(4);
      expect(await store.accounts.countUsers("default")).toBe(2);
      const again = await Promise.all(users.map((user, at) => ask(user, at + 10)));
      expect(again).toEqual(codes);
      // The shared brain is nobody's.
      expect(await ask(null, 0)).toBe("not refused");
    }));
}
