// The way from a memory to the page of the person who has it.
import type { Brain } from "../api.ts";
import { hrefOf, namedCore } from "../place.ts";
import { words } from "../words/words.ts";

/** The memory that all share is on the page of nobody. */
export function MemoryLink(props: { brain: Brain; id: string }) {
  const { core, user } = props.brain;
  const query = { core: namedCore(core), memory: props.id };
  return <a href={hrefOf(["people", user ?? ""], query)}>{words.common.openMemory}</a>;
}
