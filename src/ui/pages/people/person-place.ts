// Where a person's pages are.
import type { Brain } from "../../api.ts";
import { hrefOf } from "../../place.ts";

export const TABS = ["timeline", "sessions", "stands", "rules", "numbers"] as const;
export type Tab = (typeof TABS)[number];

type Query = Readonly<Record<string, string | null | undefined>>;

export function tabOf(part: string | undefined): Tab {
  return TABS.find((tab) => tab === part) ?? "timeline";
}

/** `rest`: the tab and what is below it. */
export function personHref({ core, user }: Brain, rest: readonly string[] = [], query: Query = {}): string {
  return hrefOf(["people", user ?? "", ...rest], { core: core === "default" ? null : core, ...query });
}

/** Of the list of everybody in the core. */
export function listHref(core: string): string {
  return hrefOf(["people"], { core: core === "default" ? null : core });
}

/** The same place with one memory open over it; null: closed. */
export function memoryHref(parts: readonly string[], query: URLSearchParams, id: string | null): string {
  return hrefOf(parts, { ...Object.fromEntries(query), memory: id });
}

/** Where a session's turns are read in their order; a name that no path can hold is a filter of the timeline. */
export function sessionHref(brain: Brain, name: string): string {
  const isDots = name === "." || name === "..";
  return isDots ? personHref(brain, [], { session: name }) : personHref(brain, ["sessions", name]);
}

/** What the service takes for a user's id: 1 to 128 visible ASCII characters without `::`. */
export function isUserId(text: string): boolean {
  return /^[!-~]{1,128}$/.test(text) && !text.includes("::");
}
