// The way from a memory to the page of the person who has it.
import type { Brain } from "../api.ts";
import { hrefOf } from "../place.ts";
import { words } from "../words/words.ts";

/** Nothing for the memory that all share: it is on nobody's page. */
export function MemoryLink(props: { brain: Brain; id: string }) {
  const { core, user } = props.brain;
  if (user === null) return null;
  return <a href={hrefOf(["people", user], { core, memory: props.id })}>{words.common.openMemory}</a>;
}
