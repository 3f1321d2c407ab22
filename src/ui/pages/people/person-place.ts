// Where a person's pages are.
import type { Brain } from "../../api.ts";
import { hrefOf, hrefWith, namedCore, type Place, type Query } from "../../place.ts";

export const TABS = ["timeline", "sessions", "stands", "rules", "numbers"] as const;
export type Tab = (typeof TABS)[number];

export function tabOf(part: string | undefined): Tab {
  return TABS.find((tab) => tab === part) ?? "timeline";
}

/** `rest`: the tab and what is below it. */
export function personHref({ core, user }: Brain, rest: readonly string[] = [], query: Query = {}): string {
  return hrefOf(["people", user ?? "", ...rest], { core: namedCore(core), ...query });
}

/** Of the list of everybody in the core. */
export function listHref(core: string): string {
  return hrefOf(["people"], { core: namedCore(core) });
}

/** The same place with one memory open over it; null: closed. */
export function memoryHref(place: Place, id: string | null): string {
  return hrefWith(place, { memory: id });
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
