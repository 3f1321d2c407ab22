// Which rules stand in which list, and in which order.
import type { Model } from "../../api.ts";

type Lesson = Model["Lesson"];

export const RULE_TABS = ["live", "pinned", "expiring", "superseded"] as const;
export type RuleTab = (typeof RULE_TABS)[number];

const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;

export function isSoonOver({ pinned, expires_at: expiresAt }: Lesson, now: number): boolean {
  return !pinned && Date.parse(expiresAt) - now <= SOON_MS;
}

export function groupRules(
  live: readonly Lesson[],
  superseded: readonly Lesson[],
  now = Date.now(),
): Readonly<Record<RuleTab, readonly Lesson[]>> {
  const soonest = (a: Lesson, b: Lesson) => Date.parse(a.expires_at) - Date.parse(b.expires_at);
  return {
    live,
    pinned: live.filter(({ pinned }) => pinned),
    expiring: live.filter((lesson) => isSoonOver(lesson, now)).sort(soonest),
    superseded,
  };
}

export function ruleTabOf(named: string | null): RuleTab {
  return RULE_TABS.find((tab) => tab === named) ?? "live";
}
