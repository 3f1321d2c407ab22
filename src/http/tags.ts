// The parts of the interface in the order of its document: the loop of a turn first, what only operators ask for last.

import type { Json } from "./document-schemas.ts";

export const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: "Turn",
    description:
      "The loop: `/prepare` builds the brief, your model answers, `/verify` looks at the draft if you like, `/record` stores the answer.",
  },
  { name: "Memory", description: "What a brain remembers: looked up, written, changed, listed and erased." },
  { name: "MCP", description: "The same for hosts of models, by the Model Context Protocol." },
  { name: "Lessons", description: "The standing rules of a brain." },
  { name: "Learning", description: "How turns become lessons: by the service, or by your own model." },
  { name: "Cores", description: "Sets of brains that share nothing with each other." },
  { name: "Metrics", description: "The numbers of a brain." },
  {
    name: "Administration",
    description: "For admin keys: keys, accounts, constitutions, settings, users, export and import, the audit.",
  },
  { name: "Dashboard", description: "Signing in at the pages of `/ui`." },
  { name: "Health", description: "What load balancers ask. No key is needed." },
];

type Operations = Readonly<Record<string, Json>>;

/** Paths by the tag of their first operation; within a tag they stay as they are, and unknown ones come last. */
export function inOrderOfTags<T extends Operations>(
  paths: readonly (readonly [string, T])[],
): (readonly [string, T])[] {
  const place = (operations: Operations) => {
    const [tag] = (Object.values(operations)[0]?.tags ?? []) as readonly unknown[];
    const at = TAGS.findIndex(({ name }) => name === tag);
    return at === -1 ? TAGS.length : at;
  };
  return paths.toSorted(([, a], [, b]) => place(a) - place(b));
}
