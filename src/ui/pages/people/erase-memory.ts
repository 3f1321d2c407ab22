// The two ways to erase somebody's memory.
import { ask, type Brain, brainHeaders, client } from "../../api.ts";
import type { Erased } from "../../parts/receipt.tsx";

/** The memory of this one brain; keys stay. Throws Failure. */
export async function eraseBrain(brain: Brain): Promise<Erased> {
  const { receipt } = await ask(client.DELETE("/memory", { headers: brainHeaders(brain) }));
  return { receipt, keys_revoked: 0 };
}

/** Every brain of the user, and the keys bound to them. Throws Failure. */
export function eraseUser(user: string): Promise<Erased> {
  // No path can hold a segment of dots.
  const isDots = user === "." || user === "..";
  const params = isDots ? { path: { user: "-" }, query: { id: user } } : { path: { user } };
  return ask(client.DELETE("/admin/users/{user}", { params }));
}
