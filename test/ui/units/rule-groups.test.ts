// Which rules stand in which list.
import { expect, test } from "bun:test";
import { groupRules, isSoonOver, ruleTabOf } from "../../../src/ui/pages/rules/rule-groups.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const DAY_MS = 86_400_000;

function lesson(id: string, days: number, { pinned = false, by = null as string | null } = {}) {
  return {
    id,
    packet_type: "lesson" as const,
    response_text: `rule ${id}`,
    use_count: 0,
    created_at: new Date(NOW).toISOString(),
    expires_at: new Date(NOW + days * DAY_MS).toISOString(),
    pinned,
    source_link: [],
    llm_cost: null,
    superseded_by: by,
  };
}

test("a pinned rule is live and pinned, and never expires soon", () => {
  const pinned = lesson("a", 1, { pinned: true });
  const groups = groupRules([pinned], [], NOW);
  expect(groups.live).toEqual([pinned]);
  expect(groups.pinned).toEqual([pinned]);
  expect(groups.expiring).toEqual([]);
});

test("what expires within seven days is told, the soonest first; the rest keeps its order", () => {
  const live = [lesson("a", 6), lesson("b", 8), lesson("c", 2), lesson("d", 7)];
  const groups = groupRules(live, [], NOW);
  expect(groups.expiring.map(({ id }) => id)).toEqual(["c", "a", "d"]);
  expect(groups.live.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  expect(isSoonOver(lesson("e", 7.01), NOW)).toBe(false);
});

test("superseded rules are in their own list alone", () => {
  const old = lesson("old", 3, { by: "a" });
  const groups = groupRules([lesson("a", 30)], [old], NOW);
  expect(groups.superseded).toEqual([old]);
  expect([...groups.live, ...groups.expiring]).not.toContain(old);
});

test("an address that names no list shows the live ones", () => {
  expect(ruleTabOf(null)).toBe("live");
  expect(ruleTabOf("nonsense")).toBe("live");
  expect(ruleTabOf("superseded")).toBe("superseded");
});
