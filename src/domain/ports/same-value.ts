// The port to what compares values by their meaning.
import type { SelfAttribute } from "../learning.ts";

/** Whether two values of an attribute mean the same: case, articles and the like do not count. */
export type SameValue = (attribute: SelfAttribute, a: string, b: string) => boolean;
